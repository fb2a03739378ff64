import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { isCutOff } from './prepare-photo'

/** A gradient with grain, the same at every run. */
const pixels = Buffer.from(
  Uint8Array.from({ length: 333 * 217 * 3 }, (_, index) => (((index * index * 7) % 251) >> 3) + index / 1000),
)
const picture = () => sharp(pixels, { raw: { width: 333, height: 217, channels: 3 } })

/** A preview with an end of its own, before the pixels. */
async function withPreview(): Promise<Buffer> {
  const [photo, preview] = await Promise.all([
    picture().jpeg().toBuffer(),
    picture().resize(64).jpeg().toBuffer(),
  ])
  const length = preview.length + 2
  const head = Buffer.from([0xff, 0xe2, length >> 8, length & 255])
  return Buffer.concat([photo.subarray(0, 2), head, preview, photo.subarray(2)])
}

describe.each([
  ['baseline', () => picture().jpeg().toBuffer()],
  ['progressive', () => picture().jpeg({ progressive: true }).toBuffer()],
  ['with a preview', withPreview],
])('a JPEG (%s)', (_, make) => {
  test('is whole as it was written, also with something behind its end', async () => {
    const bytes = await make()
    expect(isCutOff(bytes, 'jpeg')).toBe(false)
    expect(isCutOff(Buffer.concat([bytes, Buffer.from('MotionPhoto')]), 'jpeg')).toBe(false)
  })

  test.each([0.1, 0.5, 0.9, 0.999])('is cut off when it ends at %d of its pixels', async (share) => {
    const bytes = await make()
    const start = bytes.lastIndexOf(Buffer.from([0xff, 0xda]))
    const end = Math.floor(start + (bytes.length - start) * share)
    expect(isCutOff(bytes.subarray(0, end), 'jpeg')).toBe(true)
  })
})

test('a JPEG without its last marker, or without pixels, is cut off', async () => {
  const bytes = await picture().jpeg().toBuffer()
  expect(isCutOff(bytes.subarray(0, -1), 'jpeg')).toBe(true)
  expect(isCutOff(bytes.subarray(0, 100), 'jpeg')).toBe(true)
  expect(isCutOff(Uint8Array.of(0xff, 0xd8, 0xff), 'jpeg')).toBe(true)
})

test('a PNG is whole as it was written, and cut off without its end', async () => {
  const bytes = await picture().png().toBuffer()
  expect(isCutOff(bytes, 'png')).toBe(false)
  expect(isCutOff(bytes.subarray(0, bytes.length - 12), 'png')).toBe(true)
  expect(isCutOff(bytes.subarray(0, bytes.length / 2), 'png')).toBe(true)
})
