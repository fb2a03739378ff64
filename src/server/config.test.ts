import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config'

function complaint(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

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

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
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

  it('never repeats a secret that is wrong', () => {
    expect(
      complaint({ JWT_SECRET: 'hunter2', ADMIN_PASSWORD: 'swordf', ADMIN_EMAIL: 'a@example.com' }),
    ).not.toMatch(/hunter2|swordf/)
  })

  it('wants to know whose the password is, and from whom mails come', () => {
    expect(complaint({ ADMIN_PASSWORD: 'long enough' })).toContain('ADMIN_EMAIL')
    expect(complaint({ SMTP_URL: 'smtp://localhost' })).toContain('MAIL_FROM')
  })

  it.each([
    ['off', false],
    ['on', true],
    ['1', 1],
    ['10.0.0.0/8, loopback', '10.0.0.0/8, loopback'],
  ])('reads TRUST_PROXY=%s', (text, value) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toBe(value)
  })

  it('refuses a TRUST_PROXY that it does not understand', () => {
    expect(complaint({ TRUST_PROXY: 'maybe' })).toContain('TRUST_PROXY')
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
