import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pictureFiles } from '@tests/support/server/images'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'
import { openDiskStore, photosDir } from './disk-store'
import { openBucketStore, openPhotoStore } from './s3-store'
import { PhotoStoreUnreachableError, type PhotoStore } from './store'

const photo = {
  width: 1600,
  height: 900,
  focus: { x: 30, y: 60 },
  color: '#204060',
  files: pictureFiles('it'),
}
const silent = { error: () => undefined }

let dataDir = ''
let store: PhotoStore
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'photos-test-'))
  store = (await openPhotoStore({ dataDir, photoBucket: undefined, log: silent })).photos
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const pathOf = (fileName: string) => join(photosDir(dataDir), fileName)

describe('a photo that is stored', () => {
  it('has all its pictures, and the same name when it is stored again, as young as a new one', async () => {
    const stored = await store.put(photo)
    for (const variant of PHOTO_VARIANTS) await utimes(pathOf(photoFileName(stored.name, variant)), 0, 0)
    expect(await store.list()).toMatchObject([{ name: stored.name, writtenAtMs: 0 }])
    expect(await store.put(photo)).toEqual(stored)
    for (const variant of PHOTO_VARIANTS)
      expect(await store.open(photoFileName(stored.name, variant))).toEqual(photo.files[variant])
    const [listed] = await store.list()
    const bytes = Object.values(photo.files).reduce((sum, file) => sum + file.length, 0)
    expect(listed).toEqual({ name: stored.name, bytes, writtenAtMs: expect.any(Number) })
    expect(listed?.writtenAtMs).toBeGreaterThan(0)
    expect((await store.put({ ...photo, files: pictureFiles('another') })).name).not.toBe(stored.name)
  })

  it('is listed and removed whichever of its pictures a crash left, and a second removal is no error', async () => {
    const { name } = await store.put(photo)
    await rm(pathOf(photoFileName(name, 'full')))
    await writeFile(pathOf('notes.txt'), 'nothing of ours')
    expect(await store.list()).toMatchObject([{ name }])
    for (let times = 0; times < 2; times += 1) await store.remove(name)
    expect(await readdir(photosDir(dataDir))).toEqual(['notes.txt'])
  })

  it('follows no name out of its folder', async () => {
    for (const name of ['../../etc/passwd', '', 'A'.repeat(32), 'a'.repeat(31)])
      expect(await store.open(`${name}-full.jpg`)).toBeUndefined()
  })
})

describe('a folder', () => {
  it('of a server that died loses half-written files at the next start, and none that another server is writing', async () => {
    await writeFile(pathOf('.old.part'), 'half')
    await utimes(pathOf('.old.part'), 0, 0)
    await writeFile(pathOf('.young.part'), 'half')
    await openDiskStore(photosDir(dataDir))
    expect(await readdir(photosDir(dataDir))).toEqual(['.young.part'])
  })
})

it('a bucket that is away is said to be so, without a word of its key', async () => {
  const gone = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => void gone.once('listening', resolve))
  const { port } = gone.address() as AddressInfo
  await new Promise((resolve) => void gone.close(resolve))
  const logged: object[] = []
  const access = { endpoint: `http://127.0.0.1:${port}`, bucket: 'photos', region: 'auto' }
  const log = { error: (fields: object) => void logged.push(fields) }
  const files = openBucketStore({ ...access, accessKeyId: 'key', secretAccessKey: 'secret' }, 'photos/', log)
  await expect(files.read('one.jpg')).rejects.toThrow(PhotoStoreUnreachableError)
  expect(JSON.stringify(logged)).toContain('read')
  expect(JSON.stringify(logged)).not.toContain('secret')
})
