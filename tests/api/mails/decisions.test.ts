import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin, runReviewJobs } from '@tests/support/server/back-office'
import { review, submit } from '@tests/support/server/calls'
import { submissionReference } from '@/domain/submissions/submission-limits'

// What is decided of the events of one address within the time in which it can be undone is one mail.

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(async () => {
  await runReviewJobs(test)
  test.clock.set(TEST_NOW)
  test.mails.sent.length = 0
})
afterAll(() => test.close())

const newAddress = () => `partner-${randomUUID()}@example.com`
const reviewBatch = (ids: string[], action = 'approve') =>
  byAdmin(test, 'POST', '/events/review/batch', { action, event_ids: ids })

async function submitted(count: number, email: string, token?: string) {
  const ids: string[] = []
  for (let number = 1; number <= count; number += 1)
    ids.push(await submit(test, { email, title: `Evening ${number}` }, token === undefined ? {} : { token }))
  await test.jobs.runDue()
  test.mails.sent.length = 0
  return ids
}

async function mailsTo(email: string) {
  await runReviewJobs(test)
  return test.mails.sent.filter(({ to }) => to === email)
}

describe('decisions', () => {
  it('of a batch are one mail for each address, with the link of each event and nothing that a stranger typed', async () => {
    const [partner, other] = [newAddress(), newAddress()]
    const [ids, others] = [await submitted(3, partner), await submitted(1, other)]
    await reviewBatch([...ids, ...others])
    const [mail, ...more] = await mailsTo(partner)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('3 events submitted with your address have been reviewed')
    for (const id of ids) {
      expect(mail?.text).toContain(`no. ${submissionReference(id)}`)
      expect(mail?.text).toMatch(new RegExp(`Change or cancel it: http://mail\\.test/manage/${id}#`))
      expect(mail?.html).toContain(`href="http://mail.test/events/${id}"`)
    }
    expect(mail?.text).not.toContain('Evening')
    expect((await mailsTo(other))[0]?.subject).toContain('has been published')
  })

  it('made one after the other are one mail, which leaves when the last cannot be undone any more', async () => {
    const email = newAddress()
    const [first = '', second = ''] = await submitted(2, email)
    await review(test, first, { action: 'approve' })
    test.clock.advance({ seconds: 10 })
    await review(test, second, { action: 'reject', reason: 'Twice, <b>sorry</b>.' })
    test.clock.advance({ seconds: 10 })
    await test.jobs.runDue()
    expect(test.mails.sent).toEqual([])
    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    expect(mail?.text).toMatch(
      /Published\n-+\n\nno\. [^]*Not published\n-+\n\nno\. [^]*Reason: Twice, <b>sorry<\/b>\./,
    )
    expect(mail?.html).toContain('Reason: Twice, &lt;b&gt;sorry&lt;/b&gt;.')
  })

  it('that are undone are not mailed, and the others are', async () => {
    const email = newAddress()
    const [kept = '', undone = ''] = await submitted(2, email)
    await reviewBatch([kept, undone])
    const response = await byAdmin(test, 'POST', '/events/review/undo/batch', { event_ids: [undone] })
    expect(response.data).toEqual({ done: [undone], failed: [] })
    const mails = await mailsTo(email)
    expect(mails.map(({ text }) => [text.includes(kept), text.includes(undone)])).toEqual([[true, false]])
  })

  it('of events that are deleted since are said where they were rejected, and a retry says each once', async () => {
    const email = newAddress()
    const [gone = '', rejected = '', approved = ''] = await submitted(3, email)
    await reviewBatch([gone, approved])
    await reviewBatch([rejected], 'reject')
    await byAdmin(test, 'POST', '/events/delete/batch', { event_ids: [gone, rejected] })
    test.mails.failNext(1)
    expect(await mailsTo(email)).toEqual([])
    const mails = await mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      '2 events submitted with your address have been reviewed',
    ])
    expect(await mailsTo(email)).toHaveLength(1)
  })
})
