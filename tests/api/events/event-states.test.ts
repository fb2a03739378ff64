import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OwnEvent } from '@/contract/events/events'
import type { AnnouncementWrite } from '@/contract/back-office/back-office-events'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin, edit, inBackOffice, syncProgramme } from '@tests/support/server/back-office'
import { call, listed, publish } from '@tests/support/server/calls'
import { block, weekly } from '@tests/support/server/timetables'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp({ responseCacheMs: 0 })
})
beforeEach(() => test.clock.set('2026-06-15T10:00:00Z'))
afterAll(() => test.close())

const MONDAYS = weekly({ days: [1], from: '2026-06-22', to: '2027-06-22' })

async function announce(id: string, announcement: Partial<AnnouncementWrite>, day?: string) {
  const path = `/events/${id}/${day === undefined ? 'state' : `states/${day}`}`
  const { revision } = await inBackOffice(test, id)
  return byAdmin(test, 'PUT', path, { state: 'cancelled', revision, ...announcement })
}

async function read(id: string): Promise<OwnEvent> {
  return (await call(test, 'GET', `/events/${id}`)).data as OwnEvent
}

async function row(id: string, query = '') {
  const { items } = await listed(test, `?per_page=100${query}`)
  return items.find((one) => one.id === id)
}

describe('the state of an event', () => {
  it('is shown in the list, on its page, in the back office and to replicas, with its note', async () => {
    const id = await publish(test)
    const { cursor } = await syncProgramme(test)
    const response = await announce(id, { state: 'postponed', note: '  Too windy.\nBack on Sunday ' })
    expect(response.status, response.text).toBe(200)
    const announcement = { state: 'postponed', note: 'Too windy. Back on Sunday' }
    expect(response.data).toMatchObject({
      ...announcement,
      states: { whole: announcement, days: [] },
      schedules: [announcement],
    })
    expect(await row(id)).toMatchObject(announcement)
    expect(await read(id)).toMatchObject({
      ...announcement,
      schedules: [announcement],
      states: { whole: announcement, days: [] },
    })
    const { items } = await syncProgramme(test, cursor)
    expect(items).toMatchObject([
      { id, ...announcement, schedules: [announcement], states: { whole: announcement } },
    ])
  })
})

describe('the state of one of its days', () => {
  it('is of that day alone, also of one that is only predicted', async () => {
    const id = await publish(test, { timetable: MONDAYS })
    await announce(id, { state: 'cancelled', note: 'The teacher is ill' }, '2026-06-29')
    const far = await announce(id, { state: 'moved', note: 'At the gym' }, '2027-06-14')
    expect(far.status, far.text).toBe(200)
    expect(await row(id)).not.toHaveProperty('state')
    expect(await row(id, '&start_date=2026-06-28T23:00:00Z')).toMatchObject({
      state: 'cancelled',
      note: 'The teacher is ill',
    })
    expect(await row(id, '&start_date=2027-06-13T23:00:00Z')).toMatchObject({ state: 'moved' })
    const { schedules } = await read(id)
    expect(schedules.map(({ state }) => state ?? 'on').slice(0, 3)).toEqual(['on', 'cancelled', 'on'])
    expect(schedules.filter(({ state }) => state !== undefined)).toHaveLength(2)
  })

  it('goes with its date when an edit moves the event', async () => {
    const id = await publish(test)
    await announce(id, {}, '2026-06-20')
    await edit(test, id, { timetable: { list: [block('2026-06-21 19:00', '2026-06-21 22:00')] } })
    expect((await read(id)).states).toBeUndefined()
    await edit(test, id)
    expect((await read(id)).states).toBeUndefined()
  })
})

describe('setting a state', () => {
  it('is refused when somebody has changed the event meanwhile, unless they have said the same', async () => {
    const id = await publish(test)
    const { revision } = await inBackOffice(test, id)
    const set = (body: object) => byAdmin(test, 'PUT', `/events/${id}/state`, { revision, ...body })
    expect((await set({ state: 'moved', note: 'To Ribamar' })).status).toBe(200)
    expect((await set({ state: 'cancelled' })).error?.code).toBe('CONFLICT')
    expect((await set({ state: 'moved', note: 'To Ribamar' })).status).toBe(200)
    expect(await inBackOffice(test, id)).toMatchObject({ state: 'moved', revision: revision + 1 })
    const activities = await byAdmin(test, 'GET', `/activities?subject_id=${id}`)
    expect(activities.data).toMatchObject({
      items: [
        { action: 'event.state-set', details: { state: 'moved', note: 'To Ribamar' } },
        { action: 'event.approved' },
      ],
    })
  })
})
