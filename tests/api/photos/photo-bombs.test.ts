// @module-tag full
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'
import { submission } from '@tests/support/server/submissions'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const send = (photo: Buffer, key = randomUUID()) =>
  call(test, 'POST', '/events', { key, body: submission({ photo: photo.toString('base64') }) })

const MAX_MB = 400
const rssMb = () => process.memoryUsage.rss() / (1024 * 1024)

it('photos that unfold to gigabytes are refused with a sentence, and honest ones between them are taken', async () => {
  const plain = { width: 7000, height: 7000, channels: 4, background: '#33669980' } as const
  const bomb = await sharp({ create: plain })
    .toColourspace('rgb16')
    .png({ progressive: true, compressionLevel: 9 })
    .toBuffer()
  const valid = await jpeg('#112277')
  const beforeMb = rssMb()
  const responses = await Promise.all([...Array.from({ length: 8 }, () => send(bomb)), send(valid)])
  expect(rssMb() - beforeMb).toBeLessThan(MAX_MB)
  for (const response of responses.slice(0, -1)) {
    expect(response.status).toBe(422)
    expect(response.error?.fields).toMatchObject([
      { path: 'photo', code: 'photo_too_big', message: expect.stringMatching(/./) },
    ])
  }
  expect(responses.at(-1)?.status).toBe(201)
})

it('photos that come too many at once are each stored or told to come again, and none is lost', async () => {
  const photos = await Promise.all(
    Array.from({ length: 24 }, async (_, number) => ({
      key: randomUUID(),
      photo: await jpeg(`rgb(${10 * number}, ${250 - 10 * number}, 90)`),
    })),
  )
  let open = photos
  let refused = 0
  while (open.length > 0) {
    const responses = await Promise.all(open.map(({ key, photo }) => send(photo, key)))
    for (const { status, headers } of responses)
      if (status !== 201) expect([status, headers['retry-after']]).toEqual([503, '5'])
    open = open.filter((_, index) => responses[index]?.status !== 201)
    refused += open.length
  }
  expect(refused).toBeGreaterThan(0)
  const { rows } = await test.db.execute('select distinct photo from events where photo is not null')
  expect(rows.length).toBeGreaterThanOrEqual(photos.length)
})
