// The environment: the only reader of process.env. Messages never repeat a value, which may be a secret.

import { createPrivateKey } from 'node:crypto'
import { isIP } from 'node:net'
import * as z from 'zod'
import type { Settings } from '@/contract/settings'
import { PASSWORD_MIN, isEmail, toAddress } from '@/domain/accounts/account'
import { MIN_FILL_MS } from '@/domain/submissions/submission-limits'
import { toPassword } from '@/domain/text/plain-text'
import { isGuessable } from '@/server/identity/password-strength'

const text = z.string()
const id = text.max(300)
const flag = z.stringbool({
  truthy: ['on', 'true', '1', 'yes'],
  falsy: ['off', 'false', '0', 'no'],
  error: 'must be on or off',
})

function number(what: string) {
  const message = `must be a number${what}`
  return z.coerce.number(message).min(0, message)
}
const port = number('').int('must be a number').max(65_535, 'must be 65535 at most')

const address = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' })
const origin = address.transform((url) => new URL(url).origin)

function listed(list: string): string[] {
  return list.split(',').map((one) => one.trim())
}

const databaseUrl = text.refine(
  (url) => /^postgres(?:ql)?:\/\//.test(url) && hasDatabaseHost(url),
  'must be postgres://user:password@host:port/database, or postgres://user@/database?host=/folder/of/the/socket, with special characters percent-encoded',
)

/** `user@/database?host=…` is what libpq and pg understand and URL does not. */
function hasDatabaseHost(given: string): boolean {
  const url = URL.canParse(given) ? given : given.replace(/^(\w+:\/\/)[^/]*@\//, '$1/')
  if (!URL.canParse(url)) return false
  const { hostname, searchParams } = new URL(url)
  return hostname !== '' || (searchParams.get('host') ?? '') !== ''
}

const smtpUrl = z
  .url({
    protocol: /^smtps?$/,
    hostname: /./,
    abort: true,
    error:
      'must be smtp://host:port or smtps://user:password@host:port, with special characters percent-encoded',
  })
  .refine(
    (url) => [null, 'optional'].includes(new URL(url).searchParams.get('tls')),
    'must say ?tls=optional, or nothing of tls',
  )

/** The mailer reads this as a list: a name with a comma has to be quoted. Hosts without a dot are for the mailbox next door. */
const mailFrom = text
  .trim()
  .max(300)
  .regex(
    /^(?:[^\s@<>",;:]+@[^\s@<>",;:]+|(?:"[^"\r\n]*"\s*|[^"<>,;:\r\n]*)<[^\s@<>",;:]+@[^\s@<>",;:]+>)$/,
    'must be an address, or a name and an address: Ericeira Events <events@example.com>; quote a name with punctuation',
  )

const PROXIES =
  'a number of proxies (1 for one in front of this server), or their addresses: 10.0.0.1, 10.0.0.0/8, loopback, linklocal, uniquelocal'

const trustProxy = text.transform((given, context): false | number | string => {
  if (/^(?:off|false|no|0)$/i.test(given)) return false
  if (/^\d{1,2}$/.test(given)) return Number(given)
  if (listed(given).every(isProxy)) return given
  context.addIssue(
    /^(?:on|true|yes)$/i.test(given)
      ? `must say whom to believe, since with "on" any client could claim any address: ${PROXIES}`
      : `must be off, ${PROXIES}`,
  )
  return z.NEVER
})

/** A value that Fastify does not understand would end the start without a word of TRUST_PROXY. */
function isProxy(given: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(given)) return true
  const [, ip = '', bits] = /^([^/]+)(?:\/([\d.]+))?$/.exec(given) ?? []
  if (isIP(ip) === 4 && isIP(bits ?? '') === 4) return true
  const most = { 4: 32, 6: 128 }[isIP(ip)]
  return most !== undefined && (bits === undefined || (Number(bits) >= 1 && Number(bits) <= most))
}

/** The key that signs for Apple (ES256). An environment variable may spell its line breaks `\n`. OpenSSL's errors may quote what they read. */
const appleKey = text.transform((pem, context) => {
  try {
    const key = createPrivateKey(pem.replaceAll('\\n', '\n'))
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key
  } catch {}
  context.addIssue('must be the text of the .p8 file that Apple gave')
  return z.NEVER
})

export const environment = z.object({
  PORT: port.default(3000),
  HOST: text.default('localhost'),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  PUBLIC_ORIGIN: origin.optional(),
  ADMIN_EMAIL: text.transform(toAddress).refine(isEmail, 'must be an email address').optional(),
  ADMIN_PASSWORD: text
    .transform(toPassword)
    .pipe(text.min(PASSWORD_MIN, `must have at least ${PASSWORD_MIN} characters`).max(200))
    .optional(),
  ADMIN_REQUIRE_MFA: flag.default(false),
  JWT_SECRET: text.min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  CORS_ORIGINS: text
    .transform((list) => listed(list).filter(Boolean))
    .pipe(z.array(origin))
    .default([]),
  TRUST_PROXY: trustProxy.default(false),
  LIMITS: flag.default(true),
  IMPORT_LOOPBACK: flag.default(false),
  MIN_FILL_MS: number(' of milliseconds').default(MIN_FILL_MS),
  DISK_RESERVE_MB: number(' of megabytes').optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be a level such as info or warn',
    )
    .default('info'),
  DEMO: flag.default(true),
  METRICS_PORT: port.optional(),
  METRICS_HOST: text.default('127.0.0.1'),
  VITE_GOOGLE_MAPS_KEY: text.optional(),
  VITE_ANALYTICS_ID: text.regex(/^G-[A-Z0-9]+$/, 'must be a measurement id such as G-ABC123').optional(),
  VITE_ANALYTICS_ORIGIN: origin.optional(),
  VITE_API_BASE: z
    .union(
      [text.regex(/^\/(?!\/)/), address],
      'must be a path such as /api/v1, or an http(s) address of a server that keeps the contract',
    )
    .optional(),
  GOOGLE_CLIENT_ID: id.optional(),
  GOOGLE_CLIENT_SECRET: id.optional(),
  GOOGLE_REDIRECT_URI: address.optional(),
  // https://accounts.google.com/.well-known/openid-configuration
  GOOGLE_ISSUER: address.default('https://accounts.google.com'),
  GOOGLE_AUTHORIZATION_ENDPOINT: address.default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_ENDPOINT: address.default('https://oauth2.googleapis.com/token'),
  GOOGLE_JWKS_URI: address.default('https://www.googleapis.com/oauth2/v3/certs'),
  APPLE_CLIENT_ID: id.optional(),
  APPLE_APP_ID: id.optional(),
  APPLE_TEAM_ID: id.optional(),
  APPLE_KEY_ID: id.optional(),
  APPLE_PRIVATE_KEY: appleKey.optional(),
  APPLE_REDIRECT_URI: address.optional(),
  // https://appleid.apple.com/.well-known/openid-configuration
  APPLE_ISSUER: address.default('https://appleid.apple.com'),
  APPLE_AUTHORIZATION_ENDPOINT: address.default('https://appleid.apple.com/auth/authorize'),
  APPLE_TOKEN_ENDPOINT: address.default('https://appleid.apple.com/auth/token'),
  APPLE_JWKS_URI: address.default('https://appleid.apple.com/auth/keys'),
  APPLE_PUSH_TOPIC: id.optional(),
  APPLE_PUSH_ENDPOINT: address.default('https://api.push.apple.com'),
  // A push service on this machine, and nothing else: anonymous clients name the addresses that are called there.
  PUSH_SERVICE_ORIGIN: z
    .url({
      protocol: /^http$/,
      hostname: /^(?:localhost|127\.0\.0\.1|\[::1\])$/,
      error: 'must be an http address on this machine: it is for tests',
    })
    .pipe(origin)
    .optional(),
  S3_ENDPOINT: address.transform((url) => url.replace(/\/+$/, '')).optional(),
  S3_BUCKET: text.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket').optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_REGION: text.default('us-east-1'),
})

type Environment = z.output<typeof environment>
type Variable = keyof Environment

const APPLE_ACCOUNT: Variable[] = ['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY']
const BUCKET: Variable[] = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']

/** Variables that mean nothing alone: each with what it needs. */
const NEEDS: [variable: Variable, needed: Variable[]][] = [
  ['ADMIN_PASSWORD', ['ADMIN_EMAIL']],
  // Links in mails have no request to take an address from, and what a proxy forwards is in the end the visitor's word.
  ['SMTP_URL', ['MAIL_FROM', 'PUBLIC_ORIGIN']],
  ['TRUST_PROXY', ['PUBLIC_ORIGIN']],
  ['GOOGLE_CLIENT_ID', ['GOOGLE_CLIENT_SECRET']],
  ['GOOGLE_CLIENT_SECRET', ['GOOGLE_CLIENT_ID']],
  ['APPLE_CLIENT_ID', APPLE_ACCOUNT],
  ['APPLE_APP_ID', APPLE_ACCOUNT],
  ['APPLE_PUSH_TOPIC', APPLE_ACCOUNT],
  ...BUCKET.map((variable): [Variable, Variable[]] => [variable, BUCKET]),
]

/** Everything that is wrong with the environment, in one message for the person who started the server. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** An empty variable counts as unset. `serves`: not for a command beside the server. Throws ConfigError that names everything at once. */
export function readConfig(env: Record<string, string | undefined>, { serves = false } = {}) {
  const set = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value] as const] : [])),
  )
  const result = environment.safeParse(set)
  const wrong = [
    ...(result.error?.issues.map(({ path, message }) => `${String(path[0])} ${message}`) ?? []),
    ...problemsTogether(set, serves),
  ]
  if (!result.success || wrong.length > 0)
    throw new ConfigError(
      `The environment is not right:\n${[...new Set(wrong)].map((line) => `  ${line}`).join('\n')}`,
    )
  return configOf(result.data)
}

/** Rules for variables together, read from the text of each: another may be wrong as well. */
function problemsTogether(set: Record<string, string>, serves: boolean): string[] {
  const found = new Map<string, string>()
  const needs: typeof NEEDS = [...NEEDS]
  // Several servers may run on one database, and one that made its own secret would refuse what the others have signed.
  if (serves) needs.push(['DATABASE_URL', ['JWT_SECRET']])
  for (const [variable, needed] of needs) {
    const isOff = variable === 'TRUST_PROXY' && !trustProxy.safeParse(set[variable]).data
    if (set[variable] === undefined || isOff) continue
    for (const name of needed)
      if (set[name] === undefined && !found.has(name)) found.set(name, `is missing: ${variable} needs it`)
  }
  const { ADMIN_PASSWORD: password = '' } = set
  if (password.length >= PASSWORD_MIN && isGuessable(password, { email: set.ADMIN_EMAIL }))
    found.set(
      'ADMIN_PASSWORD',
      'must not be easy to guess: take a longer one, without your address or the village in it',
    )
  return [...found].map(([name, message]) => `${name} ${message}`)
}

export type Config = ReturnType<typeof configOf>

function configOf(read: Environment) {
  const settings: Settings = {
    apiBase: read.VITE_API_BASE,
    googleMapsKey: read.VITE_GOOGLE_MAPS_KEY,
    analyticsId: read.VITE_ANALYTICS_ID,
    analyticsOrigin: read.VITE_ANALYTICS_ORIGIN,
    minFillMs: read.MIN_FILL_MS,
  }
  return {
    port: read.PORT,
    host: read.HOST,
    dataDir: read.DATA_DIR,
    /** Undefined: the embedded database under DATA_DIR. */
    databaseUrl: read.DATABASE_URL,
    publicOrigin: read.PUBLIC_ORIGIN,
    adminEmail: read.ADMIN_EMAIL?.toLowerCase(),
    adminPassword: read.ADMIN_PASSWORD,
    requiresSecondFactor: read.ADMIN_REQUIRE_MFA,
    /** Undefined: it is made once, and kept in DATA_DIR. The keys of notifications are made of it. */
    jwtSecret: read.JWT_SECRET,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    corsOrigins: read.CORS_ORIGINS,
    /** Fastify takes a number of proxies, or their addresses. */
    trustProxy: read.TRUST_PROXY,
    /** False on a machine of one's own, to measure what the server can do. */
    hasLimits: read.LIMITS,
    /** Calendars may be imported from this machine: for tests, never in public. */
    importLoopback: read.IMPORT_LOOPBACK,
    /** Bytes that anonymous writes leave free on the disk; undefined: a share of it. */
    diskReserveBytes: read.DISK_RESERVE_MB === undefined ? undefined : read.DISK_RESERVE_MB * 1024 * 1024,
    logLevel: read.LOG_LEVEL,
    demo: read.DEMO,
    metrics:
      read.METRICS_PORT === undefined ? undefined : { port: read.METRICS_PORT, host: read.METRICS_HOST },
    settings,
    pushServiceOrigin: read.PUSH_SERVICE_ORIGIN,
    google: googleOf(read),
    ...appleOf(read),
    photoBucket: bucketOf(read),
  }
}

function googleOf(read: Environment) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_REDIRECT_URI: uri } = read
  if (!clientId || !clientSecret) return undefined
  return {
    clientId,
    clientSecret,
    ...(uri && { redirectUri: uri }),
    issuer: read.GOOGLE_ISSUER,
    authorizationEndpoint: read.GOOGLE_AUTHORIZATION_ENDPOINT,
    tokenEndpoint: read.GOOGLE_TOKEN_ENDPOINT,
    jwksUri: read.GOOGLE_JWKS_URI,
  }
}

function appleOf(read: Environment) {
  const { APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_PRIVATE_KEY: privateKey } = read
  const { APPLE_CLIENT_ID: websiteId, APPLE_APP_ID: appId, APPLE_PUSH_TOPIC: topic = appId } = read
  if (!teamId || !keyId || !privateKey) return { apple: undefined, applePush: undefined }
  const account = { teamId, keyId, privateKey }
  const flow = {
    ...(read.APPLE_REDIRECT_URI && { redirectUri: read.APPLE_REDIRECT_URI }),
    issuer: read.APPLE_ISSUER,
    authorizationEndpoint: read.APPLE_AUTHORIZATION_ENDPOINT,
    tokenEndpoint: read.APPLE_TOKEN_ENDPOINT,
    jwksUri: read.APPLE_JWKS_URI,
  }
  return {
    apple: websiteId || appId ? { ...account, ...flow, websiteId, appId } : undefined,
    applePush: topic ? { ...account, topic, endpoint: read.APPLE_PUSH_ENDPOINT } : undefined,
  }
}

function bucketOf({ S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, ...read }: Environment) {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = read
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}
