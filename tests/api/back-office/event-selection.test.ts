import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type SignedIn, type TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { publish, submit } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'
import { block } from '@tests/support/server/timetables'
import { eventTags, events, importSources, schedules, users } from '@/server/platform/database/schema'

const SOURCE = randomUUID()

let test: TestApp
let surfer: SignedIn
beforeAll(async () => {
  test = await buildTestApp()
  surfer = await test.signIn()
  const submissions = [
    { title: 'Fado', day: '2026-06-21', email: 'Zulmira@example.com' },
    { title: 'Surf', day: '2026-06-19', token: surfer.token },
    { title: 'Yoga', day: '2026-06-20' },
  ]
  for (const { title, day, token, email = 'rui@example.com' } of submissions) {
    const timetable = { list: [block(`${day} 19:00`, `${day} 22:00`)] }
    await submit(test, { title, timetable, email }, token === undefined ? {} : { token })
    test.clock.advance({ minutes: 1 })
  }
  const past = await publish(test, { title: 'Market', photo: (await jpeg()).toString('base64') })
  await test.db
    .update(schedules)
    .set({ startAt: new Date('2026-06-01T10:00Z'), endAt: new Date('2026-06-01T12:00Z') })
    .where(eq(schedules.eventId, past))
  await test.db.insert(importSources).values({ id: SOURCE, name: 'Town hall' })
  test.clock.advance({ minutes: 1 })
  const imported = await submit(test, { title: 'yoga', email: 'town@example.com' })
  await test.db.update(events).set({ importSourceId: SOURCE }).where(eq(events.id, imported))
})
afterAll(() => test.close())

async function titles(query: string): Promise<string[]> {
  const { data } = await byAdmin(test, 'GET', `/events?${query}`)
  return (data as { items: { title: string }[] }).items.map(({ title }) => title)
}

const ids = async (query: string) =>
  (await byAdmin(test, 'GET', `/events/ids?${query}`)).data as { ids: string[]; total: number }

describe('the order of the back office’s events', () => {
  it('is by age, both ways, and by the next date with what is over last', async () => {
    expect(await titles('')).toEqual(['yoga', 'Market', 'Yoga', 'Surf', 'Fado'])
    expect(await titles('sort=oldest')).toEqual(['Fado', 'Surf', 'Yoga', 'Market', 'yoga'])
    expect(await titles('sort=soonest')).toEqual(['Surf', 'Yoga', 'yoga', 'Fado', 'Market'])
  })

  it('holds from page to page, also of what was submitted at one moment', async () => {
    for (const sort of ['newest', 'oldest', 'soonest']) {
      const pages = await Promise.all([1, 2, 3].map((page) => titles(`sort=${sort}&per_page=2&page=${page}`)))
      expect(pages.flat()).toEqual(await titles(`sort=${sort}`))
    }
  })
})

describe('the back office’s events', () => {
  it('are those on a day, from a day on, or up to one', async () => {
    expect(await titles('from=2026-06-20&to=2026-06-20')).toEqual(['yoga', 'Yoga'])
    expect(await titles('from=2026-06-21')).toEqual(['Fado'])
    expect(await titles('to=2026-06-19')).toEqual(['Market', 'Surf'])
    expect((await byAdmin(test, 'GET', '/events?from=2026-02-30')).status).toBe(422)
  })

  it('are those of one calendar, or of none', async () => {
    expect(await titles(`source=${SOURCE}`)).toEqual(['yoga'])
    expect(await titles('source=none')).toEqual(['Market', 'Yoga', 'Surf', 'Fado'])
    expect((await byAdmin(test, 'GET', '/events?source=town-hall')).status).toBe(422)
  })

  it('are what is over, what may be a duplicate, and what has no photo, all of it where several are chosen', async () => {
    expect(await titles('traits=over')).toEqual(['Market'])
    expect(await titles('traits=duplicate')).toEqual(['yoga', 'Yoga'])
    expect(await titles('traits=no-photo')).not.toContain('Market')
    expect(await titles('traits=over,no-photo')).toEqual([])
    expect((await byAdmin(test, 'GET', '/events?traits=lost')).status).toBe(422)
  })

  it('are those that take place from Monday to Sunday of this week, and those without a tag', async () => {
    expect(await titles('traits=this-week')).toEqual(['yoga', 'Yoga', 'Surf', 'Fado'])
    test.clock.advance({ days: 7 })
    expect(await titles('traits=this-week')).toEqual([])
    test.clock.advance({ days: -7 })
    expect(await titles('traits=no-tag')).toEqual([])
    const [market = ''] = (await ids('q=market')).ids
    await test.db.delete(eventTags).where(eq(eventTags.eventId, market))
    expect(await titles('traits=no-tag')).toEqual(['Market'])
  })

  it('are those of a person by name or address, of the account or of the event', async () => {
    expect(await titles('person=zulmira')).toEqual(['Fado'])
    expect(await titles(`person=${encodeURIComponent(surfer.email)}`)).toEqual(['Surf'])
    await test.db.update(users).set({ name: 'Inês Mar' }).where(eq(users.id, surfer.id))
    expect(await titles('person=mar%20ines')).toEqual(['Surf'])
    expect(await titles('person=nobody')).toEqual([])
  })
})

describe('the ids of a filter', () => {
  it('come in its order, all of them, with how many there are', async () => {
    const { data } = await byAdmin(test, 'GET', '/events?status=ON_REVIEW&sort=soonest')
    const listed = (data as { items: { id: string }[] }).items.map(({ id }) => id)
    expect(await ids('status=ON_REVIEW&sort=soonest')).toEqual({ ids: listed, total: 4 })
    expect(await ids('person=nobody')).toEqual({ ids: [], total: 0 })
  })
})
