import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { at, call, publish, submit } from '@tests/support/server/calls'
import { MAX_TAPS } from '@/domain/saved/merge-taps'
import { events, savedEvents } from '@/server/platform/database/schema'

/** Epoch milliseconds. */
const NOW = at(TEST_NOW) * 1000

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const merge = async (token: string, ...items: object[]) =>
  (await call(test, 'PUT', '/profile/saved', { token, body: { items } })).data
const tap = (event_id: string, tapped_at: number, more: object = {}) => ({
  event_id,
  is_saved: true,
  tapped_at,
  ...more,
})

it('the saved events of an account are merged by the last tap on each, and are nobody else’s', async () => {
  const [ana, rui] = [await test.signIn(), await test.signIn()]
  const event = await publish(test)
  const waiting = await submit(test)
  const saved = tap(event, NOW - 2000, { day: '2026-12-05' })
  // The response tells nothing of an event that is unpublished or does not exist. Swift writes ids in upper case.
  const written = { ...saved, event_id: event.toUpperCase() }
  expect(await merge(ana.token, written, tap(waiting, 1), tap(randomUUID(), 1))).toEqual({ items: [saved] })
  expect(await merge(ana.token, tap(event, NOW - 3000, { is_saved: false }))).toEqual({ items: [saved] })
  const removed = tap(event, NOW - 1000, { is_saved: false })
  expect(await merge(ana.token, removed)).toEqual({ items: [removed] })
  // A clock that is a month ahead does not win for ever.
  const ahead = await merge(ana.token, tap(event, NOW + 30 * 86_400_000))
  expect(ahead).toEqual({ items: [tap(event, NOW)] })
  expect((await call(test, 'GET', '/profile/saved', { token: ana.token })).data).toEqual(ahead)
  expect((await call(test, 'GET', '/profile/saved', { token: rui.token })).data).toEqual({ items: [] })

  const exported = await call(test, 'GET', '/profile/export', { token: ana.token })
  expect(exported.data).toMatchObject({ saved_events: (ahead as { items: object[] }).items })
  const body = { password: ana.password }
  await call(test, 'POST', '/profile/delete', { token: ana.token, body })
  expect(await test.db.select().from(savedEvents)).toEqual([])
})

it('of more taps than an account stores those go first that were taken back, never a saved event to come', async () => {
  const { id: userId, token } = await test.signIn()
  const event = await publish(test)
  const stored = await test.db.select().from(events).where(eq(events.id, event))
  const others = Array.from({ length: MAX_TAPS }, () => randomUUID())
  await test.db.insert(events).values(others.flatMap((id) => stored.map((row) => ({ ...row, id }))))
  await test.db
    .insert(savedEvents)
    .values(others.map((eventId) => ({ userId, eventId, isSaved: false, tappedAt: new Date(NOW - 1000) })))
  const saved = tap(event, NOW - 5000)
  const { items } = (await merge(token, saved)) as { items: object[] }
  expect(items).toHaveLength(MAX_TAPS)
  expect(items).toContainEqual(saved)
})
