import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

async function choose(locale: string, referer?: string) {
  const headers = { host: 'guide.example', ...(referer !== undefined && { referer }) }
  const { statusCode, headers: sent } = await test.app.inject({ url: `/language/${locale}`, headers })
  return { statusCode, location: sent.location, cookie: sent['set-cookie'] }
}

describe('the link that changes the language', () => {
  it('remembers the choice for a year and leads back to its page', async () => {
    expect(await choose('pt', 'http://guide.example/events?tags=surf#list')).toEqual({
      statusCode: 303,
      location: '/events?tags=surf',
      cookie: 'lang=pt; Path=/; Max-Age=31536000; SameSite=Lax',
    })
  })

  it.each([
    undefined,
    'https://evil.example/events',
    'http://guide.example.evil.example/',
    'http://guide.example//evil.example',
    'nonsense',
  ])('leads home from %j', async (referer) => {
    expect((await choose('pt', referer)).location).toBe('/')
  })

  it('sets nothing for a language that the app does not have', async () => {
    expect((await choose('xx', 'http://guide.example/events')).cookie).toBeUndefined()
  })
})
