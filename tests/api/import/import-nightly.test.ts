import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { TEST_NOW } from '@tests/support/server/app'
import { byAdmin, edit } from '@tests/support/server/back-office'
import { review } from '@tests/support/server/calls'
import { ics, icsEvent, icsFile, importWorld } from '@tests/support/server/import-world'
import type { ImportWorld } from '@tests/support/server/import-world'
import type { ImportSource } from '@/contract/back-office/import'
import type { Overview } from '@/contract/back-office/back-office-overview'
import { jobs } from '@/server/platform/database/schema'

const FULL = { tags: ['full'] }

let world: ImportWorld
let served: { calendar: string; status: number; reads: number }
beforeAll(async () => {
  world = await importWorld()
  world.serve((response) => {
    served.reads += 1
    response.writeHead(served.status).end(served.calendar)
  })
})
afterAll(() => world.close())
beforeEach(async () => {
  served = { calendar: '', status: 200, reads: 0 }
  world.test.clock.set(TEST_NOW)
  await world.empty()
  await world.test.db.delete(jobs)
})

const FOUR = ['Concert', 'Reading', 'Ball', 'Fair'].map((title, n) => icsEvent(String(n + 1), title))

/** A calendar with these events is imported from its address. */
async function imported(...all: string[]): Promise<ImportSource> {
  served.calendar = ics(...all)
  const url = `${world.origin}/club.ics`
  const { items, name } = await world.preview({ url })
  await world.run(items, { name, url })
  served.reads = 0
  return source()
}

async function source(): Promise<ImportSource> {
  const { items } = (await byAdmin(world.test, 'GET', '/imports')).data as { items: ImportSource[] }
  const [first] = items
  if (first === undefined) throw new Error('no calendar was imported')
  return first
}

const switchNightly = ({ id }: { id: string }, is_nightly: boolean) =>
  byAdmin(world.test, 'PUT', `/imports/${id}/nightly`, { is_nightly })

/** The next night, and all that it brings. */
async function night(): Promise<void> {
  world.test.clock.advance({ days: 1 })
  await world.test.maintenance.run()
  await world.test.jobs.runDue()
}

const noted = async () =>
  ((await byAdmin(world.test, 'GET', '/overview')).data as Overview).imports.map(({ findings }) => findings)

it('a calendar is read again each night where that is switched on, once', async () => {
  const one = await imported(...FOUR)
  expect(one.is_nightly).toBe(false)
  await night()
  expect(served.reads).toBe(0)
  expect((await switchNightly(one, true)).status).toBe(200)
  await night()
  await world.test.maintenance.run()
  await world.test.jobs.runDue()
  expect(served.reads).toBe(1)
  const readAt = Math.floor(world.test.clock.nowMs() / 1000)
  expect(await source()).toMatchObject({ is_nightly: true, read_at: readAt })
  // Before three in the night the day has not begun.
  world.test.clock.set('2026-06-17T01:30:00Z')
  await night()
  world.test.clock.set('2026-06-20T01:30:00Z')
  served.reads = 0
  await world.test.maintenance.run()
  await world.test.jobs.runDue()
  expect(served.reads).toBe(0)
})

it(
  'the dashboard notes what needs a person, until somebody imports; no event is touched by the night',
  FULL,
  async () => {
    const one = await imported(...FOUR)
    await switchNightly(one, true)
    await night()
    expect(await noted()).toEqual([])
    for (const { id } of await world.stored()) await review(world.test, id, { action: 'approve' })
    const before = await world.stored()
    served.calendar = ics(
      icsEvent('1', 'Concert', 'STATUS:CANCELLED\n'),
      icsEvent('2', 'Reading at six'),
      icsEvent('4', 'Fair'),
      icsEvent('5', 'Market'),
      icsEvent('6', 'No day').replace(/DTSTART.*\n/, ''),
    )
    await night()
    const found = { added: 1, changed: 1, cancelled: 1, vanished: 1, faulty: 1 }
    expect(await noted()).toEqual([found])
    expect((await source()).findings).toEqual(found)
    expect(await world.stored()).toEqual(before)
    const url = one.url ?? ''
    await world.run((await world.preview({ url })).items, { name: one.name, url })
    expect(await noted()).toEqual([])
  },
)

it('a calendar that cannot be read is noted, and its next good night takes the note away', FULL, async () => {
  await switchNightly(await imported(...FOUR), true)
  served.status = 404
  await night()
  expect(await noted()).toMatchObject([{ trouble: 'refused', changed: 0 }])
  served.status = 200
  await night()
  expect(await noted()).toEqual([])
})

it('switched off, it is read no more and its note goes', FULL, async () => {
  const one = await imported(...FOUR)
  await switchNightly(one, true)
  served.calendar = ics(...FOUR.slice(1))
  await night()
  expect(await noted()).toMatchObject([{ vanished: 1 }])
  await switchNightly(one, false)
  expect(await noted()).toEqual([])
  served.reads = 0
  await night()
  expect(served.reads).toBe(0)
})

it('a file has no address to be read from, and nobody’s calendar is not found', FULL, async () => {
  await world.run((await world.preview(icsFile(ics(...FOUR)))).items)
  expect((await switchNightly(await source(), true)).error?.fields).toMatchObject([{ path: 'is_nightly' }])
  expect((await switchNightly({ id: randomUUID() }, true)).status).toBe(404)
})

it('what somebody changed by hand is no news of the calendar', FULL, async () => {
  await switchNightly(await imported(...FOUR), true)
  const [first] = await world.stored()
  await edit(world.test, first?.id ?? '', { title: 'Another title' })
  await night()
  expect(await noted()).toEqual([])
})

const UNDATED = icsEvent('6', 'No day').replace(/DTSTART.*\n/, '')
const dismiss = ({ id }: { id: string }, read_at = 0) =>
  byAdmin(world.test, 'POST', `/imports/${id}/seen`, { read_at })

it('what was dismissed is not noted again, until its calendar says something else of it', FULL, async () => {
  const one = await imported(...FOUR)
  await switchNightly(one, true)
  served.calendar = ics(...FOUR, UNDATED)
  await night()
  expect(await noted()).toMatchObject([{ faulty: 1 }])
  expect((await dismiss(one, (await source()).read_at)).status).toBe(200)
  expect(await noted()).toEqual([])
  await night()
  expect(await noted()).toEqual([])

  served.calendar = ics(...FOUR, UNDATED, icsEvent('5', 'Market'))
  await night()
  expect(await noted()).toMatchObject([{ added: 1, faulty: 0 }])
  served.calendar = ics(...FOUR, UNDATED.replace('No day', 'Still no day'))
  await night()
  expect(await noted()).toMatchObject([{ added: 0, faulty: 1 }])
})

it('a damaged event is noted once, though its calendar stamps it each night', FULL, async () => {
  const one = await imported(...FOUR)
  await switchNightly(one, true)
  const damaged = (stamp: string) =>
    ics(
      ...FOUR,
      icsEvent('6', 'No end', `DTSTAMP:${stamp}\nLAST-MODIFIED;X-BY="a:b":2026\n  0615T${stamp}\n`),
    ).replace(/END:VEVENT\nEND:VCALENDAR\n$/, '')
  served.calendar = damaged('20260615T010000Z')
  await night()
  expect(await noted()).toMatchObject([{ faulty: 1 }])
  await dismiss(one, (await source()).read_at)
  served.calendar = damaged('20260616T010000Z')
  await night()
  expect(await noted()).toEqual([])
})

it('what a preview showed is not noted again once its import has run', FULL, async () => {
  const one = await imported(...FOUR)
  await switchNightly(one, true)
  const url = one.url ?? ''
  served.calendar = ics(icsEvent('1', 'Concert at ten'), ...FOUR.slice(1), UNDATED, icsEvent('5', 'Market'))
  await night()
  expect(await noted()).toMatchObject([{ added: 1, changed: 1, faulty: 1 }])
  const { items } = await world.preview({ url })
  expect(await noted(), 'a preview decides nothing').toMatchObject([{ added: 1, changed: 1, faulty: 1 }])
  // The new one is not chosen.
  await world.run(
    items.filter(({ state }) => state === 'changed'),
    { name: one.name, url },
  )
  await night()
  expect(await noted()).toEqual([])
})

it('what came after the preview of an import is still noted after it', FULL, async () => {
  const one = await imported(...FOUR)
  await switchNightly(one, true)
  const url = one.url ?? ''

  served.calendar = ics(...FOUR, icsEvent('5', 'Market'))
  const { items } = await world.preview({ url })
  served.calendar = ics(...FOUR.slice(1), icsEvent('5', 'Market'))
  await night()
  await world.run(
    items.filter(({ state }) => state === 'new'),
    { name: one.name, url },
  )
  await night()
  expect(await noted()).toMatchObject([{ vanished: 1, added: 0 }])
})

it(
  'a note that changed while it was looked at is not dismissed, and one of nobody’s calendar is not found',
  FULL,
  async () => {
    const one = await imported(...FOUR)
    await switchNightly(one, true)
    served.calendar = ics(...FOUR, UNDATED)
    await night()
    const shown = (await source()).read_at
    served.calendar = ics(...FOUR.slice(1), UNDATED)
    await night()
    expect((await dismiss(one, shown)).status).toBe(200)
    expect(await noted()).toMatchObject([{ faulty: 1, vanished: 1 }])
    expect((await dismiss({ id: randomUUID() })).status).toBe(404)
  },
)

it(
  'a calendar that stays unreadable is noted once it was dismissed only after a good night',
  FULL,
  async () => {
    const one = await imported(...FOUR)
    await switchNightly(one, true)
    served.status = 404
    await night()
    await dismiss(one, (await source()).read_at)
    await night()
    expect(await noted()).toEqual([])
    served.status = 200
    await night()
    served.status = 404
    await night()
    expect(await noted()).toMatchObject([{ trouble: 'refused' }])
  },
)
