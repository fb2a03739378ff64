import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDiskPhotoStore, photosDir } from './disk-store'
import { photoUrls } from './photo-names'
import type { PhotoVariants } from './pipeline'

const photo: PhotoVariants = {
  width: 1600,
  height: 900,
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
  it('keeps every picture where its address says', async () => {
    const store = await openDiskPhotoStore(dataDir)
    const { name, width, height } = await store.put(photo)
    expect([width, height]).toEqual([1600, 900])
    for (const [variant, url] of Object.entries(photoUrls(name))) {
      const stored = await readFile(join(dataDir, url))
      expect(stored).toEqual(photo.files[variant as keyof typeof photo.files])
    }
    expect(await readFile(store.path(name, '800'), 'utf8')).toBe('large')
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

  it('takes the same photo twice at once', async () => {
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

  it('shows nothing of a photo that it could not finish, and leaves no draft', async () => {
    const store = await openDiskPhotoStore(dataDir)
    const { name } = await store.put(photo)
    await store.remove(name)
    // A directory in the way makes a late step fail, after the earlier ones succeeded.
    await mkdir(store.path(name, '800'))
    await expect(store.put(photo)).rejects.toThrow('EISDIR')
    expect(await store.list()).toEqual([])
    expect(await drafts()).toEqual([])
  })

  it('clears up the drafts of a server that died, but not those of one that is writing', async () => {
    await openDiskPhotoStore(dataDir)
    const draftsDir = join(photosDir(dataDir), '.drafts')
    await writeFile(join(draftsDir, 'old'), 'half')
    await utimes(join(draftsDir, 'old'), 0, 0)
    await writeFile(join(draftsDir, 'young'), 'half')
    await openDiskPhotoStore(dataDir)
    expect(await drafts()).toEqual(['young'])
  })

  it('follows no name out of its directory', async () => {
    const store = await openDiskPhotoStore(dataDir)
    for (const name of ['../../etc/passwd', '', 'A'.repeat(32), 'a'.repeat(31)]) {
      expect(() => store.path(name, 'full')).toThrow(RangeError)
      await expect(store.remove(name)).rejects.toThrow(RangeError)
    }
  })
})

function drafts(): Promise<string[]> {
  return readdir(join(photosDir(dataDir), '.drafts'))
}
