import { Dexie } from 'dexie'
import ICAL from 'ical.js'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import type { ProgrammeEvent } from '@/contract/events/events'
import { createReplica } from '@/offline/replica/replica'
import { savedFile } from '@/service-worker/calendar-files'
import { failingStorage } from '@tests/support/attacks/failing-storage'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { fakeClock } from '@tests/support/server/fake-clock'
import { createSavedEvents } from './saved-events'
import { readPlan } from './saved-plan'

const START = Date.UTC(2026, 5, 15, 10)
const NOW = START / 1000
const DAY = 86_400
const fado = programmeEvent('fado', NOW + DAY)

// Live queries do nothing without a global IndexedDB, whatever the database itself uses.
Dexie.dependencies.indexedDB = new IDBFactory()
Dexie.dependencies.IDBKeyRange = IDBKeyRange

function setUp(database = { indexedDB: new IDBFactory(), IDBKeyRange }) {
  const clock = fakeClock(START)
  const replica = createReplica({ clock, database })
  const openTab = () => createSavedEvents({ clock, timers: clock, replica, database })
  const sync = (items: ProgrammeEvent[]) =>
    replica.apply({ since: undefined, items, removed: [], cursor: 'c', serverTime: NOW })
  return { replica, openTab, sync, database }
}

describe('the saved events of a device', () => {
  it('are stored with the whole event, whatever a row of a list knows of it', async () => {
    const { openTab, sync } = setUp()
    const weekly = { ...fado, schedules: [fado, programmeEvent('', NOW + 8 * DAY)].map(times) }
    await sync([weekly])
    const { schedules: _, ...row } = fado
    const saved = openTab()
    await saved.save([{ event: row, day: '2026-06-23' }])
    expect(await saved.all()).toEqual([
      { eventId: 'fado', day: '2026-06-23', savedAt: START, snapshot: weekly },
    ])
  })

  it('outlive the programme, and stay when the guide has them no more', async () => {
    const { openTab, sync, replica } = setUp()
    await sync([fado])
    const saved = openTab()
    await saved.save([{ event: fado }])
    const plan = async () =>
      (await readPlan({ saved, replica })).map(({ event, hasLeft }) => [event.title, hasLeft])
    expect(await plan()).toEqual([['Event fado', false]])
    // Dropped to make room, or removed by the person: nothing is known of what the programme has.
    await replica.drop()
    expect(await plan()).toEqual([['Event fado', false]])
    await sync([programmeEvent('other', NOW + DAY)])
    expect(await plan()).toEqual([['Event fado', true]])
  })

  it('are not saved where the storage refuses, and nothing says that they are', async () => {
    const storage = failingStorage()
    const saved = setUp({ indexedDB: storage.factory, IDBKeyRange }).openTab()
    storage.failNext('SecurityError', 2)
    await expect(saved.save([{ event: fado }])).rejects.toThrow()
    expect(await saved.all()).toEqual([])
  })

  it('are one calendar file, each at the date that it was saved for', async () => {
    const { openTab, sync, replica } = setUp()
    const weekly = { ...fado, schedules: [fado, programmeEvent('', NOW + 8 * DAY)].map(times) }
    const over = programmeEvent('over', NOW - DAY)
    const off = programmeEvent('off', NOW + 2 * DAY, { states: { whole: { state: 'cancelled' }, days: [] } })
    await sync([weekly, over, off])
    const saved = openTab()
    const file = () => savedFile(new URL('https://guide.test/saved.ics?lang=pt'), { saved, replica }, START)
    expect((await file()).status).toBe(404)
    await saved.save([{ event: weekly, day: '2026-06-23' }, { event: over }, { event: off }])
    const response = await file()
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const found = new ICAL.Component(ICAL.parse(await response.text()))
      .getAllSubcomponents('vevent')
      .map((one) => new ICAL.Event(one))
    expect(found.map(({ summary, startDate }) => [summary, startDate.toString()])).toEqual([
      ['Event fado', '2026-06-23T11:00:00'],
      ['CANCELADO: Event off', '2026-06-17T11:00:00'],
    ])
  })
})

function times({ start_time, end_time, is_all_day }: ProgrammeEvent) {
  return { start_time, end_time, is_all_day }
}
