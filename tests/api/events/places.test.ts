import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_SECRET, buildTestApp, type TestApp } from '@tests/support/server/app'
import { untilBlocked } from '@tests/support/attacks/blocked-connection'
import { byAdmin, edit, syncProgramme, update } from '@tests/support/server/back-office'
import { call, publish, submit, titles } from '@tests/support/server/calls'
import { keysFrom } from '@/server/http/auth/signed-token'
import { createEventLinks } from '@/server/http/security/event-links'
import type { CountedPlace } from '@/contract/back-office/back-office-tags'
import { UNLOCATED } from '@/domain/places/place'

import type { Queryable } from '@/server/platform/database/client'
import { activities, events } from '@/server/platform/database/schema'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const COXOS = { location_name: 'Coxos - Santo Isidoro, Mafra', latitude: 38.9997, longitude: -9.4249 }
const typed = (location_name: string) => ({ location_name, ...UNLOCATED })
const place = async (slug: string) => call(test, 'GET', `/places/${slug}`)
const at = async (slug: string) => titles(test, `?place=${slug}`)
const feed = async (slug: string) => test.app.inject({ url: `/events.ics?place=${slug}&lang=en` })
const merge = async (slug: string, into_slug: string) =>
  byAdmin(test, 'POST', `/places/${slug}/merge`, { into_slug })

describe('a place', () => {
  it('is there when something published is or was, in its best wording, and lists and feeds are of it alone', async () => {
    await publish(test, { title: 'Typed', ...typed('COXOS') })
    await publish(test, { title: 'Picked', ...COXOS })
    await publish(test, { title: 'Elsewhere', ...typed('Coxos de Cima') })
    await submit(test, { title: 'Unread', ...typed('Nowhere yet') })
    expect((await place('coxos')).data).toEqual({ slug: 'coxos', ...COXOS })
    expect((await place('nowhere-yet')).status).toBe(404)
    expect((await place('COXOS')).status).toBe(404)
    expect((await at('coxos')).toSorted()).toEqual(['Picked', 'Typed'])
    const { statusCode, body } = await feed('coxos')
    expect([
      statusCode,
      body.match(/^SUMMARY.*/gm)?.toSorted(),
      /^X-WR-CALNAME:.*: Coxos/m.test(body),
    ]).toEqual([200, ['SUMMARY:Picked', 'SUMMARY:Typed'], true])
    expect((await feed('nowhere-yet')).statusCode).toBe(404)
    const { body: sitemap } = await test.app.inject({ url: '/sitemap.xml' })
    expect(sitemap).toContain('/places/coxos</loc>')
    expect(sitemap).not.toContain('nowhere-yet')
  })
})

/** What is written while a merge is under way, which has locked the places and then locks `next`. */
async function whileMerging<T>(
  write: () => Promise<T>,
  next: (tx: Queryable) => Promise<unknown>,
): Promise<T> {
  const [written] = await test.db.transaction(async (tx) => {
    await tx.execute(sql`lock table place_redirects in exclusive mode`)
    const writing = write()
    await untilBlocked(tx)
    await next(tx)
    // The promise is in a list: the transaction must not wait for it.
    return [writing] as const
  })
  return written
}
const lockEvent = (id: string) => (tx: Queryable) =>
  tx.select().from(events).where(eq(events.id, id)).for('update')

describe('two spellings of a place', () => {
  it('are one after staff has merged them: events, replicas, feed, address, log, and what comes later', async () => {
    const old = await publish(test, { title: 'Old', ...typed('Cochos') })
    const since = (await syncProgramme(test)).cursor
    const counted = async () =>
      ((await byAdmin(test, 'GET', '/places')).data as { items: CountedPlace[] }).items.find(
        ({ slug }) => slug === 'cochos',
      )
    expect(await counted()).toMatchObject({ location_name: 'Cochos', count: 1, is_public: true })

    expect((await merge('cochos', 'coxos')).data).toMatchObject({ slug: 'coxos', count: 3, ...COXOS })
    expect(await counted()).toBeUndefined()
    expect((await syncProgramme(test, since)).items).toMatchObject([{ id: old, ...COXOS }])
    expect((await place('cochos')).data).toMatchObject({ slug: 'coxos' })
    expect((await feed('cochos')).body).toContain('SUMMARY:Old')
    expect(await titles(test, '?q=santo')).toContain('Old')
    const [entry] = await test.db.select().from(activities).where(eq(activities.action, 'place.merged'))
    expect(entry).toMatchObject({ subjectLabel: 'Cochos', details: { name: COXOS.location_name } })

    const later = await publish(test, { title: 'Later', ...typed('cochos - Mafra') })
    expect((await call(test, 'GET', `/events/${later}`)).data).toMatchObject(COXOS)
    const moved = await publish(test, { title: 'Moved', ...typed('Cave') })
    await edit(test, moved, { title: 'Moved', ...typed('Cochós') })
    expect((await call(test, 'GET', `/events/${moved}`)).data).toMatchObject(COXOS)
  })

  it('lead to the last place when that is merged, too, and a merge the other way round revives the first', async () => {
    await publish(test, { title: 'Reef', ...typed('The Reef') })
    await merge('coxos', 'the-reef')
    expect((await place('cochos')).data).toMatchObject({ slug: 'the-reef' })
    await publish(test, { title: 'Back', ...typed('Pico') })
    await merge('pico', 'the-reef')
    await publish(test, { title: 'Other', ...typed('Backdoor') })
    await merge('the-reef', 'backdoor')
    for (const slug of ['cochos', 'coxos', 'pico', 'the-reef'])
      expect((await place(slug)).data, slug).toMatchObject({ slug: 'backdoor' })
  })

  it('are merged without a deadlock while an organiser without an account changes an event', async () => {
    const id = await submit(test, typed('Cochos'))
    const token = createEventLinks(keysFrom(TEST_SECRET)).manageTokenOf({ id, email: 'ana@example.com' })
    const { photo: _, ...content } = update({ title: 'Changed meanwhile' })
    const body = { ...content, token, revision: 1 }
    const change = () => call(test, 'PUT', `/events/${id}/manage`, { key: randomUUID(), body })
    expect((await whileMerging(change, lockEvent(id))).data).toEqual({ id, is_proposal: false })
  })

  it('are refused where one is nowhere, or both are the same', async () => {
    expect((await merge('atlantis', 'backdoor')).status).toBe(404)
    expect((await merge('backdoor', 'atlantis')).error?.fields).toMatchObject([{ path: 'into_slug' }])
    expect((await merge('backdoor', 'backdoor')).status).toBe(422)
  })
})
