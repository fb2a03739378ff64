import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, it } from 'vitest'
import { createReplica } from '@/offline/replica/replica'
import { createApiClient } from '@/offline/api/api-client'
import { type SavedTap, mergeTaps } from '@/domain/saved/merge-taps'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { fakeClock } from '@tests/support/server/fake-clock'
import { createSavedEvents, createSavedSync } from './saved-events'

const START = Date.UTC(2026, 5, 15, 10)
const [FADO, SURF] = ['a0000000-0000-4000-8000-000000000001', 'b0000000-0000-4000-8000-000000000002'] as const
const fado = programmeEvent(FADO, START / 1000 + 86_400)
const surf = programmeEvent(SURF, START / 1000 + 86_400)

async function find(id: string) {
  const data = [fado, surf].find((event) => event.id === id)
  return data === undefined ? null : { data, savedAt: undefined }
}

const issued = async () => ({ kind: 'token' as const, token: 't' })

interface WireTap {
  event_id: string
  is_saved: boolean
  tapped_at: number
  day?: string
}

/** Devices of one account, and the server between them, which merges as the real one does. */
function setUp() {
  const clock = fakeClock(START)
  let stored: SavedTap[] = []
  let isReached = true
  const fetchFromServer = async (_: string, init: RequestInit) => {
    if (!isReached) throw new TypeError('no network')
    const { items } = JSON.parse(String(init.body)) as { items: WireTap[] }
    const sent = items.map((one) => ({
      eventId: one.event_id,
      day: one.day,
      isSaved: one.is_saved,
      // The future counts as now.
      tappedAt: Math.min(one.tapped_at, clock.now()),
    }))
    stored = mergeTaps(stored, sent)
    const replied = stored.map((tap) => ({
      event_id: tap.eventId,
      day: tap.day,
      is_saved: tap.isSaved,
      tapped_at: tap.tappedAt,
    }))
    return Response.json({ data: { items: replied } })
  }
  const openDevice = ({ userId = 'ana', aheadMs = 0 } = {}) => {
    const database = { indexedDB: new IDBFactory(), IDBKeyRange }
    const replica = createReplica({ clock, database })
    const saved = createSavedEvents({
      clock: { now: () => clock.now() + aheadMs },
      timers: clock,
      replica,
      database,
    })
    const api = createApiClient({ fetch: fetchFromServer, baseUrl: '/api/v1', clock, timers: clock })
    const current = { user: { id: userId, name: '', email: '', role: 'USER' as const } }
    const sync = createSavedSync({
      api,
      session: { current: () => current, tokensOf: () => ({ token: issued, renew: issued }) },
      saved,
      programme: { event: find },
    })
    const ids = async () => (await saved.all()).map(({ eventId }) => eventId)
    return { saved, sync, ids }
  }
  return { clock, openDevice, stored: () => stored, setReached: (is: boolean) => (isReached = is) }
}

it('the devices of an account that wants it come to the same, also after a time without a network', async () => {
  const { clock, openDevice, stored, setReached } = setUp()
  const [phone, tablet] = [openDevice(), openDevice()]
  await phone.saved.save([{ event: fado }])
  await phone.sync()
  // Nobody has asked for it.
  expect(stored()).toEqual([])
  for (const { saved } of [phone, tablet]) await saved.keepFor('ana')
  await phone.sync()
  await tablet.sync()
  expect(await tablet.ids()).toEqual([FADO])

  setReached(false)
  clock.jump(1000)
  await tablet.saved.remove(FADO)
  await tablet.sync()
  clock.jump(1000)
  await phone.saved.save([{ event: surf, day: '2026-06-16' }])
  await phone.sync()
  setReached(true)
  for (const device of [phone, tablet, phone]) await device.sync()
  expect([await phone.ids(), await tablet.ids()]).toEqual([[SURF], [SURF]])
  expect((await tablet.saved.all())[0]).toMatchObject({ day: '2026-06-16', snapshot: surf })

  // Removed from this device is not removed from the others.
  await phone.saved.clear()
  await phone.sync()
  await tablet.sync()
  expect([await phone.ids(), await tablet.ids()]).toEqual([[], [SURF]])
})

it('nothing of one account’s list goes to another that signs in on the device', async () => {
  const { openDevice, stored } = setUp()
  const device = openDevice({ userId: 'rui' })
  await device.saved.save([{ event: fado }])
  await device.saved.keepFor('ana')
  await device.sync()
  expect(stored()).toEqual([])
})

it('a device whose clock is ahead does not bring back what another one has removed since', async () => {
  const { clock, openDevice } = setUp()
  const [phone, laptop] = [openDevice({ aheadMs: 4 * 60_000 }), openDevice()]
  for (const { saved } of [phone, laptop]) await saved.keepFor('ana')
  await phone.saved.save([{ event: fado }])
  await phone.sync()
  await laptop.sync()
  clock.advance(60_000)
  await laptop.saved.remove(FADO)
  await laptop.sync()
  clock.advance(60_000)
  await phone.sync()
  expect(await phone.ids()).toEqual([])
  await laptop.sync()
  expect(await laptop.ids()).toEqual([])
})

it('a device whose clock is behind removes what another one has saved, saves it again and takes that back', async () => {
  const { clock, openDevice } = setUp()
  const [phone, laptop] = [openDevice({ aheadMs: -2 * 60_000 }), openDevice()]
  for (const { saved } of [phone, laptop]) await saved.keepFor('ana')
  await laptop.saved.save([{ event: fado }])
  await laptop.sync()
  await phone.sync()
  const expectAlike = async (ids: string[]) => {
    clock.advance(1000)
    for (const device of [phone, laptop]) await device.sync()
    expect([await phone.ids(), await laptop.ids()]).toEqual([ids, ids])
  }
  clock.advance(1000)
  const record = await phone.saved.remove(FADO)
  await expectAlike([])
  if (record) await phone.saved.restore(record)
  await expectAlike([FADO])
  await phone.saved.remove(FADO)
  await phone.saved.save([{ event: fado }])
  await expectAlike([FADO])
})
