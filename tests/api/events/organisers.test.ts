import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type SignedIn, type TestApp } from '@tests/support/server/app'
import { byAdmin, syncProgramme } from '@tests/support/server/back-office'
import { call, publish, titles } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'
import type { BackOfficeOrganiser } from '@/contract/back-office/back-office-people'
import type { ProgrammeEvent, PublicOrganiser } from '@/contract/events/events'
import { activities } from '@/server/platform/database/schema'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const CLUB = {
  name: 'Clube de Surf',
  texts: { en: 'We teach.', pt: 'Ensinamos.' },
  links: [{ type: 'instagram' as const, data: 'https://instagram.com/clube' }],
}
const page = (slug: string, locale = 'en') =>
  call(test, 'GET', `/organisers/${slug}`, { headers: { 'accept-language': locale } })
const mark = (id: string, write: object = CLUB) =>
  byAdmin(test, 'PUT', `/users/${id}/organiser`, { ...CLUB, ...write })
const at = (path: string) => test.app.inject({ url: path })

const base64 = async (colour: string) => (await jpeg(colour)).toString('base64')
const photoOf = async (slug: string) => ((await page(slug)).data as PublicOrganiser).photo ?? ''
const status = async (url: string) => (await at(new URL(url).pathname)).statusCode

/** An account that is marked under its own name, with a published event. */
async function marked(name: string): Promise<SignedIn & { slug: string; event: string }> {
  const owner = await test.signIn()
  const event = await publish(test, { title: `Event of ${name}` }, { token: owner.token })
  const { data } = await mark(owner.id, { name })
  return { ...owner, slug: (data as BackOfficeOrganiser).slug, event }
}

it('has a page in both languages once staff has marked its account, and lists, feeds, sitemap and events tell of it', async () => {
  const owner = await test.signIn()
  const event = await publish(test, { title: 'Lesson' }, { token: owner.token })
  await publish(test, { title: 'Other' })
  expect((await page('clube-de-surf')).status).toBe(404)
  expect((await byAdmin(test, 'GET', `/users/${owner.id}/organiser`)).data).toEqual({ organiser: null })
  expect((await mark(owner.id)).data).toEqual({ slug: 'clube-de-surf', revision: 1, ...CLUB })

  const { texts: _, ...shown } = CLUB
  const facts = { slug: 'clube-de-surf', ...shown }
  expect((await page('clube-de-surf')).data).toEqual({ ...facts, text: 'We teach.', text_locale: 'en' })
  expect((await page('clube-de-surf', 'pt')).data).toEqual({
    ...facts,
    text: 'Ensinamos.',
    text_locale: 'pt',
  })
  const { organiser } = (await call(test, 'GET', `/events/${event}`)).data as ProgrammeEvent
  expect(organiser).toEqual({ slug: 'clube-de-surf', name: 'Clube de Surf' })
  expect(await titles(test, '?organiser=clube-de-surf')).toEqual(['Lesson'])
  for (const kind of ['ics', 'rss', 'json']) {
    const { statusCode, body } = await at(`/events.${kind}?organiser=clube-de-surf&lang=en`)
    expect([statusCode, body.includes('Lesson'), body.includes('Other')], kind).toEqual([200, true, false])
    expect(body, kind).toContain(': Clube de Surf')
    expect((await at(`/events.${kind}?organiser=nobody&lang=en`)).statusCode).toBe(404)
  }
  expect((await at('/sitemap.xml')).body).toContain('/organisers/clube-de-surf</loc>')
  const [entry] = await test.db.select().from(activities).where(eq(activities.action, 'organiser.marked'))
  expect(entry).toMatchObject({ subjectId: owner.id, subjectLabel: 'Clube de Surf' })
})

it('keeps its address under another name, and refuses an edit of an older one, and a name whose address is taken', async () => {
  const { id } = await marked('Velha Guarda')
  expect((await mark(id, { name: 'Nova Guarda', revision: 1 })).data).toMatchObject({
    slug: 'velha-guarda',
    revision: 2,
  })
  expect((await mark(id, { name: 'Third', revision: 1 })).status).toBe(409)
  expect((await mark(id, { name: 'Third' })).status).toBe(409)
  const other = await test.signIn()
  expect((await mark(other.id, { name: 'Velha guarda!' })).error?.fields).toMatchObject([
    { path: 'name', code: 'organiser_name_taken' },
  ])
  expect((await mark(other.id, { name: '!!! 🏄' })).error?.fields).toMatchObject([{ path: 'name' }])
  expect((await mark('0b0a5a3e-0000-4000-8000-00000000000b')).status).toBe(404)
})

it('goes to replicas with its events when it is marked, renamed, suspended, reinstated and removed', async () => {
  const owner = await test.signIn()
  const event = await publish(test, { title: 'Followed' }, { token: owner.token })
  let { cursor } = await syncProgramme(test)
  const news = async () => {
    const synced = await syncProgramme(test, cursor)
    cursor = synced.cursor
    return synced.items.map(({ id, organiser }) => [id, organiser?.name])
  }
  await mark(owner.id, { name: 'Followed' })
  expect(await news()).toEqual([[event, 'Followed']])
  await mark(owner.id, { name: 'Followed', texts: {}, revision: 1 })
  expect(await news()).toEqual([])
  await mark(owner.id, { name: 'Renamed', revision: 2 })
  expect(await news()).toEqual([[event, 'Renamed']])
  await byAdmin(test, 'POST', `/users/${owner.id}/suspend`)
  expect(await news()).toEqual([[event, undefined]])
  expect((await page('followed')).status).toBe(404)
  expect((await at('/sitemap.xml')).body).not.toContain('/organisers/followed</loc>')
  await byAdmin(test, 'POST', `/users/${owner.id}/reinstate`)
  expect(await news()).toEqual([[event, 'Renamed']])
  await byAdmin(test, 'DELETE', `/users/${owner.id}/organiser`)
  expect(await news()).toEqual([[event, undefined]])
  expect((await byAdmin(test, 'DELETE', `/users/${owner.id}/organiser`)).status).toBe(404)
})

it('is gone from events, replicas and the store of photos when its account is deleted', async () => {
  const owner = await marked('Leaving')
  await mark(owner.id, { name: 'Leaving', revision: 1, photo: await base64('#123456') })
  const photo = await photoOf('leaving')
  const { cursor } = await syncProgramme(test)
  const { password } = owner
  await call(test, 'POST', '/profile/delete', { token: owner.token, body: { password } })
  const { items } = await syncProgramme(test, cursor)
  expect(items.map(({ id, organiser }) => [id, organiser])).toEqual([[owner.event, undefined]])
  expect((await page('leaving')).status).toBe(404)
  expect(await status(photo)).toBe(404)
})

it('has a picture that everyone sees and a sweep spares, and that goes with another one or with the mark', async () => {
  const { id } = await marked('Pictured')
  await mark(id, { name: 'Pictured', revision: 1, photo: await base64('#204060') })
  const first = await photoOf('pictured')
  test.clock.advance({ seconds: 2 * 3600 })
  await test.maintenance.run()
  expect(await status(first)).toBe(200)
  await mark(id, { name: 'Pictured', revision: 2 })
  expect(await photoOf('pictured')).toBe(first)
  await mark(id, { name: 'Pictured', revision: 3, photo: await base64('#604020') })
  expect(await status(first)).toBe(404)
  const second = await photoOf('pictured')
  expect(await status(second)).toBe(200)
  await byAdmin(test, 'DELETE', `/users/${id}/organiser`)
  expect(await status(second)).toBe(404)
})
