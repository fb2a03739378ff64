import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './read-config'
import { newVapidKeys } from './config-values'

function complaint(env: Record<string, string>, options?: { serves: boolean }): string {
  try {
    readConfig(env, options)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

const PUBLIC_ORIGIN = 'https://guide.example'

describe('readConfig', () => {
  it('needs nothing', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: 'localhost',
      dataDir: './data',
      demo: true,
      trustProxy: false,
      corsOrigins: [],
      publicOrigin: undefined,
    })
  })

  it('asks administrators for a second factor only when told to', () => {
    expect(readConfig({}).requiresSecondFactor).toBe(false)
    expect(readConfig({ ADMIN_REQUIRE_MFA: 'on' }).requiresSecondFactor).toBe(true)
    expect(complaint({ ADMIN_REQUIRE_MFA: 'maybe' })).toContain('ADMIN_REQUIRE_MFA must be on or off')
  })

  it('stops at once and changes tables itself, unless it is told otherwise', () => {
    expect(readConfig({})).toMatchObject({ drainSeconds: 0, migrates: true })
    expect(readConfig({ DRAIN_SECONDS: '5', MIGRATE: 'off' })).toMatchObject({
      drainSeconds: 5,
      migrates: false,
    })
    expect(complaint({ DRAIN_SECONDS: 'soon' })).toContain('DRAIN_SECONDS must be a number of seconds')
  })

  it('treats an empty variable as one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
  })

  it('gives pages what their settings are, and without any the defaults', () => {
    expect(readConfig({}).settings).toEqual({ minFillMs: 3000 })
    const set = {
      VITE_GOOGLE_MAPS_KEY: 'a key',
      VITE_ANALYTICS_ID: 'G-ABC123',
      VITE_ANALYTICS_ORIGIN: 'https://tags.example/path',
      VITE_API_BASE: 'https://api.example/api/v1',
      MIN_FILL_MS: '0',
    }
    expect(readConfig(set).settings).toEqual({
      googleMapsKey: 'a key',
      analyticsId: 'G-ABC123',
      analyticsOrigin: 'https://tags.example',
      apiBase: 'https://api.example/api/v1',
      minFillMs: 0,
    })
    expect(complaint({ MIN_FILL_MS: '-1' })).toContain('MIN_FILL_MS must be a number of milliseconds')
  })

  it('takes a path or another server for the API', () => {
    expect(readConfig({ VITE_API_BASE: '/api/v1' }).settings.apiBase).toBe('/api/v1')
    expect(complaint({ VITE_API_BASE: '//api.example' })).toContain('VITE_API_BASE must be a path')
    expect(complaint({ VITE_API_BASE: 'api.example' })).toContain('VITE_API_BASE must be a path')
  })

  it('names everything that is wrong in one message', () => {
    const message = complaint({
      PORT: 'x',
      PUBLIC_ORIGIN: 'ericeira',
      JWT_SECRET: 'short',
      DEMO: 'perhaps',
      LOG_LEVEL: 'loud',
    })
    expect(message.split('\n')).toHaveLength(6)
    for (const name of ['PORT', 'PUBLIC_ORIGIN', 'JWT_SECRET', 'DEMO', 'LOG_LEVEL'])
      expect(message).toContain(name)
  })

  it('names the secret that a server on a shared database needs, and asks no command beside it for one', () => {
    const env = { PORT: 'x', DATABASE_URL: 'postgres://guide@db/guide' }
    const ofServer = complaint(env, { serves: true })
    expect(ofServer).toContain('PORT must be a number')
    expect(ofServer).toContain('JWT_SECRET is missing: DATABASE_URL needs it')
    expect(complaint(env)).not.toContain('JWT_SECRET')
  })

  it('names what is missing beside what is wrong', () => {
    const message = complaint({
      PORT: 'x',
      TRUST_PROXY: 'maybe',
      DATABASE_URL: 'mysql://localhost',
      ADMIN_PASSWORD: 'long enough',
      SMTP_URL: 'smtp://localhost',
      GOOGLE_CLIENT_ID: 'guide',
    })
    for (const sentence of [
      'PORT must be a number',
      'TRUST_PROXY must be off, a number of proxies',
      'DATABASE_URL must be postgres://',
      'ADMIN_EMAIL is missing: ADMIN_PASSWORD needs it',
      'MAIL_FROM is missing: SMTP_URL needs it',
      'PUBLIC_ORIGIN is missing: SMTP_URL needs it',
      'GOOGLE_CLIENT_SECRET is missing: GOOGLE_CLIENT_ID needs it',
    ])
      expect(message).toContain(`\n  ${sentence}`)
  })

  it('never repeats a secret that is wrong', () => {
    expect(
      complaint({ JWT_SECRET: 'hunter2', ADMIN_PASSWORD: 'swordf', ADMIN_EMAIL: 'a@example.com' }),
    ).not.toMatch(/hunter2|swordf/)
    const message = complaint({
      DATABASE_URL: 'postgres://guide:hunter2#@db/guide',
      SMTP_URL: 'smtps://guide:hunter2@',
      TRUST_PROXY: 'hunter2',
      MAIL_FROM: 'hunter2',
    })
    expect(message.split('\n')).toHaveLength(6)
    expect(message).not.toContain('hunter2')
  })

  it.each(['Password1', 'Ericeira-2026', 'surf.boss-1', 'maria1985'])(
    'takes no password that is easy to guess (%s)',
    (password) => {
      const message = complaint({ ADMIN_PASSWORD: password, ADMIN_EMAIL: 'surf.boss@example.com' })
      expect(message).toContain('ADMIN_PASSWORD must not be easy to guess')
      expect(message).not.toContain(password)
    },
  )

  it('wants to know whose the password is, and from whom mails come', () => {
    expect(complaint({ ADMIN_PASSWORD: 'long enough' })).toContain('ADMIN_EMAIL')
    expect(complaint({ SMTP_URL: 'smtp://localhost' })).toContain('MAIL_FROM')
  })

  it('reads the address of the administrator in the one form that accounts are found by', () => {
    expect(readConfig({ ADMIN_EMAIL: 'Joa\u0303o\u212A@Example.pt' }).adminEmail).toBe(
      'jo\u00E3ok@example.pt',
    )
    expect(complaint({ ADMIN_EMAIL: 'ana@' })).toContain('ADMIN_EMAIL must be an email address')
  })

  it('wants the public address wherever a wrong one would do harm: in mails, and behind a proxy', () => {
    const smtp = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@example.com' }
    expect(complaint(smtp)).toContain('PUBLIC_ORIGIN is missing: SMTP_URL needs it')
    expect(complaint({ ...smtp, PUBLIC_ORIGIN })).toBe('')
    for (const TRUST_PROXY of ['1', '10.0.0.1', 'loopback'])
      expect(complaint({ TRUST_PROXY })).toContain('PUBLIC_ORIGIN is missing: TRUST_PROXY needs it')
    for (const TRUST_PROXY of ['off', '0']) expect(complaint({ TRUST_PROXY })).toBe('')
  })

  it.each([
    ['off', false],
    ['1', 1],
    ['10.0.0.0/8, loopback', '10.0.0.0/8, loopback'],
  ])('reads TRUST_PROXY=%s', (text, value) => {
    expect(readConfig({ TRUST_PROXY: text, PUBLIC_ORIGIN }).trustProxy).toBe(value)
  })

  it.each([
    '10.0.0.1',
    '10.0.0.0/255.0.0.0',
    '10.0.0.0/8, ::1',
    'fc00::/7,loopback',
    'linklocal, uniquelocal, 1::/128',
  ])('accepts TRUST_PROXY=%s, and so does Fastify', (text) => {
    expect(readConfig({ TRUST_PROXY: text, PUBLIC_ORIGIN }).trustProxy).toBe(text)
    expect(() => Fastify({ trustProxy: text })).not.toThrow()
  })

  it.each([
    'maybe',
    'foo.bar',
    'a.loopback',
    '10.0.0.1,',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '10.0.0.0/',
    '::1/129',
    '10.0.0.0/8/8',
  ])('refuses TRUST_PROXY=%s, which Fastify refuses too', (text) => {
    expect(() => Fastify({ trustProxy: text })).toThrow(TypeError)
    expect(complaint({ TRUST_PROXY: text })).toContain('TRUST_PROXY must be off, a number of proxies')
  })

  it.each(['on', 'true', 'YES'])('refuses TRUST_PROXY=%s, and says what to write instead', (text) => {
    const message = complaint({ TRUST_PROXY: text })
    expect(message).toContain('TRUST_PROXY must say whom to believe')
    expect(message).toContain('a number of proxies (1 for one in front of this server), or their addresses')
  })

  it('reads whether mails may go unencrypted, and refuses what it does not understand of it', () => {
    const needed = { PUBLIC_ORIGIN: 'https://guide.example', MAIL_FROM: 'a@example.com' }
    const optional = 'smtp://relay.example:25?tls=optional'
    expect(readConfig({ ...needed, SMTP_URL: optional }).smtpUrl).toBe(optional)
    expect(complaint({ ...needed, SMTP_URL: 'smtp://relay.example?tls=off' })).toContain(
      'SMTP_URL must say ?tls=optional',
    )
  })

  it('reads how much of the disk stays free, and whether limits hold', () => {
    expect(readConfig({})).toMatchObject({ diskReserveBytes: undefined, hasLimits: true })
    expect(readConfig({ DISK_RESERVE_MB: '512', LIMITS: 'off' })).toMatchObject({
      diskReserveBytes: 512 * 1024 * 1024,
      hasLimits: false,
    })
    expect(complaint({ DISK_RESERVE_MB: '-1' })).toContain('DISK_RESERVE_MB must be a number of megabytes')
  })

  it('refuses a TRUST_PROXY that is half an address, though Fastify would guess the rest', () => {
    expect(complaint({ TRUST_PROXY: '10.0.0' })).toContain('TRUST_PROXY must be')
  })

  it.each([
    'postgres://guide:secret@db.example:5432/guide',
    'postgresql://localhost/guide?sslmode=require',
    'postgres://guide@/guide?host=/var/run/postgresql',
    'postgres:///guide?host=/var/run/postgresql',
    'postgres://guide@%2Fvar%2Frun%2Fpostgresql/guide',
  ])('accepts DATABASE_URL=%s', (text) => {
    expect(readConfig({ DATABASE_URL: text }).databaseUrl).toBe(text)
  })

  it.each([
    'mysql://localhost/guide',
    'postgres://',
    'postgres:///guide',
    'postgres://guide@/guide',
    'postgres://guide@/guide?host=',
    'postgres://guide:pass#word@db/guide',
    'postgres://db:port/guide',
  ])('refuses DATABASE_URL=%s, which names no database server', (text) => {
    expect(complaint({ DATABASE_URL: text })).toContain('DATABASE_URL must be postgres://')
  })

  it.each(['http://localhost', 'smtp://', 'smtp:///inbox', 'smtps://user:word@', 'smtps://user:w#rd@host'])(
    'refuses SMTP_URL=%s, which names no mail server',
    (text) => {
      expect(complaint({ SMTP_URL: text, MAIL_FROM: 'a@example.com', PUBLIC_ORIGIN })).toMatch(
        /^The environment is not right:\n {2}SMTP_URL must be smtp:\/\/host:port[^\n]*$/,
      )
    },
  )

  it.each([
    'events@example.com',
    'guide@localhost',
    'Ericeira Events <events@example.com>',
    '"Ericeira, Events" <events@example.com>',
    '<events@example.com>',
  ])('accepts MAIL_FROM=%s', (text) => {
    expect(readConfig({ MAIL_FROM: text }).mailFrom).toBe(text)
  })

  it.each([
    'Ericeira Events',
    'Ericeira Events <events>',
    'Ericeira, Events <events@example.com>',
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
  ])('refuses MAIL_FROM=%j, which is not one address', (text) => {
    expect(complaint({ MAIL_FROM: text })).toContain('MAIL_FROM must be an address')
  })

  it('reads origins without their paths, and several of them', () => {
    const config = readConfig({
      PUBLIC_ORIGIN: 'https://ericeira.events/',
      CORS_ORIGINS: 'https://a.example, https://b.example/x',
    })
    expect(config.publicOrigin).toBe('https://ericeira.events')
    expect(config.corsOrigins).toEqual(['https://a.example', 'https://b.example'])
  })
})

function webPushConfigComplaint(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

const { publicKey, privateKey } = newVapidKeys()

it('takes a pair of keys, or none', () => {
  expect(readConfig({}).vapidKeys).toBeUndefined()
  const env = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }
  expect(readConfig(env).vapidKeys).toEqual({ publicKey, privateKey })
})

it('says what is missing of a pair, and when the two are of different pairs, without repeating a key', () => {
  expect(webPushConfigComplaint({ VAPID_PUBLIC_KEY: publicKey })).toContain('VAPID_PRIVATE_KEY is missing')
  expect(webPushConfigComplaint({ VAPID_PRIVATE_KEY: privateKey })).toContain('VAPID_PUBLIC_KEY is missing')
  const other = newVapidKeys().privateKey
  const message = webPushConfigComplaint({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: other })
  expect(message).toContain('VAPID_PRIVATE_KEY must be the private key of VAPID_PUBLIC_KEY')
  expect(message).not.toContain(other)
})

it('lets a test name a push service of this machine, and of no other', () => {
  const origin = 'http://127.0.0.1:4010'
  expect(readConfig({ PUSH_SERVICE_ORIGIN: `${origin}/` }).pushServiceOrigin).toBe(origin)
  for (const wrong of ['https://push.example', 'http://10.0.0.1', 'http://localhost.example', 'localhost'])
    expect(webPushConfigComplaint({ PUSH_SERVICE_ORIGIN: wrong })).toContain('PUSH_SERVICE_ORIGIN must be')
})
