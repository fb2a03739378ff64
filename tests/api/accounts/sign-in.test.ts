import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import { registrations } from '@/server/platform/database/schema'
import { hashPassword } from '@/server/modules/auth/passwords'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const login = (email: string, password: string) =>
  call(test, 'POST', '/auth/login', { body: { email, password } })
const mayUseBackOffice = async (token: string) =>
  (await call(test, 'GET', '/backoffice/events/count-by-status', { token })).status === 200

describe('POST /auth/login', () => {
  it('gives both tokens and the user, whatever the case of the address', async () => {
    const { email, password, id } = await test.signIn({ email: 'joana@example.com', role: 'ADMIN' })
    const response = await login(email.toUpperCase(), password)
    const now = test.clock.nowMs() / 1000
    expect(response.data).toEqual({
      access_token: { token: expect.any(String), expires_at: now + 15 * 60 },
      refresh_token: { token: expect.any(String), expires_at: now + 12 * 3600 },
      user: { id, email, name: 'Maria Silva', role: 'ADMIN' },
      server_time: now,
    })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('refuses the right password of an unconfirmed address, and sends one fresh link', async () => {
    const email = 'unconfirmed@example.com'
    await test.db.insert(registrations).values({
      id: randomUUID(),
      email,
      name: 'Rui',
      passwordHash: await hashPassword('right password'),
      locale: 'pt',
    })
    const response = await login(email, 'right password')
    const second = await login(email, 'right password')
    // It says what is true both times.
    expect(second.error).toEqual(response.error)
    expect(response.error?.message).not.toMatch(/new link/)
    expect([response.status, response.error?.code]).toEqual([403, 'EMAIL_NOT_CONFIRMED'])
    await test.jobs.runDue()
    const mails = test.mails.sent.filter(({ to }) => to === email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('Confirme o seu endereço de email')
    expect(mails[0]?.text).toMatch(/http:\/\/mail\.test\/login\?confirm-email-token=[\w-]{43}/)
  })
})

describe('an access token', () => {
  it('signed with another secret, by something else, or not at all, is refused', async () => {
    const { token } = await test.signIn({ role: 'ADMIN' })
    const [header, payload] = token.split('.')
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as Record<string, unknown>
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('another secret of the same length ok'))
    const withOurSecret = new TextEncoder().encode('a secret of the tests that is long enough')
    const signed = (changed: Record<string, unknown>) =>
      new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: 'HS256' }).sign(withOurSecret)
    expect(await mayUseBackOffice(await signed({}))).toBe(true)
    for (const aud of [undefined, 'something-else'])
      expect(await mayUseBackOffice(await signed({ aud }))).toBe(false)
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    for (const bad of [forged, unsigned, `${header}.${payload}.`, 'x'])
      expect(await mayUseBackOffice(bad)).toBe(false)
  })
})
