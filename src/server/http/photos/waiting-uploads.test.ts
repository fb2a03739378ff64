import { hash } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createUploadQuota } from '@/server/http/limits/upload-quota'
import type { UploadQuota } from '@/server/http/limits/upload-quota'
import { networksOf } from '@/server/http/limits/network-of'
import { diskUploadFiles, openWaitingUploads } from './waiting-uploads'

const clock = { nowMs: () => Date.UTC(2026, 5, 15, 10) }
const NETWORKS = networksOf('198.51.100.7')

let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'events-uploads-'))
})
afterEach(() => rm(dir, { recursive: true }))

/** The beginning of a JPEG, and so many bytes. */
const photo = (bytes: number, fill = 7) =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(bytes, fill)])
const nameOf = (bytes: Buffer) => hash('sha256', bytes, 'hex')

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const openUploads = (quota?: UploadQuota, at = clock) =>
  openWaitingUploads(
    { dir, files: diskUploadFiles(dir, at), clock: at, log: { warn: (_fields: object) => {} } },
    quota,
  )

describe('uploads that wait', () => {
  it('are whole however they were cut on the way, and nothing else is left', async () => {
    const uploads = await openUploads()
    for (const size of [1, 2, 1000]) {
      const bytes = photo(2000, size)
      expect(await uploads.receive(nameOf(bytes), inPieces(bytes, size), NETWORKS)).toBe(2003)
      expect(await uploads.read(nameOf(bytes))).toEqual(bytes)
      await uploads.remove(nameOf(bytes))
    }
    expect(await readdir(dir)).toEqual([])
  })

  it('are not read again when they are there', async () => {
    const uploads = await openUploads()
    const bytes = photo(10)
    await uploads.receive(nameOf(bytes), inPieces(bytes, 13), NETWORKS)
    const never: AsyncIterable<Buffer> = {
      [Symbol.asyncIterator]: () => {
        throw new Error('It was read')
      },
    }
    expect(await uploads.receive(nameOf(bytes), never, NETWORKS)).toBe(13)
  })

  it('go from the disk for those that came later, also over a restart', async () => {
    const first = await openUploads(createUploadQuota(200_000))
    const [old, middle, young] = [photo(90_000, 1), photo(90_000, 2), photo(90_000, 3)] as const
    await first.receive(nameOf(old), inPieces(old, 65_536), NETWORKS)
    const again = await openUploads(createUploadQuota(200_000), {
      nowMs: () => clock.nowMs() + 1000,
    })
    await again.receive(nameOf(middle), inPieces(middle, 65_536), NETWORKS)
    await again.receive(nameOf(young), inPieces(young, 65_536), NETWORKS)
    expect((await readdir(dir)).toSorted()).toEqual([nameOf(middle), nameOf(young)].toSorted())
  })

  it('are missing when the disk has damaged them: they are uploaded again', async () => {
    const uploads = await openUploads()
    const bytes = photo(10)
    await uploads.receive(nameOf(bytes), inPieces(bytes, 13), NETWORKS)
    await writeFile(join(dir, nameOf(bytes)), Buffer.alloc(13))
    expect(await uploads.read(nameOf(bytes))).toBeUndefined()
    expect(await uploads.has(nameOf(bytes))).toBe(false)
  })

  it('that a server left half done are removed, and those of another one that are still arriving are not', async () => {
    const [left, arriving] = ['left.part', 'arriving.part'].map((name) => join(dir, name)) as [string, string]
    for (const path of [left, arriving]) await writeFile(path, 'half')
    const twoHoursAgo = Date.now() / 1000 - 7200
    await utimes(left, twoHoursAgo, twoHoursAgo)
    await openUploads()
    expect(await readdir(dir)).toEqual(['arriving.part'])
  })
})
