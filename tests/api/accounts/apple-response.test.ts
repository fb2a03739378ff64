import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'

let test: TestApp

beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

describe("Apple's response", () => {
  it('is handed to the page in the fragment, with the name in one line', async () => {
    const user = JSON.stringify({ name: { firstName: 'Ana\n', lastName: ' Ondas' }, email: 'a@example.com' })
    const form = new URLSearchParams({ code: 'c.0&=#', state: 's-1', id_token: 'a token', user })
    const response = await post(form.toString())
    expect(response.statusCode).toBe(303)
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(fragmentOf(response.headers.location)).toEqual({
      code: 'c.0&=#',
      state: 's-1',
      name: 'Ana Ondas',
    })
  })

  it('that says no is handed on, too', async () => {
    const response = await post('error=user_cancelled_authorize&state=s-1')
    expect(fragmentOf(response.headers.location)).toEqual({ error: 'user_cancelled_authorize', state: 's-1' })
  })

  it('is handed on without what it cannot have said', async () => {
    for (const body of [
      '',
      `code=${'c'.repeat(3000)}&state=${'s'.repeat(300)}`,
      'error=<script>',
      'user={"name":',
      'user={"name":{"firstName":{}}}',
      'next=//evil.example&__proto__=1',
    ])
      expect(fragmentOf((await post(body)).headers.location), body).toEqual({})
  })

  it('is refused in another encoding or when it is long, as are forms everywhere else', async () => {
    expect((await post('{"code":"x"}', 'application/json')).statusCode).toBe(415)
    expect((await post('x', 'text/plain')).statusCode).toBe(415)
    expect((await post(`code=${'c'.repeat(9000)}`)).statusCode).toBe(413)
    const elsewhere = await test.app.inject({
      method: 'POST',
      url: '/api/v1/auth/google/login',
      payload: 'code=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(elsewhere.statusCode).toBe(415)
  })
})

function post(payload: string, type = 'application/x-www-form-urlencoded') {
  return test.app.inject({
    method: 'POST',
    url: '/auth/apple/redirect',
    payload,
    headers: { 'content-type': type, origin: 'https://appleid.apple.com' },
  })
}

function fragmentOf(location: unknown): Record<string, string> {
  expect(location).toMatch(/^\/auth\/apple\/redirect#/)
  return Object.fromEntries(new URLSearchParams(String(location).split('#')[1]))
}
