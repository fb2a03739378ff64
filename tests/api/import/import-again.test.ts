import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { byAdmin, edit, inBackOffice, syncProgramme } from '@tests/support/server/back-office'
import { review } from '@tests/support/server/calls'
import { IMPORT_DEFAULTS, ics, icsEvent, icsFile, importWorld } from '@tests/support/server/import-world'
import type { ImportWorld } from '@tests/support/server/import-world'

let world: ImportWorld
beforeAll(async () => {
  world = await importWorld()
})
afterAll(() => world.close())
beforeEach(() => world.empty())

const placeless = (title: string) => icsEvent('1', title).replace('LOCATION:Praia do Sul\n', '')
const three = (more: string) =>
  ics(icsEvent('1', 'Concert', more), icsEvent('2', 'Reading'), icsEvent('3', 'Ball'))

describe('importing a calendar again', () => {
  it('says that a file’s name was imported before, and keeps what has another name apart', async () => {
    const first = await world.preview(icsFile(ics(icsEvent('1', 'Concert'))))
    expect(first.known).toBeUndefined()
    await world.run(first.items)
    const ofTheSchool = ics(icsEvent('1', 'Reading'))
    const again = await world.preview(icsFile(ofTheSchool))
    expect(again.known).toEqual({ events: 1, last_run_at: Date.UTC(2026, 5, 15, 10) / 1000 })
    expect(again.items).toMatchObject([{ state: 'changed' }])

    const apart = await world.preview(icsFile(ofTheSchool, 'School club.ics'))
    expect(apart.known).toBeUndefined()
    expect(apart).toMatchObject({ items: [{ state: 'new' }], gone: [] })
    await world.run(apart.items, { name: apart.name })
    expect((await world.stored()).map(({ title }) => title).toSorted()).toEqual(['Concert', 'Reading'])
  })

  it('updates what the source has changed, and what is published stays so and is synced again', async () => {
    await world.importText(ics(icsEvent('1', 'Concert')))
    const id = (await world.stored())[0]?.id ?? ''
    await review(world.test, id, { action: 'approve' })
    const { cursor } = await syncProgramme(world.test)
    const changed = ics(icsEvent('1', 'Concert and ball').replace('T200000Z', 'T210000Z'))
    expect((await world.preview(icsFile(changed))).items).toMatchObject([
      { state: 'changed', status: 'PUBLISHED', event_id: id },
    ])
    const before = (await world.stored())[0]?.revision ?? 0
    expect((await world.importText(changed)).data).toMatchObject({ updated: 1 })
    const synced = await syncProgramme(world.test, cursor)
    expect(synced.items).toMatchObject([
      { id, title: 'Concert and ball', schedules: [{ start_time: Date.UTC(2026, 6, 1, 21) / 1000 }] },
    ])
    expect((await world.stored()).map(({ status, revision }) => [status, revision])).toEqual([
      ['PUBLISHED', before + 1],
    ])
  })

  it('leaves tags that an administrator chose, and a place that the source does not know', async () => {
    await world.importText(ics(placeless('Concert')))
    const id = (await world.stored())[0]?.id ?? ''
    await edit(world.test, id, { tag_keys: ['yoga'], location_name: 'The old mill' })
    await world.importText(ics(placeless('Concert at six')))
    expect(await inBackOffice(world.test, id)).toMatchObject({
      title: 'Concert at six',
      tags: [{ key: 'yoga' }],
      location_name: 'The old mill',
    })
  })

  it('keeps what somebody changed here, and shows the old and the new of each field', async () => {
    const first = await world.preview(icsFile(ics(icsEvent('1', 'Concert', 'URL:https://example.com/\n'))))
    await world.run(first.items)
    const id = (await world.stored())[0]?.id ?? ''
    await edit(world.test, id, { ...first.items[0]?.event, title: 'Concert of the choir', price: 5 })
    const moved = ics(icsEvent('1', 'Concert', 'URL:https://example.org/\n').replace('T220000Z', 'T223000Z'))
    const { items } = await world.preview(icsFile(moved))
    expect(items).toMatchObject([
      {
        state: 'changed',
        event: { title: 'Concert' },
        current: { title: 'Concert of the choir', price: 5 },
        changes: [
          { field: 'title', by_hand: true },
          { field: 'timetable', by_hand: false },
          { field: 'price', by_hand: true },
          { field: 'info_url', by_hand: false },
        ],
      },
    ])
    await world.run(items, {}, { keep: ['title', 'price'] })
    expect(await inBackOffice(world.test, id)).toMatchObject({
      title: 'Concert of the choir',
      price: 5,
      info_url: 'https://example.org/',
      schedules: [{ end_time: Date.UTC(2026, 6, 1, 22, 30) / 1000 }],
    })
    // A value that is kept counts as set by hand the next time, too.
    const again = await world.preview(icsFile(moved.replace('An evening', 'A long evening')))
    expect(again.items[0]?.changes).toEqual([
      { field: 'title', by_hand: true },
      { field: 'description', by_hand: false },
      { field: 'price', by_hand: true },
    ])
  })

  it('keeps what was corrected at an import', async () => {
    const first = await world.preview(icsFile(ics(icsEvent('1', 'Concert'))))
    await world.run(first.items, {}, { correction: { title: 'Concert by the sea' } })
    expect(await world.stored()).toMatchObject([{ title: 'Concert by the sea' }])
    const { items } = await world.preview(
      icsFile(ics(icsEvent('1', 'Concert', 'URL:https://example.org/\n'))),
    )
    expect(items[0]?.changes).toEqual([
      { field: 'title', by_hand: true },
      { field: 'info_url', by_hand: false },
    ])
  })

  it('calls off what its source has cancelled, unless the team has said something of it', async () => {
    await world.importText(three(''))
    for (const { id } of await world.stored()) await review(world.test, id, { action: 'approve' })
    const { cursor } = await syncProgramme(world.test)
    const cancelled = ics(
      icsEvent('1', 'Concert', 'STATUS:CANCELLED\n'),
      icsEvent('2', 'Reading', 'STATUS:CANCELLED\n'),
      icsEvent('5', 'News'),
    )
    const reading = (await world.stored()).find(({ title }) => title === 'Reading')
    await byAdmin(world.test, 'PUT', `/events/${reading?.id}/state`, {
      state: 'on',
      note: 'With another author',
      revision: reading?.revision,
    })
    const { gone, items } = await world.preview(icsFile(cancelled))
    const uids = gone.filter(({ reason }) => reason === 'cancelled').map(({ uid }) => uid)
    expect(uids).toEqual(['1', '2'])
    expect(gone.map(({ state }) => state)).toEqual([undefined, 'on', undefined])
    const response = await world.run([], {}, {}, uids)
    expect(response.data).toMatchObject({ created: 0, called_off: 1 })
    const after = await world.preview(icsFile(cancelled))
    expect(after.gone.map(({ title }) => title)).toEqual(['Reading', 'Ball'])
    expect((await world.run(items, {}, {}, uids)).data).toMatchObject({ created: 1, called_off: 0 })
    const states = new Map((await world.stored()).map(({ title, state }) => [title, state]))
    expect([states.get('Concert'), states.get('Reading'), states.get('Ball')]).toEqual([
      'cancelled',
      'on',
      null,
    ])
    const synced = await syncProgramme(world.test, cursor)
    expect(synced.items.find(({ title }) => title === 'Concert')).toMatchObject({ state: 'cancelled' })
    expect((await world.run([], {})).error?.fields).toMatchObject([{ path: 'items', code: 'required' }])
  })

  it('takes back what it called off when its source has the event again, and nothing that the team said', async () => {
    await world.importText(three(''))
    const off = three('STATUS:CANCELLED\n')
    const { gone, items } = await world.preview(icsFile(off))
    const uids = gone.filter(({ reason }) => reason === 'cancelled').map(({ uid }) => uid)
    await world.run(items, {}, {}, uids)
    const ball = (await world.stored()).find(({ title }) => title === 'Ball')
    const concert = (await world.stored()).find(({ title }) => title === 'Concert')
    expect([concert?.state, ball?.state]).toEqual(['cancelled', null])
    const again = await world.preview(icsFile(three('')))
    const reinstated = again.items.filter(({ is_reinstated }) => is_reinstated)
    expect(reinstated.map(({ uid, state }) => [uid, state])).toEqual([['1', 'changed']])
    await world.run(again.items)
    expect((await world.stored()).find(({ title }) => title === 'Concert')?.state).toBeNull()

    await byAdmin(world.test, 'PUT', `/events/${concert?.id}/state`, {
      state: 'cancelled',
      note: 'The singer is ill',
      revision: (await world.stored()).find(({ title }) => title === 'Concert')?.revision,
    })
    const edited = await world.preview(icsFile(three('').replace('Concert', 'Great concert')))
    await world.run(edited.items)
    expect((await world.stored()).find(({ title }) => title === 'Great concert')?.state).toBe('cancelled')
  })

  it('names what is cancelled at its source and still to come here', async () => {
    await world.importText(three(''))
    for (const { id, title } of await world.stored())
      await review(world.test, id, { action: title === 'Ball' ? 'reject' : 'approve' })
    const cancelled = three('STATUS:CANCELLED\n').replaceAll('UID:3', 'UID:4')
    const { gone, items } = await world.preview(icsFile(cancelled))
    expect(gone).toMatchObject([{ title: 'Concert', status: 'PUBLISHED', reason: 'cancelled' }])
    expect(items.map(({ uid }) => uid)).toEqual(['2', '4'])
  })

  it('names events that the source no longer has, and deletes none', async () => {
    await world.importText(ics(icsEvent('1', 'Concert'), icsEvent('2', 'Reading')))
    const { gone } = await world.preview(icsFile(ics(icsEvent('2', 'Reading'))))
    expect(gone).toMatchObject([{ title: 'Concert', status: 'ON_REVIEW', reason: 'vanished' }])
    expect(await world.stored()).toHaveLength(2)
  })

  it('lists its sources and forgets one without its events', async () => {
    await world.importText(ics(icsEvent('1', 'Concert')))
    const list = async () =>
      ((await byAdmin(world.test, 'GET', '/imports')).data as { items: { id: string }[] }).items
    const [source] = await list()
    expect(source).toMatchObject({ name: 'club.ics', format: 'ics', events: 1, defaults: IMPORT_DEFAULTS })
    expect((await byAdmin(world.test, 'DELETE', `/imports/${source?.id ?? ''}`)).status).toBe(200)
    expect(await list()).toEqual([])
    expect(await world.stored()).toHaveLength(1)
  })

  it('leaves what somebody has changed since the preview, and shows it in the next one', async () => {
    await world.importText(three(''))
    const stored = new Map((await world.stored()).map(({ title, id }) => [title, id]))
    const changed = three('').replaceAll('T220000Z', 'T223000Z')
    const { items } = await world.preview(icsFile(changed))
    await edit(world.test, stored.get('Concert') ?? '', { title: 'Concert of the choir' })
    const response = await world.run(items)
    expect(response.data).toMatchObject({ updated: 2, failed: [], changed_meanwhile: ['1'] })
    expect((await world.stored()).map(({ title }) => title)).toContain('Concert of the choir')
    const again = await world.preview(icsFile(changed))
    const row = again.items.find(({ uid }) => uid === '1')
    expect(row?.state).toBe('changed')
    expect(row?.changes).toContainEqual({ field: 'title', by_hand: true })
  })

  it('takes a tag that was merged since for the one that it was merged into', async () => {
    const tag = async (key: string) =>
      (await byAdmin(world.test, 'POST', '/events/tags', { key, name: key })).data as { id: string }
    const [gone, kept] = [await tag('readings'), await tag('books')]
    await byAdmin(world.test, 'POST', `/events/tags/${gone.id}/merge`, { into_id: kept.id })
    const defaults = { ...IMPORT_DEFAULTS, tag_keys: ['readings'] }
    const { items } = await world.preview(icsFile(ics(icsEvent('1', 'Concert'))), { defaults })
    expect(items[0]?.event?.tag_keys).toEqual(['books'])
  })

  it('can be approved later: what of it waits is named', async () => {
    await world.importText(three(''))
    const [first] = await world.stored()
    await review(world.test, first?.id ?? '', { action: 'approve' })
    const list = (await byAdmin(world.test, 'GET', '/imports')).data as {
      items: { id: string; on_review: number }[]
    }
    expect(list.items).toMatchObject([{ on_review: 2 }])
    const waiting = await byAdmin(world.test, 'GET', `/imports/${list.items[0]?.id ?? ''}/on-review`)
    const rest = (await world.stored()).filter(({ id }) => id !== first?.id).map(({ id }) => id)
    expect((waiting.data as { event_ids: string[] }).event_ids.toSorted()).toEqual(rest.toSorted())
  })
})
