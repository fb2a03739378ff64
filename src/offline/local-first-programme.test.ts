import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { fakeClock } from '@tests/support/fake-clock'
import { faultyNetwork, type Serve } from '@tests/support/faulty-network'
import { notifierHub } from '@tests/support/offline-notifiers'
import { programmeEvent } from '@tests/support/offline-programme'
import { createApiClient, type TokenSource } from './api-client'
import { createBrowserProgramme } from './browser-programme'
import { NO_FILTER } from './programme-source'
import { createReplica } from './replica/replica'

const START = Date.UTC(2026, 5, 15, 10)
const NOW = START / 1000
const DAY = 86_400
const ID = '6f1c6f0e-3f0b-4a53-9d11-0d7a3f1f0a01'

function setUp({ tokens }: { tokens?: TokenSource } = {}) {
  const clock = fakeClock(START)
  const server: Record<string, (authorization: string | undefined) => Response> = {}
  const serve: Serve = async ({ url, headers }) =>
    server[url]?.(headers['authorization']) ??
    Response.json({ error: { code: 'NOT_FOUND', message: '' } }, { status: 404 })
  const network = faultyNetwork(serve)
  const replica = createReplica({
    clock,
    notifier: notifierHub().open(),
    database: { indexedDB: new IDBFactory(), IDBKeyRange },
  })
  const api = createApiClient({ fetch: network.fetch, baseUrl: '', clock, timers: clock })
  const programme = createBrowserProgramme({
    api,
    replica,
    clock,
    ...(tokens === undefined ? {} : { tokens }),
  })
  return { clock, network, replica, programme, server }
}

const occurrence = (start: number) => ({ start_time: start, end_time: start + 7200, is_all_day: false })

const event = programmeEvent(ID, NOW + DAY, { tags: [{ id: '1', key: 'surf', name: 'Surf' }] })
const { schedules: _, ...row } = event
const PAGE = { items: [row], has_more: false }
const LIST = '/events?page=1&per_page=12'

/** Writes are not waited for by readers; a read of the database comes after them. */
async function keptIds({ replica }: ReturnType<typeof setUp>): Promise<string[]> {
  await replica.keep([])
  return (await replica.events()).map(({ id }) => id)
}

describe('a list', () => {
  it('comes from the network and stays on the device', async () => {
    const set = setUp()
    set.server[LIST] = () => Response.json({ data: PAGE })
    expect(await set.programme.list(NO_FILTER, 1, 12)).toEqual({ kind: 'found', shown: { data: PAGE } })
    expect(await keptIds(set)).toEqual([ID])
    set.network.setOffline(true)
    set.clock.jump(7_200_000)
    expect(await set.programme.list(NO_FILTER, 1, 12)).toEqual({
      kind: 'found',
      shown: { data: PAGE, savedAt: START },
    })
  })

  it('is unreachable when neither network nor device has it', async () => {
    const { programme, network } = setUp()
    network.setOffline(true)
    expect(await programme.list(NO_FILTER, 1, 12)).toEqual({ kind: 'unreachable' })
    expect(await programme.localList(NO_FILTER, 1, 12)).toBeUndefined()
  })

  it('asks for days as instants of the village, and selects by them on the device', async () => {
    const { programme, network, replica } = setUp()
    const filter = { tags: ['surf', 'music'], startDate: '2026-06-16', endDate: '2026-06-16' }
    await programme.list(filter, 2, 6)
    expect(network.log).toEqual(['GET /events'])
    await replica.keep([event, programmeEvent('other', NOW + 2 * DAY, { tags: event.tags })])
    const local = await programme.localList(filter, 1, 12)
    expect(local?.data.items.map(({ id }) => id)).toEqual([ID])
  })

  it('shows the device after 4 s without a byte, and the late answer at the next look', async () => {
    const set = setUp()
    const { programme, network, clock, replica } = set
    await replica.keep([{ ...row, title: 'Old title' }])
    set.server[LIST] = () => Response.json({ data: PAGE })
    network.next('late')
    const shown = programme.list(NO_FILTER, 1, 12)
    await network.whenHanging()
    clock.advance(4000)
    expect(await shown).toMatchObject({
      shown: { data: { items: [{ title: 'Old title' }] }, savedAt: START },
    })

    const told = new Promise<void>((resolve) => programme.subscribe?.(resolve))
    network.release()
    await told
    network.setOffline(true)
    expect(await programme.list(NO_FILTER, 1, 12)).toEqual({ kind: 'found', shown: { data: PAGE } })
    expect((await replica.event(ID))?.event.title).toBe(event.title)
  })
})

describe('an event', () => {
  it('comes from the network, then from the device with the time of its next occurrence', async () => {
    const set = setUp()
    const weekly = { ...event, schedules: [occurrence(NOW + DAY), occurrence(NOW + 8 * DAY)] }
    set.server[`/events/${ID}`] = () => Response.json({ data: weekly })
    expect(await set.programme.event(ID)).toEqual({ kind: 'found', shown: { data: weekly } })
    expect(await keptIds(set)).toEqual([ID])
    set.network.setOffline(true)
    set.clock.jump(2 * DAY * 1000)
    expect(await set.programme.event(ID)).toMatchObject({
      shown: { data: { start_time: NOW + 8 * DAY }, savedAt: START },
    })
  })

  it('that the server no longer has leaves the device', async () => {
    const set = setUp()
    await set.replica.keep([event])
    expect(await set.programme.event(ID)).toEqual({ kind: 'missing' })
    expect(await keptIds(set)).toEqual([])
  })

  it('stays when the server is in trouble', async () => {
    const set = setUp()
    await set.replica.keep([event])
    set.network.next('unavailable')
    expect(await set.programme.event(ID)).toMatchObject({ kind: 'found', shown: { savedAt: START } })
    expect(await keptIds(set)).toEqual([ID])
  })

  it('that is not published is shown to its owner and kept by nobody', async () => {
    const tokens: TokenSource = {
      token: async () => ({ kind: 'token', token: 'ana' }),
      renew: async () => ({ kind: 'none' }),
    }
    const set = setUp({ tokens })
    set.server[`/events/${ID}`] = (authorization) =>
      authorization === 'Bearer ana'
        ? Response.json({ data: event })
        : Response.json({ error: { code: 'NOT_FOUND', message: '' } }, { status: 404 })
    expect(await set.programme.event(ID)).toEqual({ kind: 'found', shown: { data: event } })
    expect(await keptIds(set)).toEqual([])
  })
})

describe('used tags', () => {
  it('come from the network, then from the device', async () => {
    const { programme, server, network } = setUp()
    const tags = [{ id: '1', key: 'surf', name: 'Surf', count: 4 }]
    server['/events/tags/used'] = () => Response.json({ data: { items: tags } })
    expect(await programme.usedTags()).toEqual({ kind: 'found', shown: { data: tags } })
    network.setOffline(true)
    expect(await programme.usedTags()).toEqual({ kind: 'found', shown: { data: tags, savedAt: START } })
  })

  it('are counted on the device when the server has never said', async () => {
    const { programme, replica, network } = setUp()
    network.setOffline(true)
    expect(await programme.usedTags()).toEqual({ kind: 'unreachable' })
    const music = { id: '2', key: 'music', name: 'Music' }
    await replica.keep([
      event,
      programmeEvent('b', NOW + DAY, { tags: [music] }),
      programmeEvent('c', NOW + DAY, { tags: [music] }),
      programmeEvent('past', NOW - DAY, { tags: event.tags }),
    ])
    expect((await programme.localUsedTags())?.data.map(({ key, count }) => [key, count])).toEqual([
      ['music', 2],
      ['surf', 1],
    ])
  })
})
