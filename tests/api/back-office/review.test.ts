import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call, publish, review, submit, titles } from '@tests/support/server/calls'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { devices, notifications, schedules } from '@/server/platform/database/schema'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

describe('reviewing an event', () => {
  it('publishes it at once by approve', async () => {
    const id = await submit(test, { title: 'Wanted', tag_keys: ['yoga'] })
    expect(await titles(test, '?tags=yoga')).toEqual([])
    const response = await review(test, id, { action: 'approve' })
    expect(response.data).toMatchObject({ id, status: 'PUBLISHED' })
    expect(await titles(test, '?tags=yoga')).toEqual(['Wanted'])
  })

  it('hides it by reject', async () => {
    const id = await submit(test, { title: 'Unwanted', tag_keys: ['surf'] })
    expect(
      (await review(test, id, { action: 'reject', reason: 'It is in another village.' })).data,
    ).toMatchObject({ status: 'REJECTED' })
    expect(await titles(test, '?tags=surf')).toEqual([])
    expect((await call(test, 'GET', `/events/${id}`)).status).toBe(404)
  })

  it('is possible once: a second review is a conflict', async () => {
    const id = await submit(test)
    await review(test, id, { action: 'reject' })
    const response = await review(test, id, { action: 'approve' })
    expect([response.status, response.error?.code]).toEqual([409, 'CONFLICT'])
  })

  it('is decided by one of two administrators who press at the same time', async () => {
    const id = await submit(test)
    const responses = await Promise.all([
      review(test, id, { action: 'approve' }),
      review(test, id, { action: 'reject' }),
    ])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('of an unknown event is 404, and with an unknown action 422', async () => {
    expect((await review(test, randomUUID(), { action: 'approve' })).status).toBe(404)
    const id = await submit(test)
    expect((await review(test, id, { action: 'delete' })).error?.fields).toMatchObject([{ path: 'action' }])
    expect(
      (await review(test, id, { action: 'reject', reason: 'x'.repeat(501) })).error?.fields,
    ).toMatchObject([{ path: 'reason', code: 'reason_too_long' }])
  })

  it('stores a notification for each device of the owner, in their language', async () => {
    const owner = await test.signIn()
    for (const name of ['phone', 'tablet'])
      await test.db
        .insert(devices)
        .values({ id: randomUUID(), deviceId: `${owner.id}-${name}`, deviceToken: 'token', userId: owner.id })
    const id = await submit(
      test,
      { title: 'Noite de Fado' },
      { token: owner.token, headers: { 'accept-language': 'pt' } },
    )
    await review(test, id, { action: 'approve' })
    const stored = (await test.db.select().from(notifications)).filter(({ userId }) => userId === owner.id)
    expect(stored).toHaveLength(2)
    expect(stored[0]).toMatchObject({
      title: 'O seu evento foi publicado',
      data: { event_id: id, status: 'PUBLISHED' },
    })
  })
})

const backOfficeEvent = async (id: string) =>
  (await call(test, 'GET', `/backoffice/events/${id}`, { token: await test.admin() })).data as BackOfficeEvent

describe('the back office’s events', () => {
  it('are listed also beside one that has lost its schedules, which is shown by its timetable', async () => {
    const broken = await submit(test, { title: 'Broken', tag_keys: ['food'] })
    const other = await submit(test, { title: 'Whole', tag_keys: ['food'] })
    const whole = await backOfficeEvent(broken)
    await test.db.delete(schedules).where(eq(schedules.eventId, broken))
    const token = await test.admin()
    const response = await call(test, 'GET', '/backoffice/events?tags=food', { token })
    expect(response.status).toBe(200)
    const { items } = response.data as { items: BackOfficeEvent[] }
    expect(items.map(({ id }) => id).toSorted()).toEqual([broken, other].toSorted())
    const { start_time, end_time } = whole
    expect(await backOfficeEvent(broken)).toMatchObject({ start_time, end_time, schedules: [] })
    expect((await review(test, broken, { action: 'reject' })).status).toBe(200)
  })

  it('are counted by status', async () => {
    const token = await test.admin()
    const counts = async () =>
      (await call(test, 'GET', '/backoffice/events/count-by-status', { token })).data as Record<
        string,
        number
      >
    const before = await counts()
    const id = await submit(test)
    expect((await counts()).on_review).toBe((before.on_review ?? 0) + 1)
    await review(test, id, { action: 'approve' })
    expect(await counts()).toEqual({ ...before, published: (before.published ?? 0) + 1 })
  })

  it('name others with the same title on the same village day', async () => {
    const original = await publish(test, { title: 'Twice told' })
    const copy = await submit(test, { title: 'TWICE TOLD' })
    const later = await submit(test, {
      title: 'Twice told',
      timetable: {
        list: [{ start_time: '2026-06-27 19:00:00', end_time: '2026-06-27 22:00:00', is_all_day: false }],
      },
    })
    const token = await test.admin()
    const event = (await call(test, 'GET', `/backoffice/events/${copy}`, { token })).data as BackOfficeEvent
    expect(event.duplicates).toMatchObject([{ id: original, title: 'Twice told', status: 'PUBLISHED' }])
    expect(
      ((await call(test, 'GET', `/backoffice/events/${later}`, { token })).data as BackOfficeEvent)
        .duplicates,
    ).toEqual([])
  })

  it('can be those of one person', async () => {
    const owner = await test.signIn()
    const id = await submit(test, {}, { token: owner.token })
    const response = await call(test, 'GET', `/backoffice/events?user_id=${owner.id}`, {
      token: await test.admin(),
    })
    expect((response.data as { items: BackOfficeEvent[] }).items.map((event) => event.id)).toEqual([id])
  })
})
