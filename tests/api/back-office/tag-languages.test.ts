import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { publish } from '@tests/support/server/calls'
import type { PublicEvent, Tag } from '@/contract/events/events'

let test: TestApp

beforeAll(async () => {
  // Responses are cached as in production: what one language has cached must not be sent to the other.
  test = await buildTestApp({ responseCacheMs: 15_000 })
  await byAdmin(test, 'POST', '/events/tags', { key: 'gigs', name: 'Gigs', names: { pt: 'Concertos' } })
  await publish(test, { title: 'Fado', tag_keys: ['gigs'] })
})
afterAll(() => test.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url: `/api/v1${url}`, headers })
const gigsOf = (tags: readonly Tag[]) => tags.find(({ key }) => key === 'gigs')?.name

const created = async (key: string, body: object) =>
  (await byAdmin(test, 'POST', '/events/tags', { key, ...body })).data as Tag
const rename = async (id: string, body: object, language = 'en') => {
  const response = await test.app.inject({
    method: 'PUT',
    url: `/api/v1/backoffice/events/tags/${id}`,
    headers: { authorization: `Bearer ${await test.admin()}`, 'accept-language': language },
    payload: body,
  })
  return response.json<{ data?: Tag; error?: { fields: object[] } }>()
}

const NAME_IN: Record<string, (body: never) => string | undefined> = {
  '/events/tags': ({ data }: { data: { items: Tag[] } }) => gigsOf(data.items),
  '/events/tags/used': ({ data }: { data: { items: Tag[] } }) => gigsOf(data.items),
  '/events?per_page=5': ({ data }: { data: { items: PublicEvent[] } }) => gigsOf(data.items[0]?.tags ?? []),
  '/events/list': ({ data }: { data: { items: PublicEvent[] } }) => gigsOf(data.items[0]?.tags ?? []),
}

describe('the name of a tag', () => {
  it.each(Object.keys(NAME_IN))('follows the language of the request in %s, each time', async (url) => {
    const nameIn = async (language: string) =>
      NAME_IN[url]?.((await get(url, { 'accept-language': language })).json() as never)
    expect([await nameIn('pt-PT,pt;q=0.9'), await nameIn('en'), await nameIn('pt-PT,pt;q=0.9')]).toEqual([
      'Concertos',
      'Gigs',
      'Concertos',
    ])
    expect(await nameIn('de')).toBe('Gigs')
  })
})

describe('the names of a tag in the back office', () => {
  it('are written together, and the one that is left out is gone', async () => {
    const { id } = await created('together', { name: 'One', names: { pt: 'Um' } })
    expect((await rename(id, { name: 'Two', names: { pt: 'Dois' } })).data?.names).toEqual({
      en: 'Two',
      pt: 'Dois',
    })
    expect((await rename(id, { name: 'Two', names: {} })).data).toEqual({ id, key: 'together', name: 'Two' })
  })

  it('stay when a client that knows of one name changes the one it reads', async () => {
    const { id } = await created('apart', { name: 'One', names: { pt: 'Um' } })
    expect((await rename(id, { name: 'First' })).data?.names).toEqual({ en: 'First', pt: 'Um' })
    expect((await rename(id, { name: 'Primeiro' }, 'pt')).data).toMatchObject({
      name: 'Primeiro',
      names: { en: 'First', pt: 'Primeiro' },
    })
  })
})
