import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type SignedIn, type TestApp } from '@tests/support/server/app'
import { runReviewJobs } from '@tests/support/server/back-office'
import { call, review, submit } from '@tests/support/server/calls'
import { block } from '@tests/support/server/timetables'
import type { Session } from '@/contract/accounts/auth'
import { jobs } from '@/server/platform/database/schema'

let test: TestApp
let ana: SignedIn
beforeAll(async () => {
  test = await buildTestApp()
  ana = await test.signIn({ email: 'ana@example.com' })
})
/** A signed-in person submits under their own address: their mails say what it is about. */
const submitAsAna: typeof submit = async (app, changes, options) => {
  const { email, password } = ana
  const { data } = await call(test, 'POST', '/auth/login', { body: { email, password } })
  return submit(app, changes, { token: (data as Session).access_token.token, ...options })
}
beforeEach(async () => {
  await runReviewJobs(test)
  test.clock.set(TEST_NOW)
  test.mails.sent.length = 0
})
afterAll(() => test.close())

/** The text of the mail that an event is published, when it is approved at an instant, ISO 8601. */
async function approvalOf(id: string, iso: string): Promise<string | undefined> {
  test.clock.set(iso)
  await review(test, id, { action: 'approve' })
  await runReviewJobs(test)
  return test.mails.sent.findLast(({ text }) => text.includes(`/events/${id}`))?.text
}

describe('mails', () => {
  it('are in Portuguese for who wrote in Portuguese', async () => {
    const id = await submitAsAna(
      test,
      { title: 'Noite de Fado' },
      { headers: { 'accept-language': 'pt-PT' } },
    )
    await review(test, id, { action: 'approve' })
    await runReviewJobs(test)
    expect(test.mails.sent.map(({ subject }) => subject)).toEqual([
      'Recebemos o seu evento “Noite de Fado”',
      'O seu evento “Noite de Fado” foi publicado',
    ])
    expect(test.mails.sent[1]?.text).toContain(`http://mail.test/events/${id}`)
  })

  it('name the next date of an event whose first is over when it is approved', async () => {
    const id = await submitAsAna(test, {
      timetable: {
        list: [block('2026-06-16 19:00', '2026-06-16 22:00'), block('2026-06-20 21:00', '2026-06-20 22:00')],
      },
    })
    expect(await approvalOf(id, '2026-06-16T20:57:00Z')).toMatch(/When: Tuesday, June 16, 2026 at 7:00\sPM/)
    const late = await submitAsAna(test, {
      timetable: {
        list: [block('2026-06-17 19:00', '2026-06-17 22:00'), block('2026-06-20 21:00', '2026-06-20 22:00')],
      },
    })
    expect(await approvalOf(late, '2026-06-17T21:00:00Z')).toMatch(
      /When: Saturday, June 20, 2026 at 9:00\sPM/,
    )
  })

  it('bring a support message to the team', async () => {
    const body = {
      first_name: 'Rui',
      last_name: 'Costa',
      email: 'rui@example.com',
      topic: 'Urgent Matter',
      message: 'The date is wrong.',
    }
    const response = await call(test, 'POST', '/contact-form', { body })
    expect(response.status).toBe(201)
    await test.jobs.runDue()
    expect(test.mails.sent[0]).toMatchObject({
      to: 'hello@ericeira.events',
      subject: '[Urgent Matter] Message from Rui Costa',
    })
    expect(test.mails.sent[0]?.text).toContain('The date is wrong.')
    expect(test.mails.sent[0]?.text).toContain('rui@example.com')
  })

  it('leave nothing of what people wrote in the job queue', async () => {
    test.mails.failNext(1)
    await submitAsAna(test, { title: 'Private matter' })
    await test.jobs.runDue()
    expect(JSON.stringify(await test.db.select().from(jobs))).not.toMatch(/Private matter|ana@example/)
  })
})
