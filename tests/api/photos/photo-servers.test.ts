// Two servers on one database and one DATA_DIR: what one of them clears up, the other may be about to need.

import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestDatabase } from '@tests/support/server/database'
import type { TestDatabase } from '@tests/support/server/database'
import { jpeg, noUploads } from '@tests/support/server/images'
import { PHOTO_VARIANTS, photoFileName } from '@/domain/events/event'
import { events } from '@/server/platform/database/schema'
import type { UploadedPhoto, SweepablePhotoUploads } from '@/server/http/photos/photo-uploads'
import { createPhotoUploads } from '@/server/http/photos/photo-uploads'
import { openDiskPhotoStore, photosDir } from '@/server/platform/photos/stores/disk-store'
import type { PhotoStore } from '@/server/platform/photos/stores/store'
import { createPhotoRenderer } from '@/server/platform/photos/photo-renderer'
import { createLogger } from '@/server/platform/process/logger'

// The age of files is by the clock of the machine.
const clock = { nowMs: () => Date.now() }
const renderer = createPhotoRenderer(createLogger('silent'))
const TWO_HOURS_MS = 2 * 60 * 60 * 1000
const EVENT = {
  title: 'With a photo',
  description: 'An evening at the sea.',
  email: 'ana@example.com',
  locationName: 'Ericeira',
  latitude: 38.9631,
  longitude: -9.417,
  timetable: { list: [] },
}

let database: TestDatabase
let dataDir = ''
let one: SweepablePhotoUploads
let other: SweepablePhotoUploads

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await renderer.stop()
  await database.close()
})
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'photo-servers-'))
  one = createPhotoUploads(database.db, await openDiskPhotoStore(dataDir), renderer, noUploads)
  other = createPhotoUploads(database.db, await openDiskPhotoStore(dataDir), renderer, noUploads)
  // As a server does at its start.
  await one.sweep(clock)
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

it('does not remove the photo of an open submission, though its files lay there for hours', async () => {
  await store(one)
  await makeOld()
  const { name } = await store(one)
  await other.sweep(clock)
  expect(await files()).toEqual(allOf(name))
})

it('asks the database once what is referenced, however many photos there are', async () => {
  const names = Array.from({ length: 300 }, (_, index) => index.toString(16).padStart(32, '0'))
  for (const name of names)
    await writeFile(join(photosDir(dataDir), photoFileName(name, 'full')), 'a picture')
  await database.db
    .insert(events)
    .values(names.slice(1).map((photoHash) => ({ ...EVENT, id: randomUUID(), photoHash })))
  await makeOld()
  const queries = vi.spyOn(database.pool, 'query')
  await one.sweep(clock)
  // One for all, and two for the one that goes: before and after its pictures are out of the way.
  expect(queries.mock.calls).toHaveLength(3)
  expect((await files()).map((file) => file.slice(0, 32))).toEqual(names.slice(1))
  await database.db.delete(events)
})

it('leaves a sweep that is aborted between two photos', async () => {
  const [first = '', second = ''] = ['1', '2'].map((digit) => digit.repeat(32))
  for (const name of [first, second])
    await writeFile(join(photosDir(dataDir), photoFileName(name, 'full')), 'a picture')
  await makeOld()
  const disk = await openDiskPhotoStore(dataDir)
  const aborting = new AbortController()
  const slow: PhotoStore = {
    ...disk,
    remove: async (...call) => {
      await disk.remove(...call)
      aborting.abort()
    },
  }
  await createPhotoUploads(database.db, slow, renderer, noUploads).sweep(clock, aborting.signal)
  expect(await files()).toHaveLength(1)
})

it('removes the photo of a submission that nobody finished, but only an hour later', async () => {
  const { name } = await store(one)
  await makeOld(TWO_HOURS_MS / 3)
  await other.sweep(clock)
  expect(await files()).toEqual(allOf(name))
  await makeOld()
  await other.sweep(clock)
  expect(await files()).toEqual([])
})

it('removes what a crash left of a photo, whichever variant it is', async () => {
  for (const left of PHOTO_VARIANTS) {
    const { name } = await store(one)
    for (const variant of PHOTO_VARIANTS)
      if (variant !== left) await rm(join(photosDir(dataDir), photoFileName(name, variant)))
    await makeOld()
    await other.sweep(clock)
    expect(await files()).toEqual([])
  }
})

it('goes on with the next photo when one cannot be removed', async () => {
  await store(one)
  await makeOld()
  const [first] = await files()
  const unlucky = {
    ...(await openDiskPhotoStore(dataDir)),
    list: async () => ['not a name', String(first).slice(0, 32)],
  }
  await createPhotoUploads(database.db, unlucky, renderer, noUploads).sweep(clock)
  expect(await files()).toEqual([])
})

it('does not remove the photo of an event that is stored while another server removes the same photo', async () => {
  const photo = await store(one)
  // Deleted with its event on the other server, which cannot see the row of this submission yet.
  await other.removeUnreferenced([photo.name])
  expect(await files()).toEqual([])
  await photo.settle(true)
  expect(await files()).toEqual(allOf(photo.name))
})

async function store(server: SweepablePhotoUploads): Promise<UploadedPhoto> {
  const outcome = await server.store((await jpeg('#445566', 64, 48)).toString('base64'), 'visitors')
  if (!outcome.ok) throw new Error(outcome.code)
  return outcome.photo
}

/** The clock of the machine's files need not be ours. */
async function makeOld(ageMs = TWO_HOURS_MS): Promise<void> {
  const then = new Date(Date.now() - ageMs)
  for (const file of await files()) await utimes(join(photosDir(dataDir), file), then, then)
}

async function files(): Promise<string[]> {
  return (await readdir(photosDir(dataDir))).filter((file) => !file.startsWith('.')).toSorted()
}

function allOf(name: string): string[] {
  return PHOTO_VARIANTS.map((variant) => photoFileName(name, variant)).toSorted()
}
