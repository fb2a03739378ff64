import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_TAGS, buildTestApp } from '@tests/support/app'
import type { TestApp } from '@tests/support/app'
import { byAdmin, edit, syncProgramme } from '@tests/support/back-office'
import { call, publish, submit } from '@tests/support/calls'
import { submission } from '@tests/support/submissions'
import type { Tag } from '@/contract/events'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const create = async (key: string, name = key) => byAdmin(test, 'POST', '/events/tags', { key, name })
const created = async (key: string, name = key) => (await create(key, name)).data as Tag
const publicTags = async () => ((await call(test, 'GET', '/events/tags')).data as { items: Tag[] }).items

describe('tags in the back office', () => {
  it('are all listed, by name', async () => {
    const { data } = await byAdmin(test, 'GET', '/events/tags')
    const keys = (data as { items: Tag[] }).items.map(({ key }) => key)
    expect(keys).toEqual([...TEST_TAGS].toSorted())
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

  it.each([
    [{ key: 'x', name: 'Good' }, 'key', 'tag_key_too_short'],
    [{ key: 'k'.repeat(51), name: 'Good' }, 'key', 'tag_key_too_long'],
    [{ key: 'a,b', name: 'Good' }, 'key', 'tag_key_invalid'],
    [{ key: 'good', name: 'x' }, 'name', 'tag_name_too_short'],
    [{ key: 'good', name: 'n'.repeat(101) }, 'name', 'tag_name_too_long'],
    [{ name: 'Good' }, 'key', 'tag_key_too_short'],
  ])('are refused as %j', async (body, path, code) => {
    const response = await byAdmin(test, 'POST', '/events/tags', body)
    expect(response.error?.fields).toMatchObject([{ path, code }])
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
    expect((await byAdmin(test, 'PUT', `/events/tags/${id}`, { name: 'Fado', key: 'other' })).status).toBe(
      422,
    )
  })

  it('are deleted from every event that has them, also in replicas', async () => {
    const { id } = await created('brief')
    const event = await publish(test, { title: 'Stays', tag_keys: ['brief', 'music'] })
    const { cursor } = await syncProgramme(test)
    expect((await byAdmin(test, 'DELETE', `/events/tags/${id}`)).data).toEqual({})
    const { items } = await syncProgramme(test, cursor)
    expect(items.map((one) => [one.id, one.tags.map(({ key }) => key)])).toEqual([[event, ['music']]])
    expect((await publicTags()).map(({ key }) => key)).not.toContain('brief')
  })

  it('change nothing for replicas when no published event has them', async () => {
    const { id } = await created('unused')
    await submit(test, { tag_keys: ['unused'] })
    const { cursor } = await syncProgramme(test)
    await byAdmin(test, 'PUT', `/events/tags/${id}`, { name: 'Not used' })
    expect(await syncProgramme(test, cursor)).toMatchObject({ items: [], removed: [], cursor })
  })

  it('that are not there are 404', async () => {
    expect((await byAdmin(test, 'PUT', `/events/tags/${randomUUID()}`, { name: 'Name' })).status).toBe(404)
    expect((await byAdmin(test, 'DELETE', `/events/tags/${randomUUID()}`)).status).toBe(404)
    expect((await byAdmin(test, 'DELETE', '/events/tags/nonsense')).status).toBe(404)
  })

  it('may be deleted while events with them are submitted and edited: each is stored or refused', async () => {
    const edited = await publish(test)
    for (let round = 0; round < 5; round += 1) {
      const { id } = await created(`fleeting-${round}`)
      const tag_keys = [`fleeting-${round}`]
      const body = { title: 'In a race', tag_keys }
      const responses = await Promise.all([
        edit(test, edited, body),
        byAdmin(test, 'PUT', `/events/tags/${id}`, { name: 'Renamed' }),
        byAdmin(test, 'DELETE', `/events/tags/${id}`),
        call(test, 'POST', '/events', { body: submission(body) }),
        byAdmin(test, 'POST', '/events/review/batch', { action: 'approve', event_ids: [edited] }),
      ])
      expect(responses.every(({ status }) => [200, 201, 404, 422].includes(status))).toBe(true)
    }
  })
})
