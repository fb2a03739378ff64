import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin, syncProgramme } from '@tests/support/server/back-office'
import { call, publish, submit, titles } from '@tests/support/server/calls'
import type { CountedPlace } from '@/contract/back-office/back-office-tags'
import { UNLOCATED } from '@/domain/places/place'
import { activities } from '@/server/platform/database/schema'

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

describe('two spellings of a place', () => {
  it('are one after staff has merged them: events, replicas, list and log', async () => {
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
    expect(await titles(test, '?q=santo')).toContain('Old')
    const [entry] = await test.db.select().from(activities).where(eq(activities.action, 'place.merged'))
    expect(entry).toMatchObject({ subjectLabel: 'Cochos', details: { name: COXOS.location_name } })
  })

  it('are refused where one is nowhere, or both are the same', async () => {
    expect((await merge('atlantis', 'coxos')).status).toBe(404)
    expect((await merge('coxos', 'atlantis')).error?.fields).toMatchObject([{ path: 'into_slug' }])
    expect((await merge('coxos', 'coxos')).status).toBe(422)
  })
})
