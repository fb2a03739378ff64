import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork, type Serve } from '@tests/support/offline/faulty-network'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { createApiClient, type TokenSource } from '@/offline/api/api-client'
import { systemTimers, type Timers } from '@/offline/platform/deferred'
import { createLocalFirstProgramme } from './local-first-programme'
import { NO_FILTER, ProgrammeUnreachable } from './programme-reader'
import { createReplica } from '@/offline/replica/replica'

const START = Date.UTC(2026, 5, 15, 10)
const NOW = START / 1000
const DAY = 86_400
const ID = '6f1c6f0e-3f0b-4a53-9d11-0d7a3f1f0a01'

interface Given {
  tokens?: TokenSource
  locale?: string
  indexedDB?: IDBFactory
  timers?: Timers
}

function setUp({ tokens, locale = 'en', indexedDB = new IDBFactory(), timers = systemTimers }: Given = {}) {
  const clock = fakeClock(START)
  const server: Record<string, (authorization: string | undefined) => Response> = {}
  const serve: Serve = async ({ url, headers }) =>
    server[url]?.(headers['authorization']) ??
    Response.json({ error: { code: 'NOT_FOUND', message: '' } }, { status: 404 })
  const network = faultyNetwork(serve)
  const replica = createReplica({
    clock,
    timers,
    database: { indexedDB, IDBKeyRange },
  })
  const api = createApiClient({ fetch: network.fetch, baseUrl: '', clock, timers: clock })
  const programme = createLocalFirstProgramme({
    api,
    replica,
    clock,
    locale: () => locale,
    ...(tokens && { tokens: async () => tokens }),
  })
  return { clock, network, replica, programme, server }
}

const occurrence = (start: number) => ({ start_time: start, end_time: start + 7200, is_all_day: false })

const event = programmeEvent(ID, NOW + DAY, { tags: [{ id: '1', key: 'surf', name: 'Surf' }] })
const { schedules: _, ...row } = event
const PAGE = { items: [row], has_more: false }
const LIST = '/events?page=1&per_page=12'

/** Writes are not waited for by readers; a write of the database comes after them. */
async function storedIds({ replica }: ReturnType<typeof setUp>): Promise<string[]> {
  await replica.setFull(undefined)
  return (await replica.snapshot()).events.map(({ id }) => id)
}

/** Fills the replica as a sync would. */
const completeWith = ({ replica }: ReturnType<typeof setUp>, items: (typeof event)[], serverTime = NOW) =>
  replica.apply({ since: undefined, items, removed: [], cursor: 'c', serverTime })

describe('a list', () => {
  it('follows what the sync of another tab or of the worker has changed', async () => {
    const set = setUp()
    await completeWith(set, [event])
    await set.programme.list(NO_FILTER, 1, 12)
    await set.replica.apply({
      since: 'c',
      items: [programmeEvent('second', NOW + 2 * DAY)],
      removed: [],
      cursor: 'd',
      serverTime: NOW,
    })
    const { data } = await set.programme.list(NO_FILTER, 1, 12)
    expect(data.items.map(({ id }) => id)).toEqual([ID, 'second'])
  })

  it.each([
    [
      'its own error',
      () => Response.json({ error: { code: 'INTERNAL_ERROR', message: '' } }, { status: 500 }),
      true,
    ],
    ['the page of its balancer', () => new Response('<h1>Bad Gateway</h1>', { status: 502 }), true],
    ['that a network wants a sign-in first', () => new Response('<h1>Wi-Fi</h1>', { status: 511 }), false],
  ])('tells a failing server from a missing connection: %s', async (_name, respond, isServerError) => {
    const set = setUp()
    set.server[LIST] = respond
    await expect(set.programme.list(NO_FILTER, 1, 12)).rejects.toMatchObject({ isServerError })
  })

  it('shows the device after 4 s without a byte, and stores the late response', async () => {
    const set = setUp()
    const { programme, network, clock, replica } = set
    await replica.upsert([{ ...row, title: 'Old title' }])
    set.server[LIST] = () => Response.json({ data: PAGE })
    network.next('late')
    const shown = programme.list(NO_FILTER, 1, 12)
    await network.whenHanging()
    clock.advance(4000)
    expect(await shown).toMatchObject({ data: { items: [{ title: 'Old title' }] }, savedAt: START })
    const stored = new Promise((resolve) =>
      vi.spyOn(replica, 'upsert').mockImplementation(async (rows) => resolve(rows)),
    )
    network.release()
    expect(await stored).toEqual([row])
  })

  it('does not take an incomplete device for the whole programme', async () => {
    const { programme, network, replica } = setUp()
    await replica.upsert([row])
    network.setOffline(true)
    expect((await programme.list(NO_FILTER, 1, 12)).data).toEqual({ ...PAGE, has_more: true })
    await expect(programme.list(NO_FILTER, 2, 12)).rejects.toThrow(ProgrammeUnreachable)
    await expect(programme.list({ tags: ['chess'] }, 1, 12)).rejects.toThrow(ProgrammeUnreachable)
  })
})

describe('a phone whose clock is a year off', () => {
  it.each([365, -365])(
    'shows the programme of the server’s day, and knows what is to come: by %i days',
    async (days) => {
      const set = setUp()
      set.clock.jump(days * DAY * 1000)
      const over = programmeEvent('over', NOW - DAY)
      await completeWith(set, [event, over])
      const { data } = await set.programme.list(NO_FILTER, 1, 12)
      expect(data.items.map(({ id }) => id)).toEqual([ID])
      const today = { tags: [], startDate: '2026-06-15', endDate: '2026-06-16' }
      expect((await set.programme.list(today, 1, 12)).data.items.map(({ id }) => id)).toEqual([ID])
      expect((await set.programme.event(ID))?.data.start_time).toBe(event.start_time)
    },
  )
})

describe('an event', () => {
  it('comes from the network, then from the device with the time of its next occurrence', async () => {
    const set = setUp()
    const weekly = { ...event, schedules: [occurrence(NOW + DAY), occurrence(NOW + 8 * DAY)] }
    set.server[`/events/${ID}`] = () => Response.json({ data: weekly })
    expect(await set.programme.event(ID)).toEqual({ data: weekly })
    expect(await storedIds(set)).toEqual([ID])
    set.network.setOffline(true)
    set.clock.jump(2 * DAY * 1000)
    expect(await set.programme.event(ID)).toMatchObject({
      data: { start_time: NOW + 8 * DAY },
      savedAt: START,
    })
  })

  it('that nobody has is fetched once, and is unreachable after 4 s', async () => {
    const { programme, network, clock } = setUp()
    network.next('hang')
    const shown = programme.event(ID).catch((error: unknown) => error)
    await network.whenHanging()
    clock.advance(4000)
    expect(await shown).toBeInstanceOf(ProgrammeUnreachable)
    expect(network.log).toHaveLength(1)
  })

  it('that is not published is shown to its owner, marked private, and stored nowhere', async () => {
    const token = vi.fn<TokenSource['token']>(async () => ({ kind: 'token', token: 'ana' }))
    const set = setUp({ tokens: { token, renew: async () => ({ kind: 'none' }) } })
    set.server[LIST] = () => Response.json({ data: PAGE })
    await set.programme.list(NO_FILTER, 1, 12)
    expect(token, 'the programme is everybody’s').not.toHaveBeenCalled()
    await set.replica.drop()
    set.server[`/events/${ID}`] = (authorization) =>
      authorization === 'Bearer ana'
        ? Response.json({ data: event })
        : Response.json({ error: { code: 'NOT_FOUND', message: '' } }, { status: 404 })
    expect(await set.programme.event(ID)).toEqual({ data: event, isPrivate: true })
    expect(await storedIds(set)).toEqual([])
  })

  describe('with the token of a mail', () => {
    const submitted = { ...event, status: 'ON_REVIEW' as const }
    const linked = `/events/${ID}?token=t`

    it('comes from the network, whatever the device has, and is stored nowhere', async () => {
      const set = setUp()
      await completeWith(set, [{ ...event, title: 'Published before' }])
      set.server[linked] = () => Response.json({ data: submitted })
      expect(await set.programme.event(ID, 't')).toEqual({ data: submitted, isPrivate: true })
      expect((await set.replica.event(ID))?.event.title).toBe('Published before')
    })

    it('is unreachable without a network, whatever the device has', async () => {
      const set = setUp()
      await completeWith(set, [event])
      set.network.setOffline(true)
      await expect(set.programme.event(ID, 't')).rejects.toThrow(ProgrammeUnreachable)
    })
  })
})

/** The tags after a sync that brings nothing but the server's time. */
const tagsAt = async (set: ReturnType<typeof setUp>, serverTime: number) => {
  set.clock.jump(serverTime * 1000 - set.clock.now())
  await set.replica.apply({ since: 'c', items: [], removed: [], cursor: 'c', serverTime })
  return (await set.programme.usedTags()).data.map(({ key }) => key)
}

describe('a weekly event whose period is over', () => {
  // The server says nothing of it any more: no date was added.
  const rule = {
    days: [1],
    start_hour: 18,
    start_minute: 0,
    end_hour: 19,
    end_minute: 0,
    period_start_date: '2026-06-01',
    period_end_date: '2026-06-25',
    is_all_day: false,
  }
  const lastEnd = Date.UTC(2026, 5, 22, 18) / 1000
  const weekly = { ...event, recurrence: { rule, stored_until: NOW } }

  it('counts until its last date has ended, and leaves the device a week later', async () => {
    const set = setUp()
    await completeWith(set, [weekly])
    expect(await tagsAt(set, lastEnd - 1)).toEqual(['surf'])
    expect(await tagsAt(set, lastEnd)).toEqual([])
    expect(await storedIds(set)).toEqual([ID])
    expect((await set.replica.measure()).upcoming).toBe(0)
    await tagsAt(set, lastEnd + 8 * DAY)
    expect(await storedIds(set)).toEqual([])
  })
})

describe('storage that neither responds nor fails', () => {
  const silent = { open: () => new EventTarget() } as unknown as IDBFactory

  it('keeps nothing from the network waiting, and no later sync', async () => {
    const timers = { after: (ms: number, run: () => void) => systemTimers.after(ms / 500, run) }
    const set = setUp({ indexedDB: silent, timers })
    set.server[LIST] = () => Response.json({ data: PAGE })
    set.server[`/events/${ID}`] = () => Response.json({ data: event })
    set.server['/events/tags/used'] = () => Response.json({ data: { items: [] } })
    expect(await set.programme.list(NO_FILTER, 1, 12)).toEqual({ data: PAGE })
    expect(await set.programme.event(ID)).toEqual({ data: event })
    expect(await set.programme.usedTags()).toEqual({ data: [] })
    expect(await set.replica.hasPhoto('0123456789abcdef')).toBe(false)
    expect(await completeWith(set, [event])).toBe('failed')
  })
})
