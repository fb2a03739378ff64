import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { submission } from '@tests/support/server/submissions'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

describe('a compressed body', () => {
  it.each([
    ['gzip', gzipSync(JSON.stringify(submission()))],
    ['gzip', Buffer.from('not compressed at all')],
    ['br', Buffer.from('neither')],
    ['deflate', gzipSync(Buffer.alloc(5_000_000))],
  ])('by %s is not decompressed, and gets a response', async (encoding, payload) => {
    const { token } = await test.signIn()
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/v1/user/set-apple-device',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-encoding': encoding,
      },
      payload,
    })
    expect(response.statusCode).toBe(400)
  })
})
