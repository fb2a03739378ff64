import { createHmac, randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '@/server/platform/process/clock'
import type { DeriveKey } from '@/server/http/auth/derived-key'

const LIFETIME_SECONDS = 180 * 86_400
/** The accounts that one device is remembered for: a family's tablet, an office's computer. */
const MAX_ACCOUNTS = 4
const HASH_CHARS = 22

export interface DeviceCookies {
  /** The device of a request, if somebody has signed in to the account on it before. */
  deviceOf(request: FastifyRequest, email: string): string | undefined
  /** Called after a sign-in: the browser is a device of the account from now on. */
  remember(request: FastifyRequest, reply: FastifyReply, email: string): void
}

interface Device {
  id: string
  /** Keyed hashes of the accounts, the last first. */
  accounts: string[]
}

/**
 * Device cookies as OWASP describes them: a browser that has signed in to an account is counted apart from anonymous clients, which can then
 * guess as much as they like without shutting its owner out. The cookie lets nobody in, and names neither account nor person.
 */
export async function createDeviceCookies(
  app: FastifyInstance,
  {
    deriveKey,
    publicOrigin,
    clock,
  }: { deriveKey: DeriveKey; publicOrigin: string | undefined; clock: Clock },
): Promise<DeviceCookies> {
  // Cookies are read where they are needed: a cached list need not have them parsed.
  await app.register(cookie, { hook: false, secret: deriveKey('device cookies') })
  const accountKey = deriveKey('accounts of device cookies')
  const hashOf = (email: string) =>
    createHmac('sha256', accountKey).update(email).digest('base64url').slice(0, HASH_CHARS)
  const isSecure = (request: FastifyRequest) =>
    publicOrigin === undefined ? request.protocol === 'https' : publicOrigin.startsWith('https:')
  const nameFor = (request: FastifyRequest) => (isSecure(request) ? '__Host-device' : 'device')

  function read(request: FastifyRequest): Device | undefined {
    const { cookie: header } = request.headers
    const signed = header === undefined ? undefined : app.parseCookie(header)[nameFor(request)]
    const { valid, value } = signed === undefined ? NOTHING : app.unsignCookie(signed)
    const [id, issuedAtMs, ...accounts] = valid && value !== null ? value.split('.') : []
    const isOver = clock.nowMs() - Number(issuedAtMs) > LIFETIME_SECONDS * 1000
    return id === undefined || isOver ? undefined : { id, accounts }
  }

  return {
    deviceOf(request, email) {
      const device = read(request)
      return device?.accounts.includes(hashOf(email)) === true ? device.id : undefined
    },
    remember(request, reply, email) {
      const device = read(request)
      const accounts = [...new Set([hashOf(email), ...(device?.accounts ?? [])])].slice(0, MAX_ACCOUNTS)
      const value = [device?.id ?? randomUUID(), clock.nowMs(), ...accounts].join('.')
      void reply.setCookie(nameFor(request), value, {
        signed: true,
        path: '/',
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure(request),
        maxAge: LIFETIME_SECONDS,
      })
    },
  }
}

const NOTHING = { valid: false, value: null }
