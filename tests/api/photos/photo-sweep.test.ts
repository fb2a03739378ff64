import { randomUUID } from 'node:crypto'
import { readdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { jpeg, noUploads } from '@tests/support/server/images'
import { publish, call } from '@tests/support/server/calls'
import { submission } from '@tests/support/server/submissions'
import {
  createPhotoUploads,
  type SweepablePhotoUploads,
  type UploadedPhoto,
} from '@/server/http/photos/photo-uploads'
import { openDiskPhotoStore, photosDir } from '@/server/platform/photos/stores/disk-store'

// What nothing shows goes after a day; two servers share the folder, and each may be about to need what the other removes.

const HOUR_MS = 3_600_000
const clock = { nowMs: () => Date.now() }
let test: TestApp
let one: SweepablePhotoUploads
let other: SweepablePhotoUploads
beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(async () => {
  ;[one, other] = [await open(), await open()]
})
afterEach(async () => {
  await test.db.execute('delete from events')
  for (const file of await files()) await rm(join(photosDir(test.dataDir), file))
})
afterAll(() => test.close())

async function open(): Promise<SweepablePhotoUploads> {
  return createPhotoUploads(test.db, await openDiskPhotoStore(test.dataDir), noUploads)
}

async function store(server: SweepablePhotoUploads): Promise<UploadedPhoto> {
  const outcome = await server.store((await jpeg('#445566', 64, 48)).toString('base64'))
  if (!outcome.ok) throw new Error(outcome.code)
  return outcome.photo
}

/** The clock of the machine's files is not ours to set. */
async function makeOld(hours: number): Promise<void> {
  const then = new Date(Date.now() - hours * HOUR_MS)
  for (const file of await files()) await utimes(join(photosDir(test.dataDir), file), then, then)
}

async function files(): Promise<string[]> {
  return (await readdir(photosDir(test.dataDir))).filter((file) => !file.startsWith('.'))
}

it('a photo that no event shows goes a day after it was stored, and one that an event shows stays', async () => {
  await publish(test, { photo: (await jpeg('#111213')).toString('base64') })
  await (await store(one)).settle(true)
  await makeOld(23)
  await other.sweep(clock)
  expect(await files()).toHaveLength(8)
  await makeOld(25)
  await other.sweep(clock)
  expect(await files()).toHaveLength(4)
})

it('a photo that is stored again is spared, though its files lay there for long', async () => {
  await store(one)
  await makeOld(48)
  await store(one)
  await other.sweep(clock)
  expect(await files()).toHaveLength(4)
})

it('the photo of an event that is stored while another server removes the same photo is there', async () => {
  const photo = await store(one)
  // Deleted with its event on the other server, which cannot see the row of this submission yet.
  await other.removeUnreferenced([photo.name])
  expect(await files()).toEqual([])
  await photo.settle(true)
  expect(await files()).toHaveLength(4)
})

it('the photo of a write that has failed goes at once', async () => {
  const photo = (await jpeg('#141516')).toString('base64')
  const refused = await call(test, 'POST', '/events', {
    key: randomUUID(),
    body: submission({ photo, tag_keys: ['nothing'] }),
  })
  expect(refused.status).toBe(422)
  await (await store(one)).settle(false)
  expect(await files()).toEqual([])
})
