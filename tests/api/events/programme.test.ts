import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'

import { at, call, publish, review, submit } from '@tests/support/server/calls'

import type { ProgrammeEvent } from '@/contract/events/events'
import { nextChange } from '@/server/platform/database/events/change-log'
import { changeCounter, events, removedEvents } from '@/server/platform/database/schema'

interface Programme {
  items: ProgrammeEvent[]
  removed: string[]
  cursor: string
}

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

async function programme(since?: string): Promise<Programme> {
  return (await call(test, 'GET', `/events/list${since === undefined ? '' : `?since=${since}`}`))
    .data as Programme
}

describe('GET /events/list', () => {
  it('gives after a cursor only what changed, and then nothing', async () => {
    const { cursor } = await programme()
    const id = await publish(test, { title: 'News' })
    const changes = await programme(cursor)
    expect(changes.items.map((event) => event.id)).toEqual([id])
    expect(changes.removed).toEqual([])
    expect(await programme(changes.cursor)).toEqual({
      items: [],
      removed: [],
      cursor: changes.cursor,
      server_time: at(TEST_NOW),
    })
  })

  it('never contains events that were not published', async () => {
    const { cursor } = await programme()
    const id = await submit(test)
    await review(test, id, { action: 'reject' })
    expect(await programme(cursor)).toMatchObject({ items: [], removed: [] })
  })

  it('names what was unpublished or deleted', async () => {
    const unpublished = await publish(test)
    const deleted = await publish(test)
    const { cursor } = await programme()
    await test.db.transaction(async (tx) => {
      await tx
        .update(events)
        .set({ status: 'REJECTED', changeSeq: await nextChange(tx) })
        .where(eq(events.id, unpublished))
      await tx.delete(events).where(eq(events.id, deleted))
      await tx.insert(removedEvents).values({ eventId: deleted, changeSeq: await nextChange(tx) })
    })
    test.clearCaches()
    expect(new Set((await programme(cursor)).removed)).toEqual(new Set([unpublished, deleted]))
  })

  it('responds to the cursor of somebody else with 410', async () => {
    const response = await call(test, 'GET', '/events/list?since=0000.5')
    expect([response.status, response.error?.code]).toEqual([410, 'CURSOR_EXPIRED'])
  })

  it('responds to a cursor with 410 once removals since then are deleted', async () => {
    const { cursor } = await programme()
    await test.db.transaction(async (tx) => {
      await tx.insert(removedEvents).values({
        eventId: crypto.randomUUID(),
        changeSeq: await nextChange(tx),
        removedAt: new Date(test.clock.nowMs()),
      })
    })
    test.clock.advance({ days: 91 })
    await test.maintenance.run()
    test.clearCaches()
    expect((await call(test, 'GET', `/events/list?since=${cursor}`)).error?.code).toBe('CURSOR_EXPIRED')
  })

  it('never skips a change when two are made at once', async () => {
    const { cursor } = await programme()
    const [first, second] = await Promise.all([publish(test, at90Days), publish(test, at90Days)])
    const changes = await programme(cursor)
    expect(new Set(changes.items.map(({ id }) => id))).toEqual(new Set([first, second]))
    const [row] = await test.db.select().from(changeCounter)
    expect(changes.cursor).toBe(`${row?.lineage}.${row?.value}`)
  })
})

const at90Days = {
  timetable: {
    list: [{ start_time: '2026-12-20 19:00:00', end_time: '2026-12-20 22:00:00', is_all_day: false }],
  },
}
