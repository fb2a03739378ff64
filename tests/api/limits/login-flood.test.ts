// @module-tag full
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  call(test, 'POST', '/auth/login', { body: { email, password }, headers })
const flood = () => Array.from({ length: 80 }, () => login(`${randomUUID()}@example.com`, 'guess'))

describe('a flood of sign-ins', () => {
  it('is turned away with 503 and Retry-After beyond what is waited for', async () => {
    const responses = await Promise.all(flood())
    const shed = responses.filter(({ status }) => status === 503)
    expect(shed.length).toBeGreaterThan(0)
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(responses.length - shed.length)
    for (const { error, headers } of shed)
      expect([error?.code, Number(headers['retry-after']) > 0]).toEqual(['UNAVAILABLE', true])
  })

  it('does not shut out who has signed in on this device before, nor who is signed in', async () => {
    const [{ email, password }, other] = [await test.signIn(), await test.signIn()]
    const first = await login(email, password)
    const [cookie = ''] = String(first.headers['set-cookie']).split(';')
    const body = { old_password: other.password, new_password: 'another long walk' }
    const attempts = flood()
    const [again, changed] = await Promise.all([
      login(email, password, { cookie }),
      call(test, 'PUT', '/profile/password', { token: other.token, body }),
    ])
    expect([again.status, changed.status]).toEqual([200, 200])
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses).toContain(503)
  })
})
