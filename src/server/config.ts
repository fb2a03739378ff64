import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { isEmail } from '@/domain/account'
import { providerConfig, providerVariables, requireCompleteProviders } from './provider-config'
import type { ProviderConfig } from './provider-config'

/** What is wrong with the environment, all of it, in one message for whoever started the server. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], 'must be on or off')
  .transform((text) => ['on', 'true', '1', 'yes'].includes(text))

const origin = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http(s) address',
  )
  .transform((text) => new URL(text).origin)

const address = z.string().refine(isEmail, 'must be an email address')

const environment = z
  .object({
    PORT: z.coerce.number('must be a number').int().min(0).max(65535).default(3000),
    HOST: z.string().default('localhost'),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(?:ql)?:\/\//, 'must begin with postgres:// or postgresql://')
      .optional(),
    PUBLIC_ORIGIN: origin.optional(),
    ADMIN_EMAIL: address.optional(),
    ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(200).optional(),
    JWT_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
      .optional(),
    MAIL_FROM: z.string().min(3).max(300).optional(),
    CORS_ORIGINS: z
      .string()
      .transform((text) =>
        text
          .split(',')
          .map((one) => one.trim())
          .filter((one) => one !== ''),
      )
      .pipe(z.array(origin))
      .default([]),
    TRUST_PROXY: z
      .string()
      .transform(
        (text, context) =>
          trustProxy(text) ?? fail(context, 'must be off, on, a number of proxies, or their addresses'),
      )
      .default(false),
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be a level such as info or warn',
      )
      .default('info'),
    DEMO: flag.default(true),
    VITE_GOOGLE_MAPS_KEY: z.string().optional(),
    ...providerVariables,
  })
  .refine((env) => env.ADMIN_PASSWORD === undefined || env.ADMIN_EMAIL !== undefined, {
    path: ['ADMIN_EMAIL'],
    message: 'is missing: ADMIN_PASSWORD needs it',
  })
  .refine((env) => env.SMTP_URL === undefined || env.MAIL_FROM !== undefined, {
    path: ['MAIL_FROM'],
    message: 'is missing: SMTP_URL needs it',
  })
  .superRefine(requireCompleteProviders)

export interface Config extends ProviderConfig {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  publicOrigin: string | undefined
  adminEmail: string | undefined
  adminPassword: string | undefined
  jwtSecret: string | undefined
  smtpUrl: string | undefined
  mailFrom: string | undefined
  corsOrigins: string[]
  trustProxy: boolean | number | string
  logLevel: string
  demo: boolean
  hasMapsKey: boolean
}

/**
 * Reads the environment (decisions, Running it); the only place that does. An empty variable counts as unset.
 * Throws ConfigError that names everything wrong at once.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const result = environment.safeParse(set)
  if (!result.success) {
    const lines = result.error.issues.map(
      (issue) => `  ${issue.path[0]?.toString() ?? ''} ${sentence(issue.message)}`,
    )
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
    jwtSecret: read.JWT_SECRET,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    corsOrigins: read.CORS_ORIGINS,
    trustProxy: read.TRUST_PROXY,
    logLevel: read.LOG_LEVEL,
    demo: read.DEMO,
    hasMapsKey: read.VITE_GOOGLE_MAPS_KEY !== undefined,
    ...providerConfig(read),
  }
}

/** A secret that nobody has to remember. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

function trustProxy(text: string): boolean | number | string | undefined {
  if (/^(?:off|false|no|0)$/i.test(text)) return false
  if (/^(?:on|true|yes)$/i.test(text)) return true
  if (/^\d{1,2}$/.test(text)) return Number(text)
  return /^[\da-f.:/, a-z]+$/i.test(text) && /[.:]|loopback|linklocal|uniquelocal/.test(text)
    ? text
    : undefined
}

function fail(context: z.RefinementCtx, message: string) {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

function sentence(message: string): string {
  return /^(?:must|is|needs)\b/.test(message) ? message : `is not right: ${message}`
}
