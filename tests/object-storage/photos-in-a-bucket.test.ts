import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'
import { openPhotoStore, type BucketAccess } from '@/server/platform/photos/stores/s3-store'
import { PhotoStoreUnreachableError } from '@/server/platform/photos/stores/store'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call, publish, sha256Of, upload } from '@tests/support/server/calls'
import { createTestDatabase, type TestDatabase } from '@tests/support/server/database'
import { jpeg, pictureFiles } from '@tests/support/server/images'
import { submission } from '@tests/support/server/submissions'
import { startObjectStorage, type ObjectStorage } from '@tests/support/services/object-storage'

let storage: ObjectStorage
let database: TestDatabase
beforeAll(async () => {
  ;[storage, database] = await Promise.all([startObjectStorage('guide-photos'), createTestDatabase()])
})
afterAll(async () => {
  await database.close()
  await storage.close()
})

const logged: object[] = []
const log = { error: (fields: object) => void logged.push(fields) }
const openStorage = (access: Partial<BucketAccess> = {}) =>
  openPhotoStore({ dataDir: '/nowhere', photoBucket: { ...storage.access, ...access }, log })

describe('a bucket of photos', () => {
  it('holds every picture once, gives them back, and removes them all', async () => {
    const { photos } = await openStorage()
    const look = { focus: { x: 30, y: 60 }, color: '#204060' }
    const photo = { width: 4, height: 3, ...look, files: pictureFiles('one') }
    const { name } = await photos.put(photo)
    expect((await photos.put(photo)).name).toBe(name)
    for (const variant of PHOTO_VARIANTS)
      expect(await photos.open(photoFileName(name, variant))).toEqual(photo.files[variant])
    const listed = await photos.list()
    expect(listed).toMatchObject([{ name }])
    expect(Date.now() - (listed[0]?.writtenAtMs ?? 0)).toBeLessThan(60_000)
    for (let times = 0; times < 2; times += 1) await photos.remove(name)
    expect(await photos.list()).toEqual([])
    expect(await photos.open(photoFileName(name, 'full'))).toBeUndefined()
  })

  it('says what is wrong with its key, and never repeats it', async () => {
    const { photos } = await openStorage({ secretAccessKey: 'another-key' })
    await expect(photos.list()).rejects.toThrow(PhotoStoreUnreachableError)
    expect(logged.at(-1)).toEqual({ step: 'list', status: 403, code: 'SignatureDoesNotMatch' })
  })
})

const get = (app: TestApp, url: string) => app.app.inject({ url: url.replace(/^https?:\/\/[^/]+/, '') })
const submit = (app: TestApp, photo: { upload: string }, key: string) =>
  call(app, 'POST', '/events', { key, body: submission({ photo }) })

describe('two servers on one bucket', () => {
  let one: TestApp
  let other: TestApp
  beforeAll(async () => {
    one = await buildTestApp({ storage: await openStorage() })
    other = await buildTestApp({ beside: one, storage: await openStorage() })
  })
  afterAll(async () => {
    await other.close()
    await one.close()
  })
  it('find what was uploaded to the other; without it they go on, and a submission with a photo waits', async () => {
    const id = await publish(one, { photo: (await jpeg('#434445')).toString('base64') })
    const { photo: address } = (await call(other, 'GET', `/events/${id}`)).data as { photo: string }
    for (const app of [one, other]) expect((await get(app, address)).statusCode).toBe(200)
    const key = randomUUID()
    const bytes = await jpeg('#464748')
    await storage.stop()
    try {
      expect((await call(one, 'POST', '/events', { key: randomUUID(), body: submission() })).status).toBe(201)
      const put = await call(one, 'PUT', `/uploads/${sha256Of(bytes)}`, { key, body: bytes })
      const sent = await submit(one, { upload: sha256Of(bytes) }, key)
      const picture = await get(one, address)
      expect([put.status, sent.status, picture.statusCode]).toEqual([503, 503, 503])
      for (const { headers } of [put, sent, picture])
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    } finally {
      await storage.start()
    }
    const named = await upload(other, bytes, { key })
    expect((await submit(one, named, key)).status).toBe(201)
  })
})
