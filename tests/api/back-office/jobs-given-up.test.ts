import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { at, call, submit } from '@tests/support/server/calls'
import type { Session } from '@/contract/accounts/auth'
import type { Activity, Overview } from '@/contract/back-office/back-office-overview'
import { activities, jobs, mailCounts } from '@/server/platform/database/schema'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(async () => {
  test.clock.set(TEST_NOW)
  test.mails.failNext(0)
  test.mails.sent.length = 0
  await test.db.delete(jobs)
  await test.db.delete(mailCounts)
  await test.db.delete(activities)
})
afterAll(() => test.close())

async function givenUp(): Promise<NonNullable<Overview['given_up']>> {
  return ((await byAdmin(test, 'GET', '/overview')).data as Overview).given_up ?? []
}

/** The mail server is away for as long as a mail is tried. */
async function runInVain(): Promise<void> {
  test.mails.failNext(Number.MAX_SAFE_INTEGER)
  for (let attempt = 0; attempt < 31; attempt += 1) {
    await test.jobs.runDue()
    test.clock.advance({ hours: 6 })
  }
  test.mails.failNext(0)
}

/** A mail about a submission, tried 31 times in vain. */
async function giveUpMail(): Promise<string> {
  await submit(test)
  await runInVain()
  const [job] = await givenUp()
  if (job === undefined) throw new Error('nothing was given up')
  return job.id
}

describe('a job that was given up', () => {
  it('is seen with its error, and goes when it is tried again; the log says who did', async () => {
    const id = await giveUpMail()
    expect(await givenUp()).toEqual([
      {
        id,
        name: 'mail:submission-received',
        error: 'Error',
        attempts: 31,
        given_up_at: at(TEST_NOW) + 30 * 6 * 3600,
        can_retry: true,
      },
    ])
    expect((await byAdmin(test, 'POST', `/jobs/${id}/retry`)).status).toBe(200)
    expect(await givenUp()).toEqual([])
    expect(test.mails.sent).toEqual([])
    await test.jobs.runDue()
    expect(test.mails.sent).toHaveLength(1)
    const log = (await byAdmin(test, 'GET', '/activities')).data as { items: Activity[] }
    expect(log.items).toMatchObject([
      { action: 'job.retried', subject: { id, label: 'mail:submission-received', exists: false } },
    ])
  })

  it('is nothing that is done, waits, or is another’s to try', async () => {
    const id = await giveUpMail()
    const { token } = await test.signIn()
    expect((await call(test, 'POST', `/backoffice/jobs/${id}/retry`, { token })).status).toBe(403)
    await test.db.update(jobs).set({ lastError: null })
    expect((await byAdmin(test, 'POST', `/jobs/${id}/retry`)).status).toBe(404)
    expect((await byAdmin(test, 'POST', `/jobs/${randomUUID()}/retry`)).status).toBe(404)
  })

  it('leaves nothing of an account that was deleted', async () => {
    const { token, password, email } = await test.signIn()
    const rejected = await submit(test, { email }, { token })
    await byAdmin(test, 'POST', `/events/${rejected}/review`, { action: 'reject', reason: 'Twice' })
    await runInVain()
    expect(JSON.stringify(await test.db.select().from(jobs))).toContain(email)
    const login = await call(test, 'POST', '/auth/login', { body: { email, password } })
    const again = (login.data as Session).access_token.token
    expect((await call(test, 'POST', '/profile/delete', { token: again, body: { password } })).status).toBe(
      200,
    )
    await runInVain()
    expect(await givenUp()).toMatchObject([{ name: 'mail:account-deleted', can_retry: false }])
    expect(JSON.stringify(await test.db.select().from(jobs))).not.toContain(email)
  })
})
