import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin, edit, inBackOffice, syncProgramme } from '@tests/support/server/back-office'
import { call, publish, submit, titles } from '@tests/support/server/calls'
import { submission } from '@tests/support/server/submissions'
import type { CountedTag } from '@/contract/back-office/back-office-tags'
import type { Tag } from '@/contract/events/events'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const create = async (key: string, name = key) => byAdmin(test, 'POST', '/events/tags', { key, name })
const created = async (key: string, name = key) => (await create(key, name)).data as Tag
const listedTags = async () =>
  ((await byAdmin(test, 'GET', '/events/tags')).data as { items: CountedTag[] }).items
const merge = async (id: string, intoId: string) =>
  byAdmin(test, 'POST', `/events/tags/${id}/merge`, { into_id: intoId })
const keysOf = (tags: readonly Tag[]) => tags.map(({ key }) => key).toSorted()
const publicTags = async () => ((await call(test, 'GET', '/events/tags')).data as { items: Tag[] }).items

describe('tags in the back office', () => {
  it('say how many events bear them, in any status, and how many bear no other; the public list says nothing of it', async () => {
    await created('counted')
    await submit(test, { tag_keys: ['counted', 'music'] })
    await publish(test, { tag_keys: ['counted'] })
    expect((await listedTags()).find(({ key }) => key === 'counted')).toMatchObject({
      count: 2,
      only_count: 1,
    })
    expect((await publicTags()).find(({ key }) => key === 'counted')).not.toHaveProperty('count')
  })

  it('can be added, and are there for everyone at once', async () => {
    expect((await publicTags()).map(({ key }) => key)).not.toContain('longboard')
    const response = await create('longboard', ' Longboard ')
    expect([response.status, response.data]).toEqual([
      201,
      { id: expect.any(String), key: 'longboard', name: 'Longboard' },
    ])
    expect((await publicTags()).map(({ key }) => key)).toContain('longboard')
    expect((await call(test, 'GET', '/events?tags=longboard')).status).toBe(200)
  })

  it('have a key of their own: a second one is refused, also at the same time', async () => {
    const responses = await Promise.all([create('twice', 'One'), create('twice', 'Two')])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 422])
    const refused = responses.find(({ status }) => status === 422)
    expect(refused?.error?.fields).toMatchObject([{ path: 'key', code: 'tag_key_taken' }])
  })

  it('are renamed in every event that has them, also in replicas; the key stays', async () => {
    const { id } = await created('fado', 'Fado')
    const event = await publish(test, { tag_keys: ['fado'] })
    const { cursor } = await syncProgramme(test)
    const response = await byAdmin(test, 'PUT', `/events/tags/${id}`, { name: 'Fado night' })
    expect(response.data).toEqual({ id, key: 'fado', name: 'Fado night' })
    const { items } = await syncProgramme(test, cursor)
    expect(items.map((one) => [one.id, one.tags])).toEqual([
      [event, [{ id, key: 'fado', name: 'Fado night' }]],
    ])
    const used = (await call(test, 'GET', '/events/tags/used')).data as { items: Tag[] }
    expect(used.items.map(({ name }) => name)).toContain('Fado night')
  })

  it('are deleted from every event that has others, also in replicas', async () => {
    const { id } = await created('brief')
    const event = await publish(test, { title: 'Stays', tag_keys: ['brief', 'music'] })
    const { cursor } = await syncProgramme(test)
    expect((await byAdmin(test, 'DELETE', `/events/tags/${id}`)).data).toEqual({})
    const { items } = await syncProgramme(test, cursor)
    expect(items.map((one) => [one.id, one.tags.map(({ key }) => key)])).toEqual([[event, ['music']]])
    expect((await publicTags()).map(({ key }) => key)).not.toContain('brief')
  })

  it('are not deleted while an event has no other, also when both of two are deleted at once', async () => {
    const ids = [(await created('one-of-two')).id, (await created('other-of-two')).id]
    await submit(test, { tag_keys: ['one-of-two', 'other-of-two'] })
    const responses = await Promise.all(ids.map((id) => byAdmin(test, 'DELETE', `/events/tags/${id}`)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const refused = responses.find(({ status }) => status === 422)
    expect(refused?.error?.fields).toMatchObject([{ path: 'id', code: 'tag_is_only_one' }])
  })

  it('have a name of their own, whatever its case and accents, in each language', async () => {
    const names = { key: 'theatre', name: 'Theatre', names: { pt: 'Teatro' } }
    const { id } = (await byAdmin(test, 'POST', '/events/tags', names)).data as Tag
    const problems = async (method: 'POST' | 'PUT', path: string, body: object) =>
      (await byAdmin(test, method, `/events/tags${path}`, body)).error?.fields
    expect(await problems('POST', '', { key: 'theatre-2', name: 'Théatre ' })).toMatchObject([
      { path: 'name', code: 'tag_name_taken' },
    ])
    const other = await created('stage', 'Stage')
    expect(await problems('PUT', `/${other.id}`, { name: 'Stage', names: { pt: 'TEATRO' } })).toMatchObject([
      { path: 'names.pt', code: 'tag_name_taken' },
    ])
    expect(await problems('PUT', `/${id}`, { name: 'theatre', names: { pt: 'Teatro' } })).toBeUndefined()
  })

  it('may be deleted and merged while events with them are submitted and edited: each is stored or refused', async () => {
    const edited = await publish(test)
    const other = (await created('lasting')).id
    for (let round = 0; round < 5; round += 1) {
      const { id } = await created(`fleeting-${round}`)
      const tag_keys = [`fleeting-${round}`]
      const body = { title: 'In a race', tag_keys }
      const responses = await Promise.all([
        edit(test, edited, body),
        byAdmin(test, 'PUT', `/events/tags/${id}`, { name: 'Renamed' }),
        byAdmin(test, 'DELETE', `/events/tags/${id}`),
        merge(id, other),
        call(test, 'POST', '/events', { body: submission(body) }),
        byAdmin(test, 'POST', '/events/review/batch', { action: 'approve', event_ids: [edited] }),
      ])
      expect(responses.every(({ status }) => [200, 201, 404, 422].includes(status))).toBe(true)
    }
  })
})

describe('merging two tags', () => {
  it('gives the events of one the other, once, in every status and in replicas', async () => {
    const gone = await created('gigs', 'Gigs')
    const kept = await created('concerts', 'Concerts')
    const published = await publish(test, { tag_keys: ['gigs', 'surf'] })
    const withBoth = await publish(test, { tag_keys: ['gigs', 'concerts'] })
    const onReview = await submit(test, { tag_keys: ['gigs'] })
    const { cursor } = await syncProgramme(test)
    const response = await merge(gone.id, kept.id)
    expect([response.status, response.data]).toEqual([
      200,
      { ...kept, merged_keys: ['gigs'], count: 3, only_count: 2 },
    ])
    const { items } = await syncProgramme(test, cursor)
    expect(Object.fromEntries(items.map(({ id, tags }) => [id, keysOf(tags)]))).toEqual({
      [published]: ['concerts', 'surf'],
      [withBoth]: ['concerts'],
    })
    expect(keysOf((await inBackOffice(test, onReview)).tags)).toEqual(['concerts'])
  })

  it('lets the old key find what the other finds: links with it are in the world', async () => {
    const gone = await created('old-key')
    const kept = await created('new-key')
    await publish(test, { title: 'Merged', tag_keys: ['old-key'] })
    const before = await publish(test, { title: 'There before', tag_keys: ['new-key'] })
    const { cursor } = await syncProgramme(test)
    await merge(gone.id, kept.id)
    expect((await publicTags()).find(({ key }) => key === 'old-key')).toBeUndefined()
    expect((await publicTags()).find(({ key }) => key === 'new-key')?.merged_keys).toEqual(['old-key'])
    for (const key of ['old-key', 'new-key'])
      expect((await titles(test, `?tags=${key}`)).toSorted()).toEqual(['Merged', 'There before'])
    const { data } = await byAdmin(test, 'GET', '/events?tags=old-key')
    expect((data as { items: object[] }).items).toHaveLength(2)
    // Devices filter what they have by themselves.
    const { items } = await syncProgramme(test, cursor)
    expect(items.find(({ id }) => id === before)?.tags).toMatchObject([{ merged_keys: ['old-key'] }])
  })

  it('keeps the old key from a new tag', async () => {
    const gone = await created('comes-back')
    const kept = await created('stays')
    await merge(gone.id, kept.id)
    expect((await create('comes-back')).error?.fields).toMatchObject([{ code: 'tag_key_taken' }])
  })

  it('is refused with itself and with a tag that is gone; nothing is lost', async () => {
    const { id } = await created('lonely')
    const event = await publish(test, { tag_keys: ['lonely'] })
    expect((await merge(id, id)).error?.fields).toMatchObject([{ path: 'into_id', code: 'invalid' }])
    expect((await merge(id, randomUUID())).error?.fields).toMatchObject([
      { path: 'into_id', code: 'tag_unknown' },
    ])
    expect((await merge(randomUUID(), id)).status).toBe(404)
    expect(keysOf((await inBackOffice(test, event)).tags)).toEqual(['lonely'])
  })
})
