import { generateKeyPairSync } from 'node:crypto'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './read-config'

type Env = Record<string, string>

function complaint(env: Env, options?: { serves: boolean }): string {
  try {
    readConfig(env, options)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

const PUBLIC_ORIGIN = 'https://guide.example'
const SMTP = { PUBLIC_ORIGIN, MAIL_FROM: 'a@example.com' }
const pemOf = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const APPLE = { APPLE_TEAM_ID: 'TEAM123456', APPLE_KEY_ID: 'KEY1234567', APPLE_PRIVATE_KEY: pemOf('P-256') }

describe('the environment', () => {
  it('may be empty, and an empty variable is one that is not set', () => {
    const config = readConfig({ PORT: '', DATABASE_URL: ' ' })
    expect(config).toEqual(readConfig({}))
    expect(config).toMatchObject({
      demo: true,
      hasLimits: true,
      trustProxy: false,
      corsOrigins: [],
      requiresSecondFactor: false,
      settings: { minFillMs: 3000 },
    })
  })

  it.each<[Env, object]>([
    [
      { ADMIN_REQUIRE_MFA: 'on', DEMO: 'no', LIMITS: '0' },
      { requiresSecondFactor: true, demo: false, hasLimits: false },
    ],
    [{ DISK_RESERVE_MB: '512' }, { diskReserveBytes: 512 * 1024 * 1024 }],
    [
      { CORS_ORIGINS: 'https://a.example, https://b.example/x' },
      { corsOrigins: ['https://a.example', 'https://b.example'] },
    ],
    [{ PUBLIC_ORIGIN: 'https://ericeira.events/' }, { publicOrigin: 'https://ericeira.events' }],
    [{ ADMIN_EMAIL: 'Joa\u0303o\u212A@Example.pt' }, { adminEmail: 'jo\u00E3ok@example.pt' }],
    [{ VITE_API_BASE: '/api/v1', MIN_FILL_MS: '0' }, { settings: { apiBase: '/api/v1', minFillMs: 0 } }],
    [
      {
        VITE_ANALYTICS_ID: 'G-ABC123',
        VITE_ANALYTICS_ORIGIN: 'https://tags.example/path',
        VITE_API_BASE: 'https://api.example/api/v1',
      },
      {
        settings: {
          analyticsId: 'G-ABC123',
          analyticsOrigin: 'https://tags.example',
          apiBase: 'https://api.example/api/v1',
        },
      },
    ],
    [{ TRUST_PROXY: '1', PUBLIC_ORIGIN }, { trustProxy: 1 }],
    [
      { ...APPLE, APPLE_CLIENT_ID: 'guide.web' },
      { apple: { websiteId: 'guide.web', appId: undefined }, applePush: undefined },
    ],
    [
      { ...APPLE, APPLE_APP_ID: 'guide.app' },
      { apple: { appId: 'guide.app' }, applePush: { topic: 'guide.app', keyId: 'KEY1234567' } },
    ],
  ])('reads %o', (env, config) => {
    expect(readConfig(env)).toMatchObject(config)
  })

  it('names everything that is wrong and everything that is missing in one message', () => {
    const wrong = {
      PORT: 'x',
      PUBLIC_ORIGIN: 'ericeira',
      JWT_SECRET: 'short',
      DEMO: 'perhaps',
      LOG_LEVEL: 'loud',
    }
    const message = complaint({
      ...wrong,
      DISK_RESERVE_MB: 'some',
      ADMIN_PASSWORD: 'long enough',
      SMTP_URL: 'smtp://localhost',
      GOOGLE_CLIENT_ID: 'guide',
      APPLE_CLIENT_ID: 'guide.web',
      S3_BUCKET: 'guide',
    })
    for (const name of Object.keys(wrong)) expect(message).toContain(`\n  ${name} must `)
    for (const line of [
      'DISK_RESERVE_MB must be a number of megabytes',
      'ADMIN_EMAIL is missing: ADMIN_PASSWORD needs it',
      'MAIL_FROM is missing: SMTP_URL needs it',
      'GOOGLE_CLIENT_SECRET is missing: GOOGLE_CLIENT_ID needs it',
      ...Object.keys(APPLE).map((name) => `${name} is missing: APPLE_CLIENT_ID needs it`),
      'S3_SECRET_ACCESS_KEY is missing: S3_BUCKET needs it',
    ])
      expect(message).toContain(`\n  ${line}`)
    expect(message.split('\n')).toHaveLength(16)
  })

  it('needs a secret of a server on a shared database, and of no command beside it', () => {
    const env = { DATABASE_URL: 'postgres://guide@db/guide' }
    expect(complaint(env, { serves: true })).toContain('JWT_SECRET is missing: DATABASE_URL needs it')
    expect(complaint(env)).toBe('')
  })

  it('needs the public address wherever a wrong one would do harm: in mails, and behind a proxy', () => {
    const wanting: Env[] = [
      { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@b.pt' },
      { TRUST_PROXY: 'loopback' },
    ]
    for (const env of wanting)
      expect(complaint(env)).toMatch(/PUBLIC_ORIGIN is missing: (?:SMTP_URL|TRUST_PROXY) needs it$/)
  })

  it('never repeats a secret that is wrong', () => {
    const message = complaint({
      JWT_SECRET: 'hunter2',
      ADMIN_PASSWORD: 'hunter2',
      ADMIN_EMAIL: 'a@example.com',
      DATABASE_URL: 'postgres://guide:hunter2#@db/guide',
      SMTP_URL: 'smtps://guide:hunter2@',
      TRUST_PROXY: 'hunter2',
      MAIL_FROM: 'hunter2',
      APPLE_PRIVATE_KEY: pemOf('P-384'),
    })
    expect(message).toContain('APPLE_PRIVATE_KEY must be the text of the .p8 file')
    expect(message).not.toMatch(/hunter2|BEGIN/)
  })

  it.each(['Password1', 'Ericeira-2026', 'surf.boss-1', 'maria1985'])(
    'takes no password that is easy to guess (%s)',
    (password) => {
      const message = complaint({ ADMIN_PASSWORD: password, ADMIN_EMAIL: 'surf.boss@example.com' })
      expect(message).toContain('ADMIN_PASSWORD must not be easy to guess')
      expect(message).not.toContain(password)
    },
  )

  it.each(['maybe', 'foo.bar', '10.0.0.1,', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.0/', '::1/129'])(
    'refuses TRUST_PROXY=%s, which Fastify refuses too',
    (given) => {
      expect(() => Fastify({ trustProxy: given })).toThrow(TypeError)
      expect(complaint({ TRUST_PROXY: given })).toContain('TRUST_PROXY must be off, a number of proxies')
    },
  )

  it.each([
    ['DATABASE_URL', 'must be postgres://', 'mysql://localhost/guide'],
    ['DATABASE_URL', 'must be postgres://', 'postgres://guide@/guide?host='],
    ['DATABASE_URL', 'must be postgres://', 'postgres://guide:pass#word@db/guide'],
    ['SMTP_URL', 'must be smtp://host:port', 'http://localhost'],
    ['SMTP_URL', 'must be smtp://host:port', 'smtps://user:w#rd@host'],
    ['SMTP_URL', 'must say ?tls=optional', 'smtp://relay.example?tls=off'],
    ['MAIL_FROM', 'must be an address', 'Ericeira, Events <events@example.com>'],
    ['MAIL_FROM', 'must be an address', 'a@example.com\r\nBcc: b@example.com'],
    ['TRUST_PROXY', 'must say whom to believe', 'on'],
    ['TRUST_PROXY', 'must be off', '10.0.0'],
    ['ADMIN_EMAIL', 'must be an email address', 'ana@'],
    ['ADMIN_REQUIRE_MFA', 'must be on or off', 'maybe'],
    ['VITE_API_BASE', 'must be a path', '//api.example'],
    ['PUSH_SERVICE_ORIGIN', 'must be an http address on this machine', 'http://localhost.example'],
  ])('refuses a %s that %s (%j)', (name, sentence, value) => {
    expect(complaint({ ...SMTP, [name]: value })).toContain(`\n  ${name} ${sentence}`)
  })
})
