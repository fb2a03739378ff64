import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { call, submit, type CallOptions } from '@tests/support/server/calls'
import { submission } from '@tests/support/server/submissions'
import { jobs, mailTokens } from '@/server/platform/database/schema'

// What strangers cause with somebody else's address is limited by day and kind, and leaves its owner what they ask for.

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(async () => {
  test.clock.set(TEST_NOW)
  await test.db.delete(jobs)
  test.mails.sent.length = 0
})
afterAll(() => test.close())

const newAddress = () => `organiser-${randomUUID()}@example.com`
const register = (email: string) =>
  call(test, 'POST', '/auth/register', { body: { email, password: 'ribeira-dilhas-0712', name: 'Ana' } })
const requestReset = (email: string) => call(test, 'POST', '/user/password/reset', { body: { email } })

/** Submits as often; resolves with what the page is told each time. */
async function send(times: number, email: string, options: CallOptions = {}) {
  const notified: boolean[] = []
  for (let number = 0; number < times; number += 1) {
    const body = submission({ email })
    const { data } = await call(test, 'POST', '/events', { key: randomUUID(), ...options, body })
    notified.push((data as { notified_by_mail: boolean }).notified_by_mail)
  }
  return notified
}

async function mailsTo(address: string) {
  await test.jobs.runDue()
  return test.mails.sent.filter(({ to }) => to.toLowerCase() === address)
}

const subjectsTo = async (address: string) =>
  (await mailsTo(address)).map(({ subject }) => subject.replace(/ \(no\. .*/, ''))

describe('that a submission has arrived', () => {
  it('is told three times a day to an address that was typed, and then the page says that no mail comes', async () => {
    const email = newAddress()
    expect(await send(2, email)).toEqual([true, true])
    // One mailbox, however it is written.
    expect(await send(1, email.toUpperCase())).toEqual([true])
    expect(await send(2, email.replace('@', '+plus@'))).toEqual([false, false])
    expect(await mailsTo(email)).toHaveLength(3)
    test.clock.advance({ days: 1 })
    expect(await send(1, email)).toEqual([true])
  })
})

describe('mails that somebody asks for', () => {
  it('are three a day: later ones make no link, and the next day there are others', async () => {
    const email = newAddress()
    const before = await test.db.$count(mailTokens)
    for (let number = 0; number < 6; number += 1) await register(email)
    expect(await mailsTo(email)).toHaveLength(3)
    expect((await test.db.$count(mailTokens)) - before).toBe(3)
    test.clock.set('2026-06-16T08:00:00Z')
    await register(email)
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(4)
    const token = /confirm-email-token=([\w-]+)/.exec(mails[3]?.text ?? '')?.[1]
    expect((await call(test, 'POST', '/auth/confirm-email', { body: { token } })).status).toBe(200)
  })

  it('leave an account its own mails and a new password, of which it has ten a day', async () => {
    const ana = await test.signIn()
    await submit(test, { title: 'Sunrise yoga', email: ana.email }, { token: ana.token })
    await send(4, ana.email)
    for (let number = 0; number < 4; number += 1) await register(ana.email)
    for (let number = 0; number < 12; number += 1) {
      test.clock.advance({ minutes: 5 })
      await requestReset(ana.email)
    }
    const subjects = await subjectsTo(ana.email)
    const count = (text: string) => subjects.filter((subject) => subject.includes(text)).length
    expect(
      ['with your address', 'You already have', 'Reset your password', 'Sunrise yoga'].map(count),
    ).toEqual([3, 3, 10, 1])
  })
})
