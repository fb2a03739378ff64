import fs, { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'
import type { PhotoVariant } from '@/domain/events/event'
import { openDiskPhotoStore, photosDir } from './disk-store'
import { PhotoStoreFullError } from './store'
import type { PhotoVariants } from '../rendered-photo'
import type { PhotoStore } from './store'

const photo: PhotoVariants = {
  width: 1600,
  height: 900,
  focus: { x: 30, y: 60 },
  color: '#204060',
  files: {
    full: Buffer.from('full'),
    '1200x630': Buffer.from('cover'),
    '800': Buffer.from('large'),
    '400': Buffer.from('small'),
  },
}

let dataDir = ''

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'photos-test-'))
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

describe('the photo store', () => {
  it('stores every picture under the name in its URL', async () => {
    const store = await openDiskPhotoStore(dataDir)
    const { files: _, ...about } = photo
    const { name, ...stored } = await store.put(photo)
    expect(stored).toEqual(about)
    for (const variant of PHOTO_VARIANTS) {
      const file = await readFile(join(dataDir, 'photos', photoFileName(name, variant)))
      expect(file).toEqual(photo.files[variant])
    }
    expect(await read(store, photoFileName(name, '800'))).toEqual(Buffer.from('large'))
    expect(await store.list()).toEqual([name])
  })

  it('gives the same photo the same name, and other content another', async () => {
    const store = await openDiskPhotoStore(dataDir)
    const first = await store.put(photo)
    expect(await store.put(photo)).toEqual(first)
    const other = await store.put({ ...photo, files: { ...photo.files, '400': Buffer.from('tiny') } })
    expect(other.name).not.toBe(first.name)
    expect(await store.list()).toHaveLength(2)
  })

  it('stores the same photo twice at once', async () => {
    const store = await openDiskPhotoStore(dataDir)
    await Promise.all([store.put(photo), store.put(photo)])
    expect(await store.list()).toHaveLength(1)
    expect(await drafts()).toEqual([])
  })

  it('removes all pictures of a photo, and forgives a second removal', async () => {
    const store = await openDiskPhotoStore(dataDir)
    const { name } = await store.put(photo)
    await store.remove(name)
    await store.remove(name)
    expect(await readdir(photosDir(dataDir))).toEqual(['.drafts'])
  })

  it('makes a photo that is put again as young as a new one', async () => {
    const store = await openDiskPhotoStore(dataDir)
    const { name } = await store.put(photo)
    await makeOld(name)
    await store.put(photo)
    for (const variant of PHOTO_VARIANTS)
      expect((await stat(pathOf(name, variant))).mtimeMs).toBeGreaterThan(OLD_MS)
  })

  it('completes a photo of which a crash left only some pictures, or half of one', async () => {
    const store = await openDiskPhotoStore(dataDir)
    const { name } = await store.put(photo)
    for (const variant of PHOTO_VARIANTS) {
      await rm(pathOf(name, variant))
      await store.put(photo)
      await expectWhole(name)
      await writeFile(pathOf(name, variant), photo.files[variant].subarray(1))
      await store.put(photo)
      await expectWhole(name)
    }
  })

  it('lists and removes what a crash left of a photo, whichever picture it is', async () => {
    const store = await openDiskPhotoStore(dataDir)
    for (const left of PHOTO_VARIANTS) {
      const { name } = await store.put(photo)
      for (const variant of PHOTO_VARIANTS) if (variant !== left) await rm(pathOf(name, variant))
      expect(await store.list()).toEqual([name])
      await store.remove(name)
      expect(await readdir(photosDir(dataDir))).toEqual(['.drafts'])
    }
  })

  it('knows how much all pictures occupy', async () => {
    const store = await openDiskPhotoStore(dataDir)
    expect((await store.files()).size).toBe(0)
    await store.put(photo)
    await writeFile(join(photosDir(dataDir), 'notes.txt'), 'something')
    expect([...(await store.files()).values()].toSorted()).toEqual([4, 5, 5, 5])
  })

  it('lists no file that is no picture of a photo', async () => {
    const store = await openDiskPhotoStore(dataDir)
    const name = 'a'.repeat(32)
    for (const file of ['notes.txt', `${name}-full.webp`, `${name}-900.webp`, `x${name}-400.webp`])
      await writeFile(join(photosDir(dataDir), file), 'something')
    expect(await store.list()).toEqual([])
  })

  it('leaves no draft of a photo that it could not finish, and finishes it later', async () => {
    const store = await openDiskPhotoStore(dataDir)
    const { name } = await store.put(photo)
    await store.remove(name)
    // A directory in the way makes a late step fail, after the earlier ones succeeded.
    await mkdir(pathOf(name, '800'))
    await expect(store.put(photo)).rejects.toThrow('EISDIR')
    expect(await readdir(photosDir(dataDir))).not.toContain(`${name}-full.jpg`)
    expect(await drafts()).toEqual([])
    await store.remove(name)
    expect(await store.list()).toEqual([])
    await store.put(photo)
    await expectWhole(name)
  })

  it('clears up the drafts of a server that died, but not those of one that is writing', async () => {
    await openDiskPhotoStore(dataDir)
    const draftsDir = join(photosDir(dataDir), '.drafts')
    await writeFile(join(draftsDir, 'old'), 'half')
    await mkdir(join(draftsDir, 'directory'))
    for (const name of ['old', 'directory']) await utimes(join(draftsDir, name), 0, 0)
    await writeFile(join(draftsDir, 'young'), 'half')
    await openDiskPhotoStore(dataDir)
    expect(await drafts()).toEqual(['young'])
  })

  it('puts a picture back as it was, and takes back what was not there', async () => {
    const store = await openDiskPhotoStore(dataDir)
    const { name } = await store.put(photo)
    const [full, cover] = [photoFileName(name, 'full'), photoFileName(name, '1200x630')]
    expect(await store.restore(full, photo.files.full)).toBe(false)
    await writeFile(pathOf(name, 'full'), 'ful')
    expect(await store.restore(full, photo.files.full)).toBe(false)
    await rm(pathOf(name, '1200x630'))
    expect(await store.restore(cover, photo.files['1200x630'])).toBe(true)
    await expectWhole(name)
    await store.undoRestore(cover)
    expect(await store.open(cover)).toBeUndefined()
    expect(await drafts()).toEqual([])
  })

  it('says that there is no room, whatever it writes', async () => {
    const store = await openDiskPhotoStore(dataDir)
    const file = photoFileName('a'.repeat(32), 'full')
    const open = vi
      .spyOn(fs, 'open')
      .mockRejectedValue(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    syncBuiltinESMExports()
    const { full } = photo.files
    const writes = [() => store.put(photo), () => store.restore(file, full)]
    try {
      for (const write of writes) await expect(write()).rejects.toThrow(PhotoStoreFullError)
    } finally {
      open.mockRestore()
      syncBuiltinESMExports()
    }
    expect(await drafts()).toEqual([])
  })

  it('follows no name out of its directory', async () => {
    const store = await openDiskPhotoStore(dataDir)
    for (const name of ['../../etc/passwd', '', 'A'.repeat(32), 'a'.repeat(31)]) {
      expect(await store.open(`${name}-full.jpg`)).toBeUndefined()
      await expect(store.restore(`${name}-full.jpg`, Buffer.from('full'))).rejects.toThrow(RangeError)
      await expect(store.remove(name)).rejects.toThrow(RangeError)
    }
  })
})

describe('the removal of a photo that another server puts at the same time', () => {
  let store: PhotoStore
  let other: PhotoStore
  let name = ''
  beforeEach(async () => {
    store = await openDiskPhotoStore(dataDir)
    other = await openDiskPhotoStore(dataDir)
    name = (await store.put(photo)).name
    await makeOld(name)
  })
  afterEach(async () => expect(await drafts()).toEqual([]))

  it('does not begin when one picture is young', async () => {
    await utimes(pathOf(name, '400'), new Date(), new Date())
    let calls = 0
    await store.remove(name, (touchedAtMs) => {
      calls += 1
      return Promise.resolve(isOld(touchedAtMs))
    })
    expect(calls).toBe(1)
    await expectWhole(name)
  })

  it('is restored when the put came after the age was looked at', async () => {
    const decisions: boolean[] = []
    await store.remove(name, async (touchedAtMs) => {
      if (decisions.length === 0) await other.put(photo)
      decisions.push(isOld(touchedAtMs))
      return isOld(touchedAtMs)
    })
    expect(decisions).toEqual([true, false])
    await expectWhole(name)
  })

  it('removes nothing from a put that came when the pictures were aside', async () => {
    let calls = 0
    await store.remove(name, async () => {
      calls += 1
      if (calls === 2) await other.put(photo)
      return true
    })
    expect(calls).toBe(2)
    await expectWhole(name)
  })

  it('is restored when it cannot be determined whether it may go', async () => {
    let calls = 0
    const removal = store.remove(name, () => {
      calls += 1
      return calls === 1 ? Promise.resolve(true) : Promise.reject(new Error('no database'))
    })
    await expect(removal).rejects.toThrow('no database')
    await expectWhole(name)
  })

  it('happens when nobody wants it', async () => {
    await store.remove(name, (touchedAtMs) => Promise.resolve(isOld(touchedAtMs)))
    expect(await readdir(photosDir(dataDir))).toEqual(['.drafts'])
  })
})

const OLD_MS = 1_000_000
const isOld = (touchedAtMs: number) => touchedAtMs <= OLD_MS

async function makeOld(name: string): Promise<void> {
  for (const variant of PHOTO_VARIANTS) await utimes(pathOf(name, variant), OLD_MS / 1000, OLD_MS / 1000)
}

async function expectWhole(name: string): Promise<void> {
  for (const variant of PHOTO_VARIANTS)
    expect(await readFile(pathOf(name, variant))).toEqual(photo.files[variant])
}

const pathOf = (name: string, variant: PhotoVariant) => join(photosDir(dataDir), photoFileName(name, variant))

async function read(store: PhotoStore, fileName: string): Promise<Buffer | undefined> {
  const picture = await store.open(fileName)
  return picture && buffer(picture.stream)
}

function drafts(): Promise<string[]> {
  return readdir(join(photosDir(dataDir), '.drafts'))
}
