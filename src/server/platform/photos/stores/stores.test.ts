import { mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pictureFiles } from '@tests/support/server/images'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'
import { openDiskPhotoStore, openDiskStore, photosDir } from './disk-store'
import { openBucketStore } from './s3-store'
import { PhotoStoreFullError, PhotoStoreUnreachableError, type PhotoStore } from './store'

const photo = {
  width: 1600,
  height: 900,
  focus: { x: 30, y: 60 },
  color: '#204060',
  files: pictureFiles('it'),
}

let dataDir = ''
let store: PhotoStore
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'photos-test-'))
  store = await openDiskPhotoStore(dataDir)
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const pathOf = (fileName: string) => join(photosDir(dataDir), fileName)
const contentOf = async (fileName: string) => {
  const picture = await store.open(fileName)
  return picture && buffer(picture.stream)
}

describe('a photo that is stored', () => {
  it('has all its pictures, and the same name when it is stored again', async () => {
    const stored = await store.put(photo)
    expect(await store.put(photo)).toEqual(stored)
    for (const variant of PHOTO_VARIANTS)
      expect(await contentOf(photoFileName(stored.name, variant))).toEqual(photo.files[variant])
    expect(await store.list()).toEqual([stored.name])
    const other = await store.put({ ...photo, files: pictureFiles('another') })
    expect(other.name).not.toBe(stored.name)
  })

  it('is as young as a new one when it is stored again', async () => {
    const { name } = await store.put(photo)
    for (const variant of PHOTO_VARIANTS) await utimes(pathOf(photoFileName(name, variant)), 0, 0)
    expect(await store.find(name)).toEqual({ writtenAtMs: 0, isWhole: true })
    await store.put(photo)
    expect((await store.find(name))?.writtenAtMs).toBeGreaterThan(0)
  })

  it('is listed and removed whichever of its pictures a crash left, and a second removal is no error', async () => {
    const { name } = await store.put(photo)
    await rm(pathOf(photoFileName(name, 'full')))
    await writeFile(pathOf('notes.txt'), 'nothing of ours')
    expect(await store.list()).toEqual([name])
    expect(await store.find(name)).toMatchObject({ isWhole: false })
    for (let times = 0; times < 2; times += 1) await store.remove(name)
    expect(await readdir(photosDir(dataDir))).toEqual(['notes.txt'])
  })

  it.each([
    ['of no bytes', 0],
    ['cut off', 9],
  ])('does not open a picture %s, and opens it when a backup has brought it back', async (_, bytes) => {
    const { name } = await store.put(photo)
    for (const variant of PHOTO_VARIANTS) {
      const fileName = photoFileName(name, variant)
      await truncate(pathOf(fileName), bytes)
      expect(await contentOf(fileName)).toBeUndefined()
      await writeFile(pathOf(fileName), photo.files[variant])
      expect(await contentOf(fileName)).toEqual(photo.files[variant])
    }
  })

  it('follows no name out of its folder', async () => {
    for (const name of ['../../etc/passwd', '', 'A'.repeat(32), 'a'.repeat(31)]) {
      expect(await store.open(`${name}-full.jpg`)).toBeUndefined()
      await expect(store.remove(name)).rejects.toThrow(RangeError)
    }
  })
})

async function* failing(error: Error): AsyncGenerator<Buffer> {
  yield Buffer.from('half')
  throw error
}

describe('a file that cannot be stored', () => {
  it('leaves nothing behind, and what was there before', async () => {
    const files = await openDiskStore(join(dataDir, 'files'))
    await files.put('one', Buffer.from('before'))
    await expect(files.put('one', failing(new Error('the sender is gone')))).rejects.toThrow('is gone')
    expect(await files.read('one')).toEqual(Buffer.from('before'))
    expect(await readdir(join(dataDir, 'files'))).toEqual(['one'])
  })

  it('says so when there is no room', async () => {
    const files = await openDiskStore(join(dataDir, 'files'))
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    await expect(files.put('one', failing(full))).rejects.toThrow(PhotoStoreFullError)
  })

  it('of a server that died goes at the next start, and one that another server is writing does not', async () => {
    await writeFile(pathOf('.old.part'), 'half')
    await utimes(pathOf('.old.part'), 0, 0)
    await writeFile(pathOf('.young.part'), 'half')
    await openDiskPhotoStore(dataDir)
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
