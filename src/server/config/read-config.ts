import { toPassword } from '@/domain/text/plain-text'
import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { Settings } from '@/contract/settings'
import { isEmail, toAddress, PASSWORD_MIN } from '@/domain/accounts/account'
import { MIN_FILL_MS } from '@/domain/submissions/submission-limits'
import { isGuessable } from '@/server/identity/password-strength'
import {
  apiBase,
  databaseUrl,
  flag,
  mailFrom,
  origin,
  origins,
  smtpUrl,
  trustProxy,
  isKeyPair,
} from './config-values'
import { providerConfig, providerVariables, requireCompleteProviders } from './provider-config'
import type { ProviderConfig } from './provider-config'
import type { VapidKeys } from './config-values'

const key = z
  .string()
  .regex(/^[\w-]{40,100}$/, 'must be a key in base64url, as web-push generate-vapid-keys writes it')

/** A push service on this machine, and nothing else: anonymous clients name the addresses that are called there. */
const loopbackOrigin = z
  .string()
  .refine(
    (text) =>
      URL.canParse(text) &&
      /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(new URL(text).origin),
    'must be an http address on this machine: it is for tests',
  )
  .transform((text) => new URL(text).origin)

const webPushVariables = {
  VAPID_PUBLIC_KEY: key.optional(),
  VAPID_PRIVATE_KEY: key.optional(),
  PUSH_SERVICE_ORIGIN: loopbackOrigin.optional(),
}

type WebPushConfigVariables = {
  [K in keyof typeof webPushVariables]?: z.output<(typeof webPushVariables)[K]>
}

interface WebPushConfig {
  /** The keys; undefined: they are made once, and stored in DATA_DIR. */
  vapidKeys: VapidKeys | undefined
  pushServiceOrigin: string | undefined
}

function requireKeyPair(env: WebPushConfigVariables, context: z.RefinementCtx): void {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env
  if (publicKey === undefined && privateKey === undefined) return
  const add = (name: keyof WebPushConfigVariables, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  if (publicKey === undefined) add('VAPID_PUBLIC_KEY', 'is missing: VAPID_PRIVATE_KEY needs it')
  else if (privateKey === undefined) add('VAPID_PRIVATE_KEY', 'is missing: VAPID_PUBLIC_KEY needs it')
  else if (!isKeyPair({ publicKey, privateKey }))
    add('VAPID_PRIVATE_KEY', 'must be the private key of VAPID_PUBLIC_KEY')
}

function webPushConfig(env: WebPushConfigVariables): WebPushConfig {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env
  return {
    vapidKeys: publicKey === undefined || privateKey === undefined ? undefined : { publicKey, privateKey },
    pushServiceOrigin: env.PUSH_SERVICE_ORIGIN,
  }
}

const photoStorageVariables = {
  S3_ENDPOINT: z
    .string()
    .refine(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
      'must be an http address',
    )
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
}

type Variables = { [K in keyof typeof photoStorageVariables]?: z.output<(typeof photoStorageVariables)[K]> }

const NEEDED = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

function requireWholeBucket(env: Variables, context: z.RefinementCtx): void {
  const given = NEEDED.find((name) => env[name] !== undefined)
  if (given === undefined) return
  for (const name of NEEDED)
    if (env[name] === undefined)
      context.addIssue({ code: 'custom', path: [name], message: `is missing: ${given} needs it` })
}

type PhotoStorageConfig = ReturnType<typeof photoStorageConfig>

/** `photoBucket` is undefined when photos are files under DATA_DIR. */
function photoStorageConfig(env: Variables) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region = 'us-east-1' } = env
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  const isWhole =
    endpoint !== undefined &&
    bucket !== undefined &&
    accessKeyId !== undefined &&
    secretAccessKey !== undefined
  return { photoBucket: isWhole ? { endpoint, bucket, region, accessKeyId, secretAccessKey } : undefined }
}

/** Everything that is wrong with the environment, in one message for the person who started the server. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const address = z.string().transform(toAddress).refine(isEmail, 'must be an email address')

export const environment = z.object({
  PORT: z.coerce.number('must be a number').int().min(0).max(65535).default(3000),
  HOST: z.string().default('localhost'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  PUBLIC_ORIGIN: origin.optional(),
  ADMIN_EMAIL: address.optional(),
  ADMIN_PASSWORD: z
    .string()
    .transform(toPassword)
    .pipe(z.string().min(PASSWORD_MIN, `must have at least ${PASSWORD_MIN} characters`).max(200))
    .optional(),
  ADMIN_REQUIRE_MFA: flag.default(false),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  CORS_ORIGINS: origins.default([]),
  TRUST_PROXY: trustProxy.default(false),
  LIMITS: flag.default(true),
  IMPORT_LOOPBACK: flag.default(false),
  MIN_FILL_MS: z.coerce
    .number('must be a number of milliseconds')
    .int('must be a number of milliseconds')
    .min(0, 'must be a number of milliseconds')
    .default(MIN_FILL_MS),
  DISK_RESERVE_MB: z.coerce
    .number('must be a number of megabytes')
    .min(0, 'must be a number of megabytes')
    .optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be a level such as info or warn',
    )
    .default('info'),
  DEMO: flag.default(true),
  MIGRATE: flag.default(true),
  METRICS_PORT: z.coerce.number('must be a number').int().min(0).max(65535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  DRAIN_SECONDS: z.coerce
    .number('must be a number of seconds')
    .min(0, 'must be a number of seconds')
    .max(300, 'must be 300 seconds at most')
    .default(0),
  VITE_GOOGLE_MAPS_KEY: z.string().optional(),
  VITE_ANALYTICS_ID: z
    .string()
    .regex(/^G-[A-Z0-9]+$/, 'must be a measurement id such as G-ABC123')
    .optional(),
  VITE_ANALYTICS_ORIGIN: origin.optional(),
  VITE_API_BASE: apiBase.optional(),
  ...providerVariables,
  ...webPushVariables,
  ...photoStorageVariables,
})

/** A schema of its own, on the raw variables: zod skips the refinement of the whole when a part has failed. */
const together = z.record(z.string(), z.string()).superRefine((env, context) => {
  if (env.ADMIN_PASSWORD !== undefined && env.ADMIN_EMAIL === undefined)
    context.addIssue({
      code: 'custom',
      path: ['ADMIN_EMAIL'],
      message: 'is missing: ADMIN_PASSWORD needs it',
    })
  const password = env.ADMIN_PASSWORD ?? ''
  if (password.length >= PASSWORD_MIN && isGuessable(password, { email: env.ADMIN_EMAIL }))
    context.addIssue({
      code: 'custom',
      path: ['ADMIN_PASSWORD'],
      message: 'must not be easy to guess: take a longer one, without your address or the village in it',
    })
  if (env.SMTP_URL !== undefined && env.MAIL_FROM === undefined)
    context.addIssue({ code: 'custom', path: ['MAIL_FROM'], message: 'is missing: SMTP_URL needs it' })
  // Links in mails have no request to take an address from, and what a proxy forwards is in the end the visitor's word.
  const needsOrigin = env.SMTP_URL !== undefined ? 'SMTP_URL' : trustsProxy(env) ? 'TRUST_PROXY' : undefined
  if (env.PUBLIC_ORIGIN === undefined && needsOrigin !== undefined)
    context.addIssue({
      code: 'custom',
      path: ['PUBLIC_ORIGIN'],
      message: `is missing: ${needsOrigin} needs it`,
    })
  requireCompleteProviders(env, context)
  requireKeyPair(env, context)
  requireWholeBucket(env, context)
})

function trustsProxy({ TRUST_PROXY }: Record<string, string>): boolean {
  const read = trustProxy.safeParse(TRUST_PROXY ?? 'off')
  return read.success && read.data !== false
}

export interface Config extends ProviderConfig, WebPushConfig, PhotoStorageConfig {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  publicOrigin: string | undefined
  adminEmail: string | undefined
  adminPassword: string | undefined
  requiresSecondFactor: boolean
  jwtSecret: string | undefined
  smtpUrl: string | undefined
  mailFrom: string | undefined
  corsOrigins: string[]
  /** A number of proxies, or their addresses. */
  trustProxy: false | number | string
  /** False on a machine of one's own, to measure what the server can do. */
  hasLimits: boolean
  /** Calendars may be imported from this machine: for tests, never in public. */
  importLoopback: boolean
  /** Bytes that anonymous writes leave free on the disk; undefined: a share of it. */
  diskReserveBytes: number | undefined
  logLevel: string
  demo: boolean
  /** False where `npm run migrate` is a step of a deployment. */
  migrates: boolean
  metrics: { port: number; host: string } | undefined
  /** How long balancers have to notice that the server stops. */
  drainSeconds: number
  settings: Settings
}

/** Several servers may run on one database, and one that made its own secret would refuse what the others have signed. */
const servers = z.record(z.string(), z.string()).superRefine((env, context) => {
  if (env.DATABASE_URL !== undefined && env.JWT_SECRET === undefined)
    context.addIssue({
      code: 'custom',
      path: ['JWT_SECRET'],
      message: 'is missing: DATABASE_URL needs it. Take 32 random characters or more',
    })
})

/** An empty variable counts as unset. `serves`: not for a command beside the server. Throws ConfigError that names everything at once. */
export function readConfig(env: Record<string, string | undefined>, { serves = false } = {}): Config {
  const set: Record<string, string> = {}
  for (const [name, value] of Object.entries(env))
    if (value !== undefined && value.trim() !== '') set[name] = value
  const result = environment.safeParse(set)
  const whole = [together, ...(serves ? [servers] : [])].flatMap(
    (of) => of.safeParse(set).error?.issues ?? [],
  )
  const issues = [...(result.error?.issues ?? []), ...whole]
  if (!result.success || issues.length > 0) {
    const lines = issues.map((issue) => `  ${issue.path[0]?.toString() ?? ''} ${sentence(issue.message)}`)
    throw new ConfigError(`The environment is not right:\n${[...new Set(lines)].join('\n')}`)
  }
  const read = result.data
  return {
    port: read.PORT,
    host: read.HOST,
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    publicOrigin: read.PUBLIC_ORIGIN,
    adminEmail: read.ADMIN_EMAIL?.toLowerCase(),
    adminPassword: read.ADMIN_PASSWORD,
    requiresSecondFactor: read.ADMIN_REQUIRE_MFA,
    jwtSecret: read.JWT_SECRET,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    corsOrigins: read.CORS_ORIGINS,
    trustProxy: read.TRUST_PROXY,
    hasLimits: read.LIMITS,
    importLoopback: read.IMPORT_LOOPBACK,
    diskReserveBytes: read.DISK_RESERVE_MB === undefined ? undefined : read.DISK_RESERVE_MB * 1024 * 1024,
    logLevel: read.LOG_LEVEL,
    demo: read.DEMO,
    migrates: read.MIGRATE,
    metrics:
      read.METRICS_PORT === undefined ? undefined : { port: read.METRICS_PORT, host: read.METRICS_HOST },
    drainSeconds: read.DRAIN_SECONDS,
    settings: {
      apiBase: read.VITE_API_BASE,
      googleMapsKey: read.VITE_GOOGLE_MAPS_KEY,
      analyticsId: read.VITE_ANALYTICS_ID,
      analyticsOrigin: read.VITE_ANALYTICS_ORIGIN,
      minFillMs: read.MIN_FILL_MS,
    },
    ...providerConfig(read),
    ...webPushConfig(read),
    ...photoStorageConfig(read),
  }
}

export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

function sentence(message: string): string {
  return /^(?:must|is|needs)\b/.test(message) ? message : `is not right: ${message}`
}
