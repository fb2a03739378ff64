import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
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
    const photo = {
      width: 4,
      height: 3,
      focus: { x: 30, y: 60 },
      color: '#204060',
      files: pictureFiles('one'),
    }
    const { name } = await photos.put(photo)
    expect((await photos.put(photo)).name).toBe(name)
    for (const variant of PHOTO_VARIANTS) {
      const picture = await photos.open(photoFileName(name, variant))
      expect(picture && (await buffer(picture.stream))).toEqual(photo.files[variant])
    }
    expect(await photos.list()).toEqual([name])
    expect(Date.now() - ((await photos.find(name))?.writtenAtMs ?? 0)).toBeLessThan(60_000)
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

const inBucket = async () => ({ storage: await openStorage() })
const get = (app: TestApp, url: string) => app.app.inject({ url: url.replace(/^https?:\/\/[^/]+/, '') })
const submit = (app: TestApp, photo: object, key: string) =>
  call(app, 'POST', '/events', { key, body: submission({ photo: photo as { upload: string } }) })

describe('two servers on one bucket', () => {
  let one: TestApp
  let other: TestApp
  beforeAll(async () => {
    one = await buildTestApp(await inBucket())
    other = await buildTestApp({ beside: one, ...(await inBucket()) })
  })
  afterAll(async () => {
    await other.close()
    await one.close()
  })
  const photoAddress = async (id: string) => {
    const { data } = await call(other, 'GET', `/events/${id}`)
    return (data as { photo: string }).photo
  }
  it('find what was uploaded to the other, and both send the picture', async () => {
    const bytes = await jpeg('#404142')
    const key = randomUUID()
    const named = await upload(one, bytes, { key })
    expect((await submit(other, named, key)).status).toBe(201)
    const address = await photoAddress(await publish(one, { photo: bytes.toString('base64') }))
    for (const app of [one, other]) {
      const response = await get(app, address)
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/jpeg'])
      expect(response.rawPayload.length).toBe(Number(response.headers['content-length']))
    }
  })

  it('go on without it: a submission with a photo waits, and arrives once when it is back', async () => {
    const address = await photoAddress(
      await publish(one, { photo: (await jpeg('#434445')).toString('base64') }),
    )
    const key = randomUUID()
    const bytes = await jpeg('#464748')
    await storage.stop()
    try {
      expect((await call(one, 'GET', '/events')).status).toBe(200)
      expect((await call(one, 'POST', '/events', { key: randomUUID(), body: submission() })).status).toBe(201)
      const put = await call(one, 'PUT', `/uploads/${sha256Of(bytes)}`, { key, body: bytes })
      const sent = await submit(one, { upload: sha256Of(bytes) }, key)
      const picture = await get(one, address)
      for (const { status, headers } of [
        put,
        sent,
        { status: picture.statusCode, headers: picture.headers },
      ]) {
        expect(status).toBe(503)
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      }
      expect(picture.headers['cache-control']).toBe('private, no-store')
    } finally {
      await storage.start()
    }
    const named = await upload(other, bytes, { key })
    expect((await submit(other, named, key)).status).toBe(201)
    expect((await submit(one, named, key)).status).toBe(201)
    expect((await get(other, address)).statusCode).toBe(200)
  })
})
