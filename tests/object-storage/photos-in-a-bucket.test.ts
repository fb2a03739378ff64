import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'
import { bucketUploadFiles } from '@/server/http/photos/waiting-uploads'
import { createPhotoLock } from '@/server/platform/database/client'
import { openBucket, openS3PhotoStore } from '@/server/platform/photos/stores/s3-store'
import type { BucketAccess } from '@/server/platform/photos/stores/s3-store'
import type { PhotoVariants } from '@/server/platform/photos/rendered-photo'
import { PhotoStoreUnreachableError } from '@/server/platform/photos/stores/store'
import type { PhotoStore } from '@/server/platform/photos/stores/store'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { call, publish, sha256Of, upload } from '@tests/support/server/calls'
import { createTestDatabase } from '@tests/support/server/database'
import type { TestDatabase } from '@tests/support/server/database'
import { jpeg } from '@tests/support/server/images'
import { submission } from '@tests/support/server/submissions'
import { startObjectStorage } from '@tests/support/services/object-storage'
import type { ObjectStorage } from '@tests/support/services/object-storage'

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
const bucketOf = (access: Partial<BucketAccess> = {}) => openBucket({ ...storage.access, ...access }, log)
const openStore = (pool = database.pool): PhotoStore => openS3PhotoStore(bucketOf(), createPhotoLock(pool))

const photoOf = (word: string): PhotoVariants => ({
  width: 1600,
  height: 900,
  focus: { x: 30, y: 60 },
  color: '#204060',
  files: {
    full: Buffer.from(`full ${word}`),
    '1200x630': Buffer.from(`cover ${word}`),
    '800': Buffer.from(`large ${word}`),
    '400': Buffer.from(`small ${word}`),
  },
})

async function expectWhole(store: Pick<PhotoStore, 'open'>, name: string, { files }: PhotoVariants) {
  for (const variant of PHOTO_VARIANTS) {
    const picture = await store.open(photoFileName(name, variant))
    expect(picture && (await buffer(picture.stream)), variant).toEqual(files[variant])
    expect(picture?.bytes).toBe(files[variant].length)
  }
}

describe('a bucket of photos', () => {
  it('holds every picture once, gives them back, and removes them all', async () => {
    const [store, other] = [openStore(), openStore()]
    const photo = photoOf('one')
    const [{ name }, again] = await Promise.all([store.put(photo), other.put(photo)])
    expect(again.name).toBe(name)
    await expectWhole(other, name, photo)
    expect(await store.list()).toEqual([name])
    expect([...(await store.files()).keys()].toSorted()).toEqual(
      PHOTO_VARIANTS.map((variant) => photoFileName(name, variant)).toSorted(),
    )
    expect(await store.open(`${name}-900.webp`)).toBeUndefined()
    await store.remove(name)
    await store.remove(name)
    expect(await store.list()).toEqual([])
    expect(await store.open(photoFileName(name, 'full'))).toBeUndefined()
  })

  it('completes a photo of which only some pictures are there, or half of one', async () => {
    const store = openStore()
    const photo = photoOf('two')
    const { name } = await store.put(photo)
    await bucketOf().remove(`photos/${photoFileName(name, '800')}`)
    await bucketOf().put(`photos/${photoFileName(name, '400')}`, Buffer.from('sma'), 'image/webp')
    await store.put(photo)
    await expectWhole(store, name, photo)
    await store.remove(name)
  })

  it('loses nothing that another server puts while it is being removed', async () => {
    const [store, other] = [openStore(), openStore()]
    const photo = photoOf('three')
    const { name } = await store.put(photo)
    const steps: string[] = []
    let putting: Promise<unknown> = Promise.resolve()
    await store.remove(name, async () => {
      putting = other.put(photo).then(() => steps.push('put'))
      return true
    })
    steps.unshift('removed')
    await putting
    expect(steps).toEqual(['removed', 'put'])
    await expectWhole(store, name, photo)
    await store.remove(name, (touchedAtMs) => Promise.resolve(touchedAtMs < Date.now() - 60_000))
    await expectWhole(store, name, photo)
    await store.remove(name)
  })

  it('says what is wrong with its key, and never repeats it', async () => {
    const wrong = openS3PhotoStore(
      bucketOf({ secretAccessKey: 'another-key' }),
      createPhotoLock(database.pool),
    )
    await expect(wrong.list()).rejects.toThrow(PhotoStoreUnreachableError)
    expect(logged.at(-1)).toEqual({ step: 'list', status: 403, code: 'SignatureDoesNotMatch' })
  })
})

const inBucket = (pool: TestDatabase['pool']) => ({
  photos: openStore(pool),
  uploadFiles: bucketUploadFiles(bucketOf()),
})
const get = (app: TestApp, url: string) => app.app.inject({ url: url.replace(/^https?:\/\/[^/]+/, '') })
const submit = (app: TestApp, photo: object, key = randomUUID()) =>
  call(app, 'POST', '/events', { key, body: submission({ photo: photo as { upload: string } }) })

describe('two servers on one bucket', () => {
  let one: TestApp
  let other: TestApp
  beforeAll(async () => {
    one = await buildTestApp(inBucket(database.pool))
    other = await buildTestApp({ beside: one, ...inBucket(database.pool) })
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
    const named = await upload(one, bytes)
    expect((await submit(other, named)).status).toBe(201)
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
      const put = await call(one, 'PUT', `/uploads/${sha256Of(bytes)}`, { body: bytes })
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
    const named = await upload(other, bytes)
    expect((await submit(other, named, key)).status).toBe(201)
    expect((await submit(one, named, key)).status).toBe(201)
    expect((await get(other, address)).statusCode).toBe(200)
  })
})
