import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import { jpeg, noUploads } from '@tests/support/server/images'
import { submission } from '@tests/support/server/submissions'
import { createPhotoUploads } from '@/server/http/photos/photo-uploads'
import { openDiskPhotoStore } from '@/server/platform/photos/stores/disk-store'
import { pngHeader } from '@/server/platform/photos/oversized.fixture'
import { createPhotoRenderer } from '@/server/platform/photos/photo-renderer'
import { createLogger } from '@/server/platform/process/logger'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const send = (photo: Buffer, key = randomUUID()) =>
  call(test, 'POST', '/events', { key, body: submission({ photo: photo.toString('base64') }) })
const fullPhotos = async () =>
  (await readdir(join(test.dataDir, 'photos'))).filter((name) => name.endsWith('-full.jpg'))

const bomb = pngHeader({ width: 7000, height: 7000, depth: 16, channels: 4, isInterlaced: true })

describe('photos that unfold to gigabytes', () => {
  it('are refused with a sentence before they are decoded, and honest ones between them are taken', async () => {
    const valid = await jpeg('#112277')
    const responses = await Promise.all([...Array.from({ length: 8 }, () => send(bomb)), send(valid)])
    for (const response of responses.slice(0, -1)) {
      expect(response.status).toBe(422)
      expect(response.error?.fields).toMatchObject([
        { path: 'photo', code: 'photo_too_big', message: expect.stringMatching(/./) },
      ])
    }
    expect(responses.at(-1)?.status).toBe(201)
  })

  it(
    'are each stored or told to come again when too many come at once, and none is lost',
    { tags: ['full'] },
    async () => {
      const photos = await Promise.all(
        Array.from({ length: 24 }, async (_, number) => ({
          key: randomUUID(),
          photo: await jpeg(`rgb(${10 * number}, ${250 - 10 * number}, 90)`),
        })),
      )
      const before = (await fullPhotos()).length
      let open = photos
      while (open.length > 0) {
        const responses = await Promise.all(open.map(({ key, photo }) => send(photo, key)))
        for (const { status, headers } of responses)
          if (status !== 201) expect([status, headers['retry-after']]).toEqual([503, '5'])
        open = open.filter((_, index) => responses[index]?.status !== 201)
      }
      expect((await fullPhotos()).length).toBe(before + photos.length)
    },
  )
})

it('while no photo can be rendered, people are told to come again', async () => {
  const renderer = createPhotoRenderer(createLogger('silent'))
  const uploads = createPhotoUploads(test.db, await openDiskPhotoStore(test.dataDir), renderer, noUploads)
  await renderer.stop()
  await expect(uploads.store((await jpeg()).toString('base64'), 'visitors')).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    details: { retryAfterSeconds: 5 },
  })
})
