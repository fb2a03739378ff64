import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { call, submit, type ApiResponse } from '@tests/support/server/calls'
import { mailedToken } from '@tests/support/server/links-in-mails'

import type { Session } from '@/contract/accounts/auth'

import { createLogger } from '@/server/platform/process/logger'

let written: string[] = []
let test: TestApp
beforeAll(async () => {
  test = await buildTestApp({
    // The security log is written whatever the level of the rest.
    log: createLogger('error', { write: (line) => written.push(line) }),
    limits: [{ of: ['revokeResetToken'], by: 'network', max: 1, windowMs: 60_000 }],
  })
})
beforeEach(() => {
  written = []
  // The lines of one kind are bounded by the minute.
  test.clock.advance({ minutes: 1 })
})
afterAll(() => test.close())

interface Entry {
  event: string
  security: true
  requestId?: string
  network?: string
  accountId?: string
  addressHash?: string
  reason?: string
  ids?: string[]
}

const entries = () => written.map((line) => JSON.parse(line) as Entry)
const events = () => entries().map(({ event }) => event)
const post = (path: string, body: object, token?: string) =>
  call(test, 'POST', path, { body, ...(token !== undefined && { token }), remoteAddress: '203.0.113.7' })
const login = (email: string, password: string) => post('/auth/login', { email, password })
const idOf = ({ headers }: ApiResponse) => headers['x-request-id']

describe('the security log', () => {
  it('tells a whole journey of an account, and none of its secrets', async () => {
    const email = `${randomUUID()}@example.com`
    const [first, second, third] = ['morning-swell-7', 'evening-glass-8', 'low-tide-walk-9']
    await post('/auth/register', { email, password: first, name: 'Ana Ondas' })
    await login(email, first)
    const link = await mailedToken(test, email, 'confirm')
    await post('/auth/confirm-email', { token: link, password: first })
    await login(email, 'not the password')
    const session = (await login(email, first)).data as Session
    const old = session.refresh_token.token
    const next = ((await post('/auth/refresh', { refresh_token: old })).data as Session).refresh_token.token
    const last = ((await post('/auth/refresh', { refresh_token: next })).data as Session).refresh_token.token
    await post('/auth/refresh', { refresh_token: old })
    const again = (await login(email, first)).data as Session
    const access = again.access_token.token
    const change = (old_password: string) =>
      call(test, 'PUT', '/profile/password', { token: access, body: { old_password, new_password: second } })
    await change('not the password')
    await change(first)
    await post('/user/password/reset', { email })
    const resetLink = await mailedToken(test, email, 'reset')
    await post('/user/password/reset/confirm', { token: resetLink, new_password: third })
    const ended = (await login(email, third)).data as Session
    await post('/auth/logout', { refresh_token: ended.refresh_token.token })

    expect(events()).toEqual([
      'sign-in.failed',
      'account.opened',
      'sign-in.failed',
      'sign-in.succeeded',
      'refresh-token.reused',
      'sign-in.succeeded',
      'password.change-refused',
      'password.changed',
      'password.reset-requested',
      'password.reset',
      'sign-in.succeeded',
      'sign-out',
    ])
    const text = written.join('')
    const secrets = [email, first, second, third, 'not the password', link, resetLink, old, next, last]
    for (const one of [...secrets, access, ended.refresh_token.token, ended.access_token.token])
      expect(text).not.toContain(one)
    for (const entry of entries()) expect(entry.requestId).toMatch(/^[\da-f-]{36}$/)
  })

  it('shows that several tries were at one address, without naming it', async () => {
    const [email, other] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
    for (const tried of [email, email.toUpperCase(), other]) await login(tried, 'guess')
    const hashes = entries().map(({ addressHash }) => addressHash)
    expect(hashes[0]).toMatch(/^[\w-]{22}$/)
    expect(hashes[1]).toBe(hashes[0])
    expect(hashes[2]).not.toBe(hashes[0])
    expect(entries()[0]).toMatchObject({ security: true, network: '203.0.113.7', event: 'sign-in.failed' })
  })

  it('tells who was refused by role, and who exceeded a limit', async () => {
    const { id, token } = await test.signIn()
    written = []
    const refused = await call(test, 'GET', '/backoffice/users', { token })
    await post('/user/password/reset/revoke-token', { token: 'x' })
    const limited = await post('/user/password/reset/revoke-token', { token: 'x' })
    expect([refused.status, limited.status]).toEqual([403, 429])
    expect(entries()).toMatchObject([
      { event: 'access.refused', accountId: id, endpoint: 'listUsers', requestId: idOf(refused) },
      { event: 'limit.exceeded', network: '203.0.113.7', requestId: idOf(limited) },
    ])
  })

  it('tells who deleted their account, and who tried to with a wrong password', async () => {
    const { id, email, password, token } = await test.signIn()
    written = []
    await post('/profile/delete', { password: 'not the one' }, token)
    await post('/profile/delete', { password }, token)
    expect(entries()).toMatchObject([
      { event: 'account.deletion-refused', accountId: id },
      { event: 'account.deleted', accountId: id, reason: 'by its owner' },
    ])
    for (const secret of [email, password, 'not the one', token]) expect(written.join()).not.toContain(secret)
  })

  it('tells which administrator reviewed and deleted what', async () => {
    const [event, other] = [await submit(test), await submit(test)]
    await test.admin()
    written = []
    await byAdmin(test, 'POST', `/events/${event}/review`, { action: 'approve' })
    await byAdmin(test, 'POST', '/events/review/batch', { action: 'reject', event_ids: [other] })
    await byAdmin(test, 'DELETE', `/events/${event}`)
    const from = { first_name: 'Ana', last_name: 'Reis', email: 'ana@example.com' }
    const sent = { key: randomUUID(), body: { ...from, topic: 'Other', message: 'Hello' } }
    const { id: message } = (await call(test, 'POST', '/contact-form', sent)).data as { id: string }
    await byAdmin(test, 'DELETE', `/contact-forms/${message}`)
    const what = entries().filter(({ ids }) => ids !== undefined)
    expect(what.map(({ event: name, ids }) => [name, ids])).toEqual([
      ['event.reviewed', [event]],
      ['event.reviewed', [other]],
      ['event.deleted', [event]],
      ['support-message.deleted', [message]],
    ])
    for (const { accountId } of what) expect(accountId).toEqual(expect.any(String))
  })
})
