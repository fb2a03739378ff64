import { readdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, afterAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { publish } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'
import { photosDir } from '@/server/platform/photos/stores/disk-store'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterEach(async () => {
  for (const file of await files()) await rm(join(photosDir(test.dataDir), file))
  await test.removeEvents()
})
afterAll(() => test.close())

const show = async (color: string) => publish(test, { photo: (await jpeg(color)).toString('base64') })
const remove = (id: string) => byAdmin(test, 'DELETE', `/events/${id}`)
const files = () => readdir(photosDir(test.dataDir))

async function sweepAfter(hours: number): Promise<number> {
  const then = new Date(test.clock.nowMs() - hours * 3_600_000)
  for (const file of await files()) await utimes(join(photosDir(test.dataDir), file), then, then)
  await test.maintenance.run()
  return (await files()).length
}

it('a photo that no event shows goes a day after it was stored, and one that an event shows stays', async () => {
  await show('#111213')
  await remove(await show('#141516'))
  expect(await sweepAfter(23)).toBe(8)
  expect(await sweepAfter(25)).toBe(4)
})

it('a photo that is stored again is spared, though its files lay there for long', async () => {
  await remove(await show('#111213'))
  const then = new Date(0)
  for (const file of await files()) await utimes(join(photosDir(test.dataDir), file), then, then)
  await remove(await show('#111213'))
  await test.maintenance.run()
  expect(await files()).toHaveLength(4)
})
