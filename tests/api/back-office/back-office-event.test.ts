import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin, edit, inBackOffice, syncProgramme, update } from '@tests/support/server/back-office'
import { call, publish, review, submit, titles } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'
import { REVIEW_DELAY_SECONDS, REVIEW_UNDO_SECONDS } from '@/domain/events/event'
import { activities, devices, jobs, notifications } from '@/server/platform/database/schema'
import { saysDecisionOn } from '@/server/platform/queue/job-queue'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(() => test.clock.set(TEST_NOW))
afterAll(() => test.close())

const undo = (id: string) => byAdmin(test, 'POST', '/events/review/undo/batch', { event_ids: [id] })
/** Mails of reviews to this address. */
const reviewMails = (address: string) =>
  test.mails.sent.filter(({ to, key }) => to === address && !key.startsWith('mail:submission-received'))
const newAddress = () => `${randomUUID()}@example.com`
const activitiesOf = async (id: string) =>
  (await test.db.select().from(activities).where(eq(activities.subjectId, id))).map(
    ({ action, details }) => ({
      action,
      ...details,
    }),
  )
const create = async (body: object, key: string = randomUUID()) =>
  call(test, 'POST', '/backoffice/events', { token: await test.admin(), body, key })
const idOf = (response: { data: unknown }) => (response.data as { id: string }).id

describe('two administrators who edit one event', () => {
  it('do not overwrite each other: the second is refused, and nothing of it is stored', async () => {
    const id = await publish(test, { title: 'As submitted' })
    const { revision } = await inBackOffice(test, id)
    expect((await edit(test, id, { title: 'By the first', revision })).status).toBe(200)
    const { cursor } = await syncProgramme(test)
    const second = await edit(test, id, { title: 'By the second', tag_keys: ['yoga'], revision })
    expect([second.status, second.error?.code]).toEqual([409, 'CONFLICT'])
    const stored = await inBackOffice(test, id)
    expect(stored).toMatchObject({ title: 'By the first', revision: revision + 1 })
    expect(stored.tags.map(({ key }) => key)).not.toContain('yoga')
    expect((await syncProgramme(test, cursor)).items).toEqual([])
    expect((await edit(test, id, { title: 'By the second', revision: stored.revision })).status).toBe(200)
  })

  it('keep the photo on the disk that the refused edit left alone', async () => {
    const id = await publish(test, { photo: (await jpeg('#445566')).toString('base64') })
    const { revision, photo } = await inBackOffice(test, id)
    await edit(test, id, { title: 'Newer', revision })
    expect((await edit(test, id, { photo: null, revision })).status).toBe(409)
    expect((await test.app.inject({ url: new URL(photo ?? '').pathname })).statusCode).toBe(200)
  })
})

describe('a review', () => {
  it('sends nothing for ten seconds, and then its mail', async () => {
    const email = newAddress()
    const id = await submit(test, { email })
    await review(test, id, { action: 'approve' })
    test.clock.advance({ seconds: REVIEW_UNDO_SECONDS })
    await test.jobs.runDue()
    expect(reviewMails(email)).toEqual([])
    test.clock.advance({ seconds: REVIEW_DELAY_SECONDS - REVIEW_UNDO_SECONDS })
    await test.jobs.runDue()
    expect(reviewMails(email)).toHaveLength(1)
  })

  it('that is undone before its mail never happened for its submitter', async () => {
    const owner = await test.signIn()
    await test.db
      .insert(devices)
      .values({ id: randomUUID(), deviceId: owner.id, deviceToken: 'token', userId: owner.id })
    const id = await submit(test, { email: owner.email }, { token: owner.token })
    await review(test, id, { action: 'reject', reason: 'A slip of the hand' })
    test.clock.advance({ seconds: REVIEW_UNDO_SECONDS })
    expect((await undo(id)).data).toEqual({ done: [id], failed: [] })
    test.clock.advance({ minutes: 5 })
    await test.jobs.runDue()
    expect(reviewMails(owner.email)).toEqual([])
    const stored = await test.db.select().from(notifications).where(eq(notifications.userId, owner.id))
    expect(stored).toEqual([])
  })

  it('cannot be undone once its mail may have gone', async () => {
    const id = await submit(test)
    await review(test, id, { action: 'approve' })
    test.clock.advance({ seconds: REVIEW_DELAY_SECONDS })
    expect((await undo(id)).data).toEqual({ done: [], failed: [id] })
    expect(await inBackOffice(test, id)).toMatchObject({ status: 'PUBLISHED' })
  })

  it('cannot be undone once a worker has begun to send it, whatever the clock says', async () => {
    const id = await submit(test)
    await review(test, id, { action: 'approve' })
    await test.db
      .update(jobs)
      .set({ attempts: 1 })
      .where(saysDecisionOn([id]))
    expect((await undo(id)).data).toEqual({ done: [], failed: [id] })
  })

  it('that is undone leaves the lists and the replicas, and comes back when it is approved again, with one mail', async () => {
    const email = newAddress()
    const id = await submit(test, { email, title: 'Back and forth', tag_keys: ['yoga'] })
    const before = await syncProgramme(test)
    await review(test, id, { action: 'approve' })
    const approved = await syncProgramme(test, before.cursor)
    expect(approved.items.map((event) => event.id)).toEqual([id])
    await undo(id)
    const undone = await syncProgramme(test, approved.cursor)
    expect([undone.items, undone.removed]).toEqual([[], [id]])
    expect(await titles(test, '?tags=yoga')).not.toContain('Back and forth')
    expect((await call(test, 'GET', `/events/${id}`)).status).toBe(404)
    await review(test, id, { action: 'approve' })
    const again = await syncProgramme(test, undone.cursor)
    expect([again.items.map((event) => event.id), again.removed]).toEqual([[id], []])
    test.clock.advance({ seconds: REVIEW_DELAY_SECONDS })
    await test.jobs.runDue()
    expect(reviewMails(email)).toHaveLength(1)
  })
})

describe('an event of the team', () => {
  it('is published at once, with its administrator as the contact, and nobody gets a mail', async () => {
    const sentBefore = test.mails.sent.length
    const response = await create(update({ title: 'Our own', tag_keys: ['market'] }))
    expect(response.status).toBe(201)
    const stored = await inBackOffice(test, idOf(response))
    expect(stored).toMatchObject({ title: 'Our own', status: 'PUBLISHED' })
    expect(stored.email).toMatch(/@/)
    expect(await titles(test, '?tags=market')).toContain('Our own')
    expect((await syncProgramme(test)).items.map(({ id }) => id)).toContain(stored.id)
    test.clock.advance({ minutes: 5 })
    await test.jobs.runDue()
    expect(test.mails.sent).toHaveLength(sentBefore)
    expect(await activitiesOf(stored.id)).toEqual([{ action: 'event.created' }])
  })

  it('can show the photo of another, which stays when that one is deleted', async () => {
    const original = await publish(test, { photo: (await jpeg('#665544')).toString('base64') })
    const copy = await inBackOffice(test, idOf(await create({ ...update(), photo_of: original })))
    const { photo, photo_focus, photo_color } = await inBackOffice(test, original)
    expect(photo_color).toMatch(/^#[0-9a-f]{6}$/)
    expect(copy).toMatchObject({ photo, photo_focus, photo_color })
    await byAdmin(test, 'DELETE', `/events/${original}`)
    expect((await test.app.inject({ url: new URL(copy.photo ?? '').pathname })).statusCode).toBe(200)
  })
})
