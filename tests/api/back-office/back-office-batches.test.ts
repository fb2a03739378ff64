import { randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin, inBackOffice, syncProgramme, runReviewJobs } from '@tests/support/server/back-office'
import { call, publish, review, submit, titles } from '@tests/support/server/calls'
import { activities } from '@/server/platform/database/schema'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const reviewBatch = (event_ids: string[], action = 'approve', reason?: string) =>
  byAdmin(test, 'POST', '/events/review/batch', { action, event_ids, ...(reason && { reason }) })
const undoBatch = (event_ids: string[]) => byAdmin(test, 'POST', '/events/review/undo/batch', { event_ids })
const activitiesOf = (ids: string[]) =>
  test.db.select().from(activities).where(inArray(activities.subjectId, ids))
const deleteBatch = (event_ids: string[]) => byAdmin(test, 'POST', '/events/delete/batch', { event_ids })

describe('reviewing several events', () => {
  it('names those that are no longer on review and does the others', async () => {
    const waiting = await submit(test)
    const rejected = await submit(test)
    await review(test, rejected, { action: 'reject' })
    const unknown = randomUUID()
    const response = await reviewBatch([rejected, waiting, unknown, waiting])
    expect(response.data).toEqual({ done: [waiting], failed: [rejected, unknown] })
    expect((await inBackOffice(test, rejected)).status).toBe('REJECTED')
  })

  it('is in the activity log for those that it reviewed, with the reason of a rejection', async () => {
    const [waiting, reviewed] = [await submit(test, { title: 'Rejected with others' }), await submit(test)]
    await review(test, reviewed, { action: 'approve' })
    await reviewBatch([waiting, reviewed], 'reject', 'It is in another village.')
    const logged = await activitiesOf([waiting, reviewed])
    expect(
      logged
        .filter(({ action }) => action === 'event.rejected')
        .map(({ subjectId, subjectLabel, details }) => [subjectId, subjectLabel, details]),
    ).toEqual([[waiting, 'Rejected with others', { reason: 'It is in another village.' }]])
  })
})

describe('undoing a batch of reviews', () => {
  it('puts all of it on review again, and nobody is told', async () => {
    const ids = [
      await submit(test, { title: 'Approved by a slip', email: 'slip@example.com' }),
      await submit(test, { title: 'Approved with it' }),
    ]
    await test.jobs.runDue()
    await reviewBatch(ids)
    // Another call of the same batch may take as long.
    test.clock.advance({ seconds: 40 })
    await test.jobs.runDue()
    expect((await undoBatch(ids)).data).toEqual({ done: ids, failed: [] })
    for (const id of ids) expect((await inBackOffice(test, id)).status).toBe('ON_REVIEW')
    await runReviewJobs(test)
    expect(test.mails.sent.filter(({ to }) => to === 'slip@example.com')).toHaveLength(1)
    const logged = (await activitiesOf(ids)).filter(({ action }) => action === 'event.review-undone')
    expect(logged.map(({ subjectLabel }) => subjectLabel).toSorted()).toEqual([
      'Approved by a slip',
      'Approved with it',
    ])
  })

  it('names what it is too late for, what was not reviewed and what is gone, and does the others', async () => {
    const [told, waiting] = [await submit(test), await submit(test)]
    await reviewBatch([told])
    await runReviewJobs(test)
    const justNow = await submit(test)
    await reviewBatch([justNow])
    const unknown = randomUUID()
    expect((await undoBatch([told, waiting, unknown, justNow])).data).toEqual({
      done: [justNow],
      failed: [told, waiting, unknown],
    })
    expect((await inBackOffice(test, told)).status).toBe('PUBLISHED')
  })
})

describe('deleting events', () => {
  it('is permanent, from any status, and for everybody at once', async () => {
    const published = await publish(test, { title: 'Gone soon', tag_keys: ['surf'] })
    const onReview = await submit(test)
    const rejected = await submit(test)
    await review(test, rejected, { action: 'reject' })
    expect(await titles(test, '?tags=surf')).toEqual(['Gone soon'])
    const response = await deleteBatch([published, onReview, rejected])
    expect(response.data).toEqual({ done: [published, onReview, rejected], failed: [] })
    expect(await titles(test, '?tags=surf')).toEqual([])
    for (const id of [published, onReview, rejected]) {
      expect((await byAdmin(test, 'GET', `/events/${id}`)).status).toBe(404)
      expect((await call(test, 'GET', `/events/${id}`)).status).toBe(404)
    }
  })

  it('takes what was published out of replicas, and nothing else', async () => {
    const published = await publish(test)
    const onReview = await submit(test)
    const { cursor } = await syncProgramme(test)
    await deleteBatch([published, onReview])
    expect((await syncProgramme(test, cursor)).removed).toEqual([published])
  })

  it('names what is not there, and does the others', async () => {
    const id = await submit(test)
    const unknown = randomUUID()
    expect((await deleteBatch([unknown, id])).data).toEqual({ done: [id], failed: [unknown] })
  })
})
