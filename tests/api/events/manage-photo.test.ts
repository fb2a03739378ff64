import { randomUUID } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ManagedEvent } from '@/contract/events/managed-events'
import type { PublicEvent } from '@/contract/events/events'
import { photoHash } from '@/domain/events/event'
import { photosDir } from '@/server/platform/photos/stores/disk-store'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin, inBackOffice, update } from '@tests/support/server/back-office'
import { call, eventLinks, publish, submit, upload } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp({ responseCacheMs: 0 })
})
afterAll(() => test.close())

const tokenOf = (id: string) => eventLinks.manageTokenOf({ id, email: 'ana@example.com' })
const { photo: _, ...content } = update()

/** Every photo has another colour, and so another name. */
let colour = 0x20_0000
async function newPhoto(): Promise<Buffer> {
  colour += 0x010_203
  return jpeg(`#${colour.toString(16)}`)
}
const base64 = async () => (await newPhoto()).toString('base64')

const change = (id: string, changes: object, key = randomUUID()) =>
  call(test, 'PUT', `/events/${id}/manage`, {
    key,
    body: { ...content, token: tokenOf(id), revision: 2, ...changes },
  })
/** The same with a photo that was uploaded under the key before. */
const changeWithPhoto = async (id: string, changes: object = {}) => {
  const key = randomUUID()
  return change(id, { ...changes, photo: await upload(test, await newPhoto(), { key }) }, key)
}
const read = async (id: string) => {
  const response = await call(test, 'POST', `/events/${id}/manage`, { body: { token: tokenOf(id) } })
  return { event: response.data as ManagedEvent, text: response.text }
}
const publicly = async (id: string) => (await call(test, 'GET', `/events/${id}`)).data as PublicEvent
const status = async (url: string | undefined) => {
  const { pathname, search } = new URL(url ?? 'http://nowhere/')
  return (await test.app.inject({ method: 'GET', url: pathname + search })).statusCode
}
const plain = (url: string | undefined) => url?.replace(/\?.*$/, '')
const decide = (id: string, decision: 'approve' | 'reject', proposal: string | undefined, body: object) =>
  byAdmin(test, 'POST', `/events/${id}/proposals/${proposal}/${decision}`, body)

describe('the photo of an event on review, by the link of its mail', () => {
  it('is replaced and removed, and is shown to nobody who has the link', async () => {
    const id = await submit(test, { photo: await base64() })
    const before = (await inBackOffice(test, id)).photo
    expect(await read(id)).toMatchObject({ event: { is_photo_withheld: true } })
    expect((await changeWithPhoto(id, { revision: 1 })).data).toEqual({ id, is_proposal: false })
    const after = (await inBackOffice(test, id)).photo
    expect(photoHash(after ?? '')).not.toBe(photoHash(before ?? ''))
    const { event, text } = await read(id)
    expect(event).toMatchObject({ is_photo_withheld: true })
    expect(text).not.toContain('/photos/')
    // A change that does not name the photo leaves it.
    await change(id, { revision: 2, title: 'Another title' })
    expect(await inBackOffice(test, id)).toMatchObject({ title: 'Another title', photo: expect.any(String) })
    await change(id, { revision: 3, photo: null })
    expect(await inBackOffice(test, id)).not.toHaveProperty('photo')
    expect((await read(id)).event).not.toHaveProperty('is_photo_withheld')
  })
})

describe('the photo that an organiser proposes', () => {
  it('is seen by the team alone until they take it', async () => {
    const id = await publish(test, { photo: await base64() })
    const before = (await publicly(id)).photo
    expect((await changeWithPhoto(id)).data).toEqual({ id, is_proposal: true })
    const { proposal, photo } = await inBackOffice(test, id)
    expect(photo).toBe(before)
    const proposed = proposal?.photo?.photo
    expect(photoHash(proposed ?? '')).not.toBe(photoHash(before ?? ''))
    expect([await status(proposed), await status(plain(proposed))]).toEqual([200, 404])
    const { event, text } = await read(id)
    expect(event).toMatchObject({ is_photo_withheld: true, photo: before })
    expect(text).not.toContain(photoHash(proposed ?? ''))
    const body = { ...content, revision: 2, takes_photo: true }
    expect((await decide(id, 'approve', proposal?.id, body)).status).toBe(200)
    expect(photoHash((await publicly(id)).photo ?? '')).toBe(photoHash(proposed ?? ''))
    expect(await status(plain(proposed))).toBe(200)
  })

  it('goes where the team leaves it, where it is rejected, and where another one takes its place', async () => {
    const id = await publish(test, { photo: await base64() })
    const before = (await publicly(id)).photo
    const propose = async (changes: object) => {
      expect((await change(id, changes)).status).toBe(200)
      const { proposal } = await inBackOffice(test, id)
      return { id: proposal?.id, photo: proposal?.photo?.photo }
    }
    const first = await propose({ photo: await base64() })
    const second = await propose({ photo: await base64() })
    expect(photoHash(second.photo ?? '')).not.toBe(photoHash(first.photo ?? ''))
    // A newer proposal that says nothing of it keeps it.
    const third = await propose({ title: 'Another title' })
    expect(photoHash(third.photo ?? '')).toBe(photoHash(second.photo ?? ''))
    await decide(id, 'reject', third.id, {})
    expect(await inBackOffice(test, id)).not.toHaveProperty('proposal')
    const fourth = await propose({ photo: await base64() })
    await decide(id, 'approve', fourth.id, { ...content, revision: 2 })
    expect((await publicly(id)).photo).toBe(before)
  })

  it('may be none, and a sweep leaves one that waits', async () => {
    const id = await publish(test, { photo: await base64() })
    await changeWithPhoto(id)
    const folder = photosDir(test.dataDir)
    for (const file of await readdir(folder)) await utimes(join(folder, file), 0, 0)
    await test.maintenance.run()
    expect(await status((await inBackOffice(test, id)).proposal?.photo?.photo)).toBe(200)
    await change(id, { photo: null })
    const { proposal } = await inBackOffice(test, id)
    expect(proposal).toMatchObject({ photo: null })
    expect((await read(id)).event).toMatchObject({ proposal: { photo: null } })
    await decide(id, 'approve', proposal?.id, { ...content, revision: 2, takes_photo: true })
    expect(await publicly(id)).not.toHaveProperty('photo')
  })
})
