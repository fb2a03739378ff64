import { expect, it } from 'vitest'
import { ConfigError, readConfig } from './read-config'
import { newVapidKeys } from './config-values'

function complaint(env: Record<string, string>): string {
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
  expect(complaint({ VAPID_PUBLIC_KEY: publicKey })).toContain('VAPID_PRIVATE_KEY is missing')
  expect(complaint({ VAPID_PRIVATE_KEY: privateKey })).toContain('VAPID_PUBLIC_KEY is missing')
  const other = newVapidKeys().privateKey
  const message = complaint({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: other })
  expect(message).toContain('VAPID_PRIVATE_KEY must be the private key of VAPID_PUBLIC_KEY')
  expect(message).not.toContain(other)
})

it('lets a test name a push service of this machine, and of no other', () => {
  const origin = 'http://127.0.0.1:4010'
  expect(readConfig({ PUSH_SERVICE_ORIGIN: `${origin}/` }).pushServiceOrigin).toBe(origin)
  for (const wrong of ['https://push.example', 'http://10.0.0.1', 'http://localhost.example', 'localhost'])
    expect(complaint({ PUSH_SERVICE_ORIGIN: wrong })).toContain('PUSH_SERVICE_ORIGIN must be')
})
