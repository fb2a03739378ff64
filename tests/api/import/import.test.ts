import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Overview } from '@/contract/back-office/back-office-overview'
import { contentOf } from '@/server/platform/database/events/event-content'
import { activities } from '@/server/platform/database/schema'
import { byAdmin, edit, inBackOffice, syncProgramme } from '@tests/support/server/back-office'
import { review } from '@tests/support/server/calls'
import {
  IMPORT_DEFAULTS,
  ics,
  icsEvent,
  icsFile,
  importWorld,
  statesOf,
  tickedOf,
  type ImportWorld,
} from '@tests/support/server/import-world'

let world: ImportWorld
beforeAll(async () => {
  world = await importWorld()
})
afterAll(() => world.close())
beforeEach(() => world.empty())

const THREE = ics(icsEvent('1', 'Concert'), icsEvent('2', 'Reading'), icsEvent('3', 'Ball'))
const at = (text: string, hour: number) =>
  text.replaceAll('T200000Z', `T${hour}0000Z`).replaceAll('T220000Z', 'T235900Z')

const day = (n: number) => new Date(Date.UTC(2026, 6, 1 + n)).toISOString().slice(0, 10).replaceAll('-', '')
const url = () => `${world.origin}/club.ics`
const toSee = async () => ((await byAdmin(world.test, 'GET', '/overview')).data as Overview).imports

/** Imports a file; the id of its source. */
async function imported(text: string): Promise<string> {
  const response = await world.importText(text)
  return (response.data as { source_id: string }).source_id
}

async function idOf(title: string): Promise<string> {
  return (await world.stored()).find((event) => event.title === title)?.id ?? ''
}

/** Edits these fields of an event, and no other. */
async function change(id: string, fields: Parameters<typeof edit>[2]) {
  const stored = (await world.stored()).find((event) => event.id === id)
  if (stored === undefined) throw new Error('there is no such event')
  return edit(world.test, id, { ...contentOf(stored), tag_keys: ['music'], ...fields })
}

describe('the first import', () => {
  it('stores nothing when it is read, then what is chosen, on review, and mails nobody', async () => {
    const reading = await world.preview(icsFile(THREE))
    expect(reading).toMatchObject({ is_new: true, left_out: 0, vanished: [] })
    expect(statesOf(reading)).toEqual(['new', 'new', 'new'])
    expect(reading.items[0]).toMatchObject({
      state: 'new',
      is_ticked: true,
      location_name: 'Praia do Sul - Rua da Praia do Sul, Ericeira',
      dates: { items: [{ start_time: Date.UTC(2026, 6, 1, 20) / 1000 }], count: 1 },
    })
    expect(await world.stored()).toEqual([])
    expect((await world.run(reading, {}, { uids: ['1', '3'] })).data).toMatchObject({
      created: 2,
      updated: 0,
      unchanged: 0,
    })
    const stored = await world.stored()
    expect(stored.map(({ title, status }) => [title, status]).toSorted()).toEqual([
      ['Ball', 'ON_REVIEW'],
      ['Concert', 'ON_REVIEW'],
    ])
    expect(world.test.mails.sent).toEqual([])
    const logged = await world.test.db.select().from(activities)
    expect(
      logged
        .filter(({ action }) => action === 'event.imported')
        .map((one) => one.subjectId)
        .toSorted(),
    ).toEqual(stored.map(({ id }) => id).toSorted())
  })

  it('doubles nothing when it is sent again, twice at once, or imported anew', async () => {
    const reading = await world.preview(icsFile(THREE))
    const both = await Promise.all([world.run(reading), world.run(reading)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await world.stored()).toHaveLength(3)
    expect(await world.sources()).toHaveLength(1)
    const anew = await world.preview(icsFile(THREE))
    expect(anew.items).toMatchObject([1, 2, 3].map(() => ({ is_ticked: false, perhaps_same_as: {} })))
  })

  it('reads a table by the columns that are chosen', async () => {
    const table = icsFile('What;When;Where\nWaves;03/07/2026 21h30;Praia do Sul\n', 'programme.csv')
    const guessed = await world.preview(table)
    expect(guessed).toMatchObject({
      items: [],
      headings: [
        { heading: 'What', sample: 'Waves' },
        { heading: 'When', sample: '03/07/2026 21h30' },
        { heading: 'Where', sample: 'Praia do Sul' },
      ],
    })
    const columns = { title: 'What', start_date: 'When', place: 'Where' }
    const reading = await world.preview(table, { columns })
    expect(reading.items).toMatchObject([{ title: 'Waves', notes: expect.arrayContaining(['day_first']) }])
    await world.run(reading, {}, { columns })
    const { source_id: id } = reading
    expect((await world.preview({ ...table, id })).items).toMatchObject([{ state: 'unchanged' }])
  })

  it('takes the next ones of more events than it shows', { tags: ['full'] }, async () => {
    const newestFirst = Array.from({ length: 1003 }, (_, n) => {
      const date = day(1002 - n)
      return icsEvent(String(n), `Event ${date}`).replaceAll('20260701', date)
    })
    const { items, left_out } = await world.preview(icsFile(ics(...newestFirst)))
    expect([items.length, items[0]?.title, left_out]).toEqual([1000, 'Event 20260701', 3])
  })

  it('does not tick what is private, tentative or cannot be read, and says so', async () => {
    const { items } = await world.preview(
      icsFile(
        ics(
          icsEvent('1', 'Private', 'CLASS:PRIVATE\n'),
          icsEvent('2', 'Secret', 'CLASS:CONFIDENTIAL\n'),
          icsEvent('3', 'Perhaps', 'STATUS:TENTATIVE\n'),
          icsEvent('5', 'Fortnightly', 'RRULE:FREQ=FORTNIGHTLY\n'),
          icsEvent('6', 'Off', 'STATUS:CANCELLED\n'),
          icsEvent('7', 'No'),
        ),
      ),
    )
    expect(tickedOf(items)).toEqual([])
    const byTitle = new Map(items.map((row) => [row.title, row]))
    expect(['Private', 'Secret', 'Perhaps'].map((title) => byTitle.get(title)?.notes[0])).toEqual([
      'private',
      'private',
      'tentative',
    ])
    expect(byTitle.get('Fortnightly')).toMatchObject({ state: 'unreadable', reason: 'rule_unsupported' })
    expect(byTitle.get('Off')).toMatchObject({ state: 'unreadable', reason: 'cancelled' })
    expect(byTitle.get('No')).toMatchObject({
      state: 'unreadable',
      reason: 'invalid',
      problem: 'title_too_short',
    })
  })
})

describe('perhaps the same', () => {
  it('is a stored event on the same day with a like title, or at the same place and hour', async () => {
    await imported(ics(icsEvent('1', 'Fado night')))
    const others = ics(
      icsEvent('a', 'FADO NIGHT at the harbour').replace('Praia do Sul', 'Harbour'),
      icsEvent('b', 'Quiz'),
      at(icsEvent('c', 'Cinema'), 21),
      icsEvent('d', 'Fado night').replaceAll('20260701', '20260702'),
    )
    const { items } = await world.preview(icsFile(others, 'other.ics'))
    const found = new Map(items.map(({ uid, perhaps_same_as: same }) => [uid, same?.title]))
    expect(Object.fromEntries(found)).toEqual({
      a: 'Fado night',
      b: 'Fado night',
      c: undefined,
      d: undefined,
    })
    expect(tickedOf(items).toSorted()).toEqual(['c', 'd'])
  })

  it('is one that the same source has no more', async () => {
    const id = await imported(ics(icsEvent('1', 'Fado night')))
    const changed = at(icsEvent('new', 'Fado night at the harbour'), 21)
    const reading = await world.preview({ ...icsFile(ics(changed)), id })
    expect(reading.items).toMatchObject([
      { state: 'new', is_ticked: false, perhaps_same_as: { title: 'Fado night' } },
    ])
  })
})

describe('importing a calendar again', () => {
  it('updates what its source has changed, and what is published stays so and is synced again', async () => {
    const source = await imported(ics(icsEvent('1', 'Concert')))
    const id = await idOf('Concert')
    await review(world.test, id, { action: 'approve' })
    const { cursor } = await syncProgramme(world.test)
    const changed = at(ics(icsEvent('1', 'Concert and ball')), 21)
    const reading = await world.preview({ ...icsFile(changed), id: source })
    expect(reading.items).toMatchObject([{ state: 'changed', status: 'PUBLISHED', event_id: id }])
    expect((await world.run(reading)).data).toMatchObject({ created: 0, updated: 1 })
    expect((await syncProgramme(world.test, cursor)).items).toMatchObject([
      { id, title: 'Concert and ball', schedules: [{ start_time: Date.UTC(2026, 6, 1, 21) / 1000 }] },
    ])
    expect(statesOf(await world.preview({ ...icsFile(changed), id: source }))).toEqual(['unchanged'])
  })

  it('does not touch what staff has edited since, and says that its source has changed', async () => {
    const source = await imported(ics(icsEvent('1', 'Concert')))
    const id = await idOf('Concert')
    await change(id, { title: 'Concert of the choir' })
    expect(statesOf(await world.preview({ ...icsFile(ics(icsEvent('1', 'Concert'))), id: source }))).toEqual([
      'unchanged',
    ])
    const reading = await world.preview({ ...icsFile(at(ics(icsEvent('1', 'Concert!')), 21)), id: source })
    expect(reading.items).toMatchObject([{ state: 'edited', is_ticked: false }])
    expect((await world.run(reading, {}, { uids: ['1'] })).data).toMatchObject({ updated: 0 })
    expect(await inBackOffice(world.test, id)).toMatchObject({
      title: 'Concert of the choir',
      schedules: [{ start_time: Date.UTC(2026, 6, 1, 20) / 1000 }],
    })
  })

  it('leaves alone what is edited between its reading and its import', async () => {
    const source = await imported(ics(icsEvent('1', 'Concert')))
    const reading = await world.preview({ ...icsFile(ics(icsEvent('1', 'Concert!'))), id: source })
    await change(await idOf('Concert'), { title: 'Concert of the choir' })
    expect((await world.run(reading)).data).toMatchObject({ updated: 0 })
    expect(await idOf('Concert of the choir')).not.toBe('')
  })

  it('calls off what its source has cancelled, unless the team has said something of it', async () => {
    const source = await imported(THREE)
    const announced = await idOf('Ball')
    await byAdmin(world.test, 'PUT', `/events/${announced}/state`, {
      state: 'cancelled',
      note: 'Rain',
      revision: 1,
    })
    const off = THREE.replaceAll('END:VEVENT', 'STATUS:CANCELLED\nEND:VEVENT')
    const reading = await world.preview({ ...icsFile(off), id: source })
    expect(statesOf(reading)).toEqual(['changed', 'changed', 'edited'])
    expect((await world.run(reading)).data).toMatchObject({ updated: 2 })
    const stored = await world.stored()
    expect(Object.fromEntries(stored.map((one) => [one.title, [one.state, one.stateNote]]))).toEqual({
      Ball: ['cancelled', 'Rain'],
      Concert: ['cancelled', null],
      Reading: ['cancelled', null],
    })
  })

  it('takes a tag that was merged since for the one that it was merged into, and says that one is gone', async () => {
    const tag = async (key: string) =>
      (await byAdmin(world.test, 'POST', '/events/tags', { key, name: key })).data as { id: string }
    const [gone, kept] = [await tag('readings'), await tag('books')]
    const defaults = { ...IMPORT_DEFAULTS, tag_keys: ['readings'] }
    const reading = await world.preview(icsFile(THREE), { defaults })
    await byAdmin(world.test, 'POST', `/events/tags/${gone.id}/merge`, { into_id: kept.id })
    await world.run(reading, {}, { defaults })
    expect(await inBackOffice(world.test, await idOf('Ball'))).toMatchObject({ tags: [{ key: 'books' }] })
    const unknown = { ...IMPORT_DEFAULTS, tag_keys: ['nowhere'] }
    expect(await world.preview(icsFile(THREE), { defaults: unknown })).toEqual({ trouble: 'tag_gone' })
  })
})

describe('a source', () => {
  let served = ''
  beforeAll(() => world.serve((response) => response.end(served)))

  const nightly = async (text: string) => {
    served = text
    const reading = await world.preview({ url: url() })
    await world.run(reading, { url: url() }, { is_nightly: true })
    const [source] = await world.sources()
    if (source === undefined) throw new Error('no source was stored')
    return source
  }

  it('is edited, read by its new address, and forgotten without its events', async () => {
    const { id } = await nightly(THREE)
    const changed = { name: 'Surf club', url: `${world.origin}/new.ics`, is_nightly: false }
    const defaults = { ...IMPORT_DEFAULTS, tag_keys: ['yoga'], email: 'club@example.com' }
    expect((await byAdmin(world.test, 'PUT', `/imports/${id}`, { ...changed, defaults })).status).toBe(200)
    expect(await world.sources()).toMatchObject([{ ...changed, defaults, events: 3, on_review: 3 }])
    served = ics(icsEvent('4', 'Fair').replaceAll('20260701', '20260801'))
    const response = await byAdmin(world.test, 'POST', '/imports/preview', { source: { id } })
    expect(response.data).toMatchObject({ source_id: id, name: 'Surf club', items: [{ state: 'new' }] })
    expect((await byAdmin(world.test, 'DELETE', `/imports/${id}`)).status).toBe(200)
    expect(await world.sources()).toEqual([])
    expect(await world.stored()).toHaveLength(3)
  })

  it('takes no address of another one, and no file is read each night', async () => {
    await nightly(THREE)
    const id = await imported(ics(icsEvent('9', 'Play').replaceAll('20260701', '20260901')))
    const club = { name: 'Club', defaults: IMPORT_DEFAULTS, is_nightly: false }
    const put = (more: object) => byAdmin(world.test, 'PUT', `/imports/${id}`, { ...club, ...more })
    expect((await put({ url: url() })).error?.fields).toMatchObject([{ path: 'url', code: 'invalid' }])
    expect((await put({ is_nightly: true })).error?.fields).toMatchObject([
      { path: 'is_nightly', code: 'invalid' },
    ])
  })

  it('is read each night by the same function: new ones on review, changed ones updated, what was edited not touched, findings counted', async () => {
    await nightly(THREE)
    const published = await idOf('Concert')
    await review(world.test, published, { action: 'approve' })
    await change(await idOf('Reading'), { title: 'A reading' })
    served = ics(
      at(icsEvent('1', 'Concert'), 21),
      icsEvent('2', 'Reading aloud'),
      icsEvent('4', 'Fair').replaceAll('20260701', '20260801'),
      icsEvent('5', 'Secret', 'CLASS:PRIVATE\n').replaceAll('20260701', '20260803'),
      icsEvent('6', 'Fortnight', 'RRULE:FREQ=FORTNIGHTLY\n'),
    )
    await world.night()
    const stored = (await world.stored()).map(({ title, status }) => [title, status]).toSorted()
    expect(stored).toEqual([
      ['A reading', 'ON_REVIEW'],
      ['Ball', 'ON_REVIEW'],
      ['Concert', 'PUBLISHED'],
      ['Fair', 'ON_REVIEW'],
    ])
    expect(await inBackOffice(world.test, published)).toMatchObject({
      schedules: [{ start_time: Date.UTC(2026, 6, 1, 21) / 1000 }],
    })
    const [source] = await world.sources()
    expect(source).toMatchObject({
      is_news: true,
      findings: { added: 1, changed: 1, unsure: 2, unreadable: 1, vanished: 1 },
    })
    expect(await toSee()).toMatchObject([{ id: source?.id, findings: source?.findings }])
  })

  it('has no news once what it found was dismissed, until its calendar says something else', async () => {
    const { id } = await nightly(THREE)
    expect(await toSee()).toEqual([])
    served = ics(icsEvent('1', 'Concert'))
    await world.night()
    const [found] = await toSee()
    await byAdmin(world.test, 'POST', `/imports/${id}/seen`, { read_at: (found?.read_at ?? 0) - 1 })
    expect(await toSee()).toHaveLength(1)
    await byAdmin(world.test, 'POST', `/imports/${id}/seen`, { read_at: found?.read_at })
    await world.night()
    expect(await toSee()).toEqual([])
    served = ics(icsEvent('7', 'Opera').replaceAll('20260701', '20260901'))
    await world.night()
    expect(await toSee()).toHaveLength(1)
  })

  it('stores at night nothing that a person has seen and not chosen', async () => {
    served = THREE
    const reading = await world.preview({ url: url() })
    await world.run(reading, { url: url() }, { is_nightly: true, uids: ['1'] })
    await world.night()
    expect((await world.stored()).map(({ title }) => title)).toEqual(['Concert'])
    expect(statesOf(await world.preview({ url: url() }))).toEqual(['new', 'new', 'unchanged'])
  })

  it('is not read once that is switched off', async () => {
    const { id } = await nightly(THREE)
    await byAdmin(world.test, 'PUT', `/imports/${id}`, {
      name: 'Club',
      url: url(),
      defaults: IMPORT_DEFAULTS,
      is_nightly: false,
    })
    served = ics(icsEvent('4', 'Fair').replaceAll('20260701', '20260801'))
    await world.night()
    expect(await world.stored()).toHaveLength(3)
  })
})
