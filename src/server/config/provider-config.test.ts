import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './read-config'

const pemOf = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const APPLE_ACCOUNT = {
  APPLE_TEAM_ID: 'TEAM123456',
  APPLE_KEY_ID: 'KEY1234567',
  APPLE_PRIVATE_KEY: pemOf('P-256'),
}

function complaint(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

describe('sign-in by provider', () => {
  it('is off without settings', () => {
    expect(readConfig({})).toMatchObject({ google: undefined, apple: undefined, applePush: undefined })
  })

  it('is on for Google with a client and its secret', () => {
    expect(readConfig({ GOOGLE_CLIENT_ID: 'guide', GOOGLE_CLIENT_SECRET: 'secret' }).google).toEqual({
      clientId: 'guide',
      clientSecret: 'secret',
    })
  })

  it('is on for Apple with the website, the app, or both; the app gets push messages too', () => {
    const website = readConfig({ ...APPLE_ACCOUNT, APPLE_CLIENT_ID: 'guide.web' })
    expect(website.apple).toMatchObject({ websiteId: 'guide.web', appId: undefined, teamId: 'TEAM123456' })
    expect(website.applePush).toBeUndefined()
    const app = readConfig({ ...APPLE_ACCOUNT, APPLE_APP_ID: 'guide.app' })
    expect(app.apple).toMatchObject({ websiteId: undefined, appId: 'guide.app' })
    expect(app.applePush).toMatchObject({ topic: 'guide.app', keyId: 'KEY1234567' })
  })

  it('can be left out for an app that only gets push messages', () => {
    const config = readConfig({ ...APPLE_ACCOUNT, APPLE_PUSH_TOPIC: 'guide.app' })
    expect([config.apple, config.applePush?.topic]).toEqual([undefined, 'guide.app'])
  })

  it('says all that is missing of what is begun', () => {
    const message = complaint({ GOOGLE_CLIENT_ID: 'guide', APPLE_CLIENT_ID: 'guide.web' })
    expect(message).toContain('GOOGLE_CLIENT_SECRET is missing: GOOGLE_CLIENT_ID needs it')
    for (const name of Object.keys(APPLE_ACCOUNT)) expect(message).toContain(`${name} is missing`)
  })

  it('wants a key of Apple’s kind, and does not repeat what it got instead', () => {
    for (const key of ['not a key', pemOf('P-384')]) {
      const message = complaint({ ...APPLE_ACCOUNT, APPLE_CLIENT_ID: 'guide.web', APPLE_PRIVATE_KEY: key })
      expect(message).toContain('APPLE_PRIVATE_KEY must be the text of the .p8 file')
      expect(message).not.toContain(key.slice(0, 40))
    }
  })
})
