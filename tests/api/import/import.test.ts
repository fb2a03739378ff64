import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { byAdmin, inBackOffice } from '@tests/support/server/back-office'
import { IMPORT_DEFAULTS, ics, icsEvent, icsFile, importWorld } from '@tests/support/server/import-world'
import type { ImportWorld } from '@tests/support/server/import-world'
import { activities, importSources } from '@/server/platform/database/schema'

let world: ImportWorld
beforeAll(async () => {
  world = await importWorld()
})
afterAll(() => world.close())
beforeEach(() => world.empty())

describe('importing a calendar', () => {
  it('stores nothing at the preview', async () => {
    const { items } = await world.preview(icsFile(ics(icsEvent('1', 'Concert'))))
    expect(items).toMatchObject([{ uid: '1', title: 'Concert', state: 'new' }])
    expect(await world.stored()).toEqual([])
    expect(await world.test.db.select().from(importSources)).toEqual([])
  })

  it('makes submissions on review, and mails nobody', async () => {
    const before = world.test.mails.sent.length
    const response = await world.importText(ics(icsEvent('1', 'Concert'), icsEvent('2', 'Reading')))
    const { created_ids, ...counts } = response.data as { created_ids: string[] }
    expect(counts).toEqual({
      created: 2,
      updated: 0,
      called_off: 0,
      unchanged: 0,
      failed: [],
      changed_meanwhile: [],
    })
    expect(created_ids.toSorted()).toEqual((await world.stored()).map(({ id }) => id).toSorted())
    const [one] = (await world.stored()).filter(({ title }) => title === 'Concert')
    const found = await inBackOffice(world.test, one?.id ?? '')
    expect(found).toMatchObject({
      status: 'ON_REVIEW',
      imported_from: { name: 'club.ics' },
      location_name: 'Praia do Sul - Rua da Praia do Sul, Ericeira',
      tags: [{ key: 'music' }],
      schedules: [{ start_time: Date.UTC(2026, 6, 1, 20) / 1000 }],
    })
    await world.test.jobs.runDue()
    expect(world.test.mails.sent.length).toBe(before)
  })

  it('doubles nothing when it is run again', async () => {
    const text = ics(icsEvent('1', 'Concert'))
    await world.importText(text)
    expect((await world.preview(icsFile(text))).items).toMatchObject([{ state: 'unchanged' }])
    expect((await world.importText(text)).data).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
    expect(await world.stored()).toHaveLength(1)
  })

  it('takes a tag that was merged since its preview for the one that it was merged into', async () => {
    const tag = async (key: string) =>
      (await byAdmin(world.test, 'POST', '/events/tags', { key, name: key })).data as { id: string }
    const [gone, kept] = [await tag('lectures'), await tag('talks')]
    const defaults = { ...IMPORT_DEFAULTS, tag_keys: ['lectures', 'talks'] }
    const { items } = await world.preview(icsFile(ics(icsEvent('1', 'Concert'))), { defaults })
    await byAdmin(world.test, 'POST', `/events/tags/${gone.id}/merge`, { into_id: kept.id })
    expect((await world.run(items)).data).toMatchObject({ created: 1, failed: [] })
    const [stored] = await world.stored()
    expect(await inBackOffice(world.test, stored?.id ?? '')).toMatchObject({ tags: [{ key: 'talks' }] })
  })

  it('doubles nothing when two run at once', async () => {
    const items = (await world.preview(icsFile(ics(icsEvent('1', 'Concert'), icsEvent('2', 'Reading')))))
      .items
    const responses = await Promise.all([world.run(items), world.run(items.toReversed()), world.run(items)])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(responses.map(({ data }) => (data as { created: number }).created).toSorted()).toEqual([0, 0, 2])
    expect(await world.stored()).toHaveLength(2)
    expect(await world.test.db.select().from(importSources)).toHaveLength(1)
  })

  it('writes each event to the activity log', async () => {
    await world.test.db.delete(activities)
    await world.importText(ics(icsEvent('1', 'Concert')))
    const id = (await world.stored())[0]?.id
    expect(await world.test.db.select().from(activities)).toMatchObject([
      { action: 'event.imported', subjectId: id, subjectLabel: 'Concert' },
    ])
  })

  it('names what is wrong since the preview, and stores the others', async () => {
    const { items } = await world.preview(icsFile(ics(icsEvent('1', 'Concert'), icsEvent('2', 'Reading'))))
    const wrong = items.map((item) =>
      item.uid === '2' && item.event ? { ...item, event: { ...item.event, tag_keys: ['gone'] } } : item,
    )
    expect((await world.run(wrong)).data).toMatchObject({
      created: 1,
      failed: [{ uid: '2', code: 'tag_unknown' }],
    })
  })

  it('reads a table by the columns that are chosen', async () => {
    const text = 'A;B;C\nConcert by the sea;01/07/2026;21:00\n'
    const source = icsFile(text, 'table.csv')
    expect(await world.preview(source)).toMatchObject({ headings: ['A', 'B', 'C'], columns: {}, items: [] })
    const read = await world.preview(source, { columns: { title: 'A', start_date: 'B', start_time: 'C' } })
    expect(read).toMatchObject({
      headings: ['A', 'B', 'C'],
      items: [{ title: 'Concert by the sea', state: 'new' }],
    })
  })
})
