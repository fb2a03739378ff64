import { isIP } from 'node:net'
import { randomUUID, createECDH } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'

// The schemas of the environment's variables. Their messages never repeat a value: it may be a secret.

export const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], 'must be on or off')
  .transform((text) => ['on', 'true', '1', 'yes'].includes(text))

export const origin = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http(s) address',
  )
  .transform((text) => new URL(text).origin)

export const origins = z
  .string()
  .transform((text) => listed(text).filter((one) => one !== ''))
  .pipe(z.array(origin))

/** A path of ours, or the address of another server that keeps the contract. */
export const apiBase = z
  .string()
  .refine(
    (text) => /^\/(?!\/)/.test(text) || origin.safeParse(text).success,
    'must be a path such as /api/v1, or an http(s) address',
  )

export const databaseUrl = z
  .string()
  .refine(
    (text) => /^postgres(?:ql)?:\/\//.test(text) && hasDatabaseHost(text),
    'must be postgres://user:password@host:port/database, or postgres://user@/database?host=/folder/of/the/socket, with special characters percent-encoded',
  )

export const smtpUrl = z
  .string()
  .refine(
    (text) => /^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== '',
    'must be smtp://host:port or smtps://user:password@host:port, with special characters percent-encoded',
  )
  .refine(
    (text) => !URL.canParse(text) || [null, 'optional'].includes(new URL(text).searchParams.get('tls')),
    'must say ?tls=optional, or nothing of tls',
  )

/** The mailer reads this as a list: a name with a comma has to be quoted. Hosts without a dot are for the mailbox next door. */
export const mailFrom = z
  .string()
  .trim()
  .max(300)
  .regex(
    /^(?:[^\s@<>",;:]+@[^\s@<>",;:]+|(?:"[^"\r\n]*"\s*|[^"<>,;:\r\n]*)<[^\s@<>",;:]+@[^\s@<>",;:]+>)$/,
    'must be an address, or a name and an address: Ericeira Events <events@example.com>; quote a name with punctuation',
  )

const PROXIES =
  'a number of proxies (1 for one in front of this server), or their addresses: 10.0.0.1, 10.0.0.0/8, loopback, linklocal, uniquelocal'

export const trustProxy = z.string().transform((text, context) => {
  if (/^(?:off|false|no|0)$/i.test(text)) return false
  if (/^\d{1,2}$/.test(text)) return Number(text)
  if (listed(text).every(isProxy)) return text
  context.addIssue({
    code: 'custom',
    message: /^(?:on|true|yes)$/i.test(text)
      ? `must say whom to believe, since with "on" any client could claim any address: ${PROXIES}`
      : `must be off, ${PROXIES}`,
  })
  return z.NEVER
})

function listed(text: string): string[] {
  return text.split(',').map((one) => one.trim())
}

/** `user@/database?host=…` is what libpq and pg understand and URL does not. */
function hasDatabaseHost(text: string): boolean {
  const address = URL.canParse(text) ? text : text.replace(/^(\w+:\/\/)[^/]*@\//, '$1/')
  if (!URL.canParse(address)) return false
  const { hostname, searchParams } = new URL(address)
  return hostname !== '' || (searchParams.get('host') ?? '') !== ''
}

/** Whether Fastify understands it: what it does not would end the start without a word of TRUST_PROXY. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [, address = '', bits] = /^([^/]+)(?:\/([\d.]+))?$/.exec(text) ?? []
  if (isIP(address) === 4 && isIP(bits ?? '') === 4) return true
  const most = { 4: 32, 6: 128 }[isIP(address)]
  return most !== undefined && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= most))
}

/** The text of a file that is made once, readable by its owner only; `makeText` is called where there is none yet. */
export async function readOrMakeOnce(path: string, makeText: () => string): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  if (!existsSync(path)) await makeOnce(path, makeText())
  return (await readFile(path, 'utf8')).trim()
}

/** Writes it whole, then under its name: of two servers that start together one's stays, and a crash leaves no half of it. */
async function makeOnce(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  try {
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
}

/** The key pair that identifies this site to push services (VAPID, RFC 8292): P-256, base64url. */
export interface VapidKeys {
  /** The uncompressed point. */
  publicKey: string
  privateKey: string
}

/** Subscriptions are bound to these keys, so they are made once and stored in DATA_DIR: with others nobody gets notifications. */
export async function readOrCreateVapidKeys(dataDir: string): Promise<VapidKeys> {
  const path = join(dataDir, 'vapid-keys')
  const [publicKey = '', privateKey = ''] = (await readOrMakeOnce(path, newKeysFile)).split(/\s+/)
  if (!isKeyPair({ publicKey, privateKey }))
    throw new Error(`${path} is damaged: delete it, and browsers that allowed notifications ask again`)
  return { publicKey, privateKey }
}

export function isKeyPair({ publicKey, privateKey }: VapidKeys): boolean {
  if (!isBase64url(privateKey, 32)) return false
  try {
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url') === publicKey
  } catch {
    return false
  }
}

export function newVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // The key gets its leading zeros back, which `getPrivateKey` leaves out.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

function newKeysFile(): string {
  const { publicKey, privateKey } = newVapidKeys()
  return `${publicKey}\n${privateKey}\n`
}

function isBase64url(text: string, bytes: number): boolean {
  return /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').byteLength === bytes
}
