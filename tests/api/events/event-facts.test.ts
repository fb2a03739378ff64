import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Activity } from '@/contract/back-office/back-office-overview'
import { byAdmin, edit, inBackOffice } from '@tests/support/server/back-office'
import { call, publish, titles } from '@tests/support/server/calls'
import { ics, icsEvent, icsFile, importWorld, type ImportWorld } from '@tests/support/server/import-world'
import type { TestApp } from '@tests/support/server/app'

const FACTS = {
  audience: 'families' as const,
  access: ['step_free' as const, 'seating' as const],
  languages: ['pt' as const, 'en' as const],
}
const X_LINES = 'X-GUIDE-AUDIENCE:families\nX-GUIDE-ACCESS:step_free\nX-GUIDE-LANGUAGES:en\n'

let world: ImportWorld
let test: TestApp
beforeAll(async () => {
  world = await importWorld()
  test = world.test
})
afterAll(() => world.close())

const read = async (id: string) => (await call(test, 'GET', `/events/${id}`)).data
const get = async (url: string) => test.app.inject({ url })

describe('the facts of an event', () => {
  it('are what was submitted, each once and in one order, and absent where nothing is said', async () => {
    const id = await publish(test, { ...FACTS, access: ['seating', 'step_free', 'seating'] })
    expect(await read(id)).toMatchObject(FACTS)
    const silent = await read(await publish(test, { title: 'Silent', access: [] }))
    for (const field of Object.keys(FACTS)) expect(silent).not.toHaveProperty(field)
  })

  it('stay in an edit by a client that does not know them, and are taken back by name', async () => {
    const id = await publish(test, FACTS)
    expect((await edit(test, id, { title: 'Edited' })).data).toMatchObject({ title: 'Edited', ...FACTS })
    const cleared = await edit(test, id, { title: 'Edited', audience: null, access: [], languages: ['de'] })
    expect(cleared.data).toMatchObject({ languages: ['de'] })
    expect(cleared.data).not.toHaveProperty('audience')
    expect(cleared.data).not.toHaveProperty('access')
    const { data } = await byAdmin(test, 'GET', '/activities?action=event.edited')
    const [last] = (data as { items: Activity[] }).items
    expect(last?.details.changes?.map(({ field }) => field)).toEqual(['audience', 'access', 'languages'])
  })

  it.each([{ audience: 'dogs' }, { access: ['lift'] }, { languages: ['Portuguese'] }])(
    'are refused where they are none: %j',
    async (wrong) => {
      const id = await publish(test)
      // A client with another list sends these.
      const changes = wrong as Parameters<typeof edit>[2]
      expect((await edit(test, id, changes)).status).toBe(422)
    },
  )
})

const FILTERS = ['free=1', 'family=1', 'access=step_free,seating', 'in=en,de']

describe('a filter by facts', () => {
  beforeAll(async () => {
    await world.empty()
    await publish(test, { title: 'Silent', price: null })
    await publish(test, { title: 'Says all', price: 0, ...FACTS })
    await publish(test, {
      title: 'Says no',
      price: 3,
      audience: 'adults',
      access: ['sign_language'],
      languages: ['fr'],
    })
  })

  it.each(FILTERS)('%s finds what says so, in the list and in every feed', async (filter) => {
    expect(await titles(test, `?${filter}`)).toEqual(['Says all'])
    for (const kind of ['ics', 'rss', 'json']) {
      const { body, statusCode } = await get(`/events.${kind}?${filter}`)
      expect(statusCode).toBe(200)
      const found = ['Silent', 'Says all', 'Says no'].filter((title) => body.includes(title))
      expect(found, kind).toEqual(['Says all'])
    }
  })

  it.each(['free=yes', 'free=0', 'family=2', 'access=lift', 'access=', 'in=klingon', 'in=en,xx'])(
    '%s, which means nothing, is refused and not everything',
    async (filter) => {
      expect((await call(test, 'GET', `/events?${filter}`)).error?.code).toBe('VALIDATION_FAILED')
      expect((await get(`/events.ics?${filter}`)).statusCode).toBe(404)
    },
  )
})

describe('the facts in calendars', () => {
  beforeEach(() => world.empty())

  it('come back from our own calendar file, and are in the JSON feed', async () => {
    await publish(test, { title: 'Round trip', price: 0, ...FACTS })
    const reading = await world.preview(icsFile((await get('/events.ics')).body))
    await world.run(reading, {}, { uids: reading.items.map(({ uid }) => uid) })
    const [copy] = (await world.stored()).filter(({ importUid }) => importUid !== null)
    expect(await inBackOffice(test, copy?.id ?? '')).toMatchObject({ title: 'Round trip', ...FACTS })
    const feed = (await get('/events.json')).json<{ items: object[] }>()
    expect(feed.items).toMatchObject([{ _events: { price: 0, ...FACTS } }])
  })

  it('change with their source, and stay when it says nothing of them', async () => {
    await world.importText(ics(icsEvent('1', 'Concert', X_LINES)))
    const id = (await world.stored())[0]?.id ?? ''
    expect(await inBackOffice(test, id)).toMatchObject({ access: ['step_free'], languages: ['en'] })
    const [source] = await world.sources()
    await world.importText(ics(icsEvent('1', 'Concert', X_LINES.replace('ES:en', 'ES:de'))), source?.id)
    const changed = { access: ['step_free'], languages: ['de'] }
    expect(await inBackOffice(test, id)).toMatchObject(changed)
    await world.importText(ics(icsEvent('1', 'Concert, later')), source?.id)
    expect(await inBackOffice(test, id)).toMatchObject({ title: 'Concert, later', ...changed })
  })
})
