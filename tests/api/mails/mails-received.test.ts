import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import type { CallOptions } from '@tests/support/server/calls'
import { agedFormToken } from '@tests/support/server/form-tokens'
import { submission } from '@tests/support/server/submissions'
import { FORM_TOKEN_HEADER } from '@/contract/form-tokens'
import { submissionReference } from '@/domain/submissions/submission-limits'
import { jobs } from '@/server/platform/database/schema'

// A mail says that a submission has arrived, or the page says that no mail comes.

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

/** Submits with the form token of a device; resolves with what the page is told. */
async function send(email: string, options: CallOptions = {}) {
  const response = await call(test, 'POST', '/events', {
    key: randomUUID(),
    ...options,
    body: submission({ email }),
  })
  expect(response.status).toBe(201)
  return response.data as { id: string; notified_by_mail: boolean }
}

const device = async () => ({ headers: { [FORM_TOKEN_HEADER]: await agedFormToken(test) } })

async function repeat(times: number, email: string, options?: CallOptions) {
  const notified: boolean[] = []
  for (let number = 0; number < times; number += 1)
    notified.push((await send(email, options)).notified_by_mail)
  return notified
}

async function mailsTo(address: string) {
  await test.jobs.runDue()
  return test.mails.sent.filter(({ to }) => to.toLowerCase() === address)
}

describe('that a submission has arrived', () => {
  it('is told of each of an afternoon, written on one device without an account', async () => {
    const email = newAddress()
    expect(await repeat(8, email, await device())).toEqual(Array(8).fill(true))
    expect(await mailsTo(email)).toHaveLength(8)
  })

  it('is told by subjects that tell several apart, in nobody’s words', async () => {
    const email = newAddress()
    const sender = await device()
    const ids = [(await send(email, sender)).id, (await send(email, sender)).id]
    const subjects = (await mailsTo(email)).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual(
      ids
        .map(
          (id) => `An event was submitted with your address (no. ${submissionReference(id)}, June 15, 2026)`,
        )
        .toSorted(),
    )
  })

  it('is told of ten a day to an address that anonymous people type, however many devices they pretend to be', async () => {
    const email = newAddress()
    const notified = [
      ...(await repeat(6, email, await device())),
      ...(await repeat(6, email.toUpperCase(), await device())),
      ...(await repeat(3, email.replace('@', '+plus@'), await device())),
    ]
    expect(notified).toEqual([...Array<boolean>(10).fill(true), ...Array<boolean>(5).fill(false)])
    expect(await mailsTo(email)).toHaveLength(10)
    test.clock.advance({ days: 1 })
    expect(await repeat(1, email, await device())).toEqual([true])
    expect(await mailsTo(email)).toHaveLength(11)
  })

  it('is told of one a day without a form token, and of later ones with one', async () => {
    const email = newAddress()
    expect(await repeat(3, email)).toEqual([true, false, false])
    expect(await repeat(1, email, await device())).toEqual([true])
    expect(await mailsTo(email)).toHaveLength(2)
  })

  it('is told of every one to an account at its own address', async () => {
    const ana = await test.signIn()
    expect(await repeat(14, ana.email, { token: ana.token })).toEqual(Array(14).fill(true))
    expect(await mailsTo(ana.email)).toHaveLength(14)
  })

  it('is told of every one on a device that has signed in to the account of the address', async () => {
    const ana = await test.signIn()
    const { headers } = await call(test, 'POST', '/auth/login', {
      body: { email: ana.email, password: ana.password },
    })
    const cookie = headers['set-cookie']?.split(';')[0] ?? ''
    expect(await repeat(12, ana.email, { headers: { cookie } })).toEqual(Array(12).fill(true))
    // The share of anonymous senders is still unused.
    expect(await repeat(2, ana.email)).toEqual([true, false])
  })

  it('is told of ten a day by an account to an address that is not its own', async () => {
    const [ana, club] = [await test.signIn(), newAddress()]
    expect((await repeat(12, club, { token: ana.token })).filter(Boolean)).toHaveLength(10)
    expect(await mailsTo(club)).toHaveLength(10)
  })

  it('is promised once: a repeated request is answered as the first, and counts for nothing', async () => {
    const email = newAddress()
    const [sender, key] = [await device(), randomUUID()]
    for (let attempt = 0; attempt < 12; attempt += 1)
      expect((await send(email, { ...sender, key })).notified_by_mail).toBe(true)
    expect(await repeat(9, email, sender)).toEqual(Array(9).fill(true))
  })

  it('is told after an outage of a day as it was promised', async () => {
    const email = newAddress()
    const sender = await device()
    test.mails.failNext(4)
    await repeat(4, email, sender)
    await test.jobs.runDue()
    test.clock.advance({ days: 1 })
    await repeat(8, email, await device())
    expect(await mailsTo(email)).toHaveLength(12)
  })
})
