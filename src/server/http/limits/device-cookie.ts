import { createHmac, randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '@/server/platform/process/clock'
import type { DeriveKey } from '@/server/http/auth/signed-token'
import type { Endpoint } from '@/contract/endpoint'
import { FORM_TOKEN_HEADER, FORM_TOKEN_USES } from '@/contract/form-tokens'
import { toAddress } from '@/domain/accounts/account'
import type { Queryable } from '@/server/platform/database/client'
import type { FormTokens, ReadFormToken } from '@/server/http/limits/sender-proof/proof-of-work'
import { usesOf } from '@/server/http/limits/sender-proof/proof-of-work'
import type { Limit } from './limits'
import { networksOf } from './network-of'
import type { Networks } from './network-of'

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
  accounts: string[]
}

/** OWASP describes them: a browser that has signed in is counted apart, so guessing by others does not shut its owner out. */
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

/** A device that has had its form token for so long did not come for one flood of submissions. */
const KNOWN_AFTER_MS = 60 * 60_000
/** An email of the contract has fewer characters. */
const MAX_EMAIL_CHARS = 254

export interface Caller {
  networks: Networks
  accountId: string | undefined
  email: string | undefined
  deviceId: string | undefined
  /** The form token, if it is a good one: old enough for a form to have been filled in, and not used up. */
  formToken: ReadFormToken | undefined
  /** They brought a token that is nobody's. */
  isUnknown: boolean
}

export interface CallerDeps {
  db: Queryable
  devices: DeviceCookies
  formTokens: FormTokens
  minFillMs: number
}

export async function identifyCaller(
  request: FastifyRequest,
  endpoint: Endpoint,
  accountId: string | undefined,
  { devices, ...deps }: CallerDeps,
): Promise<Caller> {
  const email = emailIn(request.body)
  return {
    networks: networksOf(request.ip),
    accountId,
    email,
    deviceId: email === undefined ? undefined : devices.deviceOf(request, email),
    formToken:
      endpoint.takesFormToken === true && accountId === undefined
        ? await validFormToken(headerOf(request, FORM_TOKEN_HEADER), deps)
        : undefined,
    isUnknown: false,
  }
}

export function appliesTo({ of }: Limit, { accountId, deviceId, formToken, isUnknown }: Caller): boolean {
  switch (of) {
    case undefined:
      return true
    case 'visitors':
      return accountId === undefined
    case 'accounts':
      return accountId !== undefined
    case 'tokenless':
      return accountId === undefined && formToken === undefined
    case 'newcomers':
      return accountId === undefined && !(formToken !== undefined && formToken.ageMs >= KNOWN_AFTER_MS)
    case 'new devices':
      return deviceId === undefined
    case 'known devices':
      return deviceId !== undefined
    case 'unknown':
      return isUnknown
  }
}

/** The values that the caller is counted by, of networks the narrowest first; none when there is nothing to count. */
export function countKeys(
  by: Limit['by'],
  { networks, accountId, email, deviceId }: Caller,
): readonly string[] {
  switch (by) {
    case 'network':
      return networks
    case 'account':
      return accountId === undefined ? [] : [accountId]
    case 'email':
      return email === undefined ? [] : [email]
    case 'email and network':
      return email === undefined ? [] : [`${email} ${networks[0]}`]
    case 'device':
      return deviceId === undefined ? [] : [`${deviceId} ${email}`]
    case 'everyone':
      return ['']
  }
}

export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

async function validFormToken(
  header: string | undefined,
  { db, formTokens, minFillMs }: Omit<CallerDeps, 'devices'>,
): Promise<ReadFormToken | undefined> {
  const token = header === undefined ? undefined : await formTokens.read(header)
  if (token === undefined || token.ageMs < minFillMs) return undefined
  return (await usesOf(db, token)) < FORM_TOKEN_USES ? token : undefined
}

function emailIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('email' in body) || typeof body.email !== 'string')
    return undefined
  // The address is read as the call reads it: invisible characters would make another one of it for each limit.
  return toAddress(body.email).toLowerCase().slice(0, MAX_EMAIL_CHARS)
}
