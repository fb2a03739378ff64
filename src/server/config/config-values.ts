import { isIP } from 'node:net'
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
