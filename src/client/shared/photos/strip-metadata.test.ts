import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { isCutOff } from './prepare-photo'
import { pngChunk, pngChunks } from './prepare-photo'
import { stripMetadata } from './prepare-photo'

const WIDTH = 48
const HEIGHT = 32
const pixels = Buffer.from(
  Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, index) => (index * index * 7) % 251),
)
const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/">Ana, 38.9630 N</x:xmpmeta>'

/** A photo as a phone writes it: where it was taken, by what, and which way up. */
const taken = (orientation: number): Sharp =>
  sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .withMetadata({ orientation })
    .withIccProfile('p3')
    .withExif({
      IFD0: { Make: 'Phone of Ana' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 57/1 46/1' },
    })
    .withXmp(XMP)

const strip = (bytes: Buffer, kind: 'jpeg' | 'png') => Buffer.from(stripMetadata(bytes, kind))
const rawPixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()
const upright = (bytes: Buffer) => sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true })

/** Inserts a segment after the start of a JPEG. */
function withSegment(bytes: Buffer, marker: number, payload: string): Buffer {
  const segment = Buffer.from([0xff, marker, 0, payload.length + 2, ...Buffer.from(payload)])
  return Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)])
}

async function jpeg(orientation = 1): Promise<Buffer> {
  const plain = await taken(orientation).jpeg({ quality: 92 }).toBuffer()
  const iptc = withSegment(plain, 0xed, 'Photoshop 3.0\0Ana in Ericeira')
  const appended = Buffer.from('MotionPhoto of Ana')
  return Buffer.concat([withSegment(iptc, 0xfe, 'Ana was here'), appended])
}

async function png(orientation = 1): Promise<Buffer> {
  const plain = await taken(orientation).png().toBuffer()
  const text = pngChunk('tEXt', Buffer.from('Author\0Ana'))
  const end = plain.length - 12
  return Buffer.concat([plain.subarray(0, end), text, plain.subarray(end), Buffer.from('appended by Ana')])
}

describe.each([
  ['jpeg', jpeg],
  ['png', png],
] as const)('a %s', (kind, make) => {
  test('loses its position, its maker, texts and what is behind its end, and not one pixel', async () => {
    const bytes = await make()
    const before = await sharp(bytes).metadata()
    expect([before.exif, before.xmp].map((found) => found !== undefined)).toEqual([true, true])
    const stripped = strip(bytes, kind)
    const { exif, xmp, iptc, comments, icc } = await sharp(stripped).metadata()
    expect({ exif, xmp, iptc, comments }).toEqual({
      exif: undefined,
      xmp: undefined,
      iptc: undefined,
      comments: undefined,
    })
    expect(stripped.toString('latin1')).not.toMatch(/Ana|Phone|GPS/)
    expect(icc, 'the colour profile').toEqual(before.icc)
    expect(await rawPixels(stripped)).toEqual(await rawPixels(bytes))
    expect(isCutOff(stripped, kind)).toBe(false)
  })

  test.each([2, 3, 4, 5, 6, 7, 8])('of orientation %d stays upright', async (orientation) => {
    const bytes = await make(orientation)
    const stripped = strip(bytes, kind)
    const { exif, ...facts } = await sharp(stripped).metadata()
    expect(facts.orientation).toBe(orientation)
    expect(exif?.length, 'nothing but the orientation').toBeLessThan(40)
    expect(await upright(stripped)).toEqual(await upright(bytes))
    expect(stripped.toString('latin1')).not.toMatch(/Ana|Phone|GPS/)
  })

  test('without any metadata stays as it is', async () => {
    const plain = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .toFormat(kind)
      .toBuffer()
    expect(strip(plain, kind)).toEqual(plain)
  })
})

test('a progressive JPEG keeps all its scans', async () => {
  const bytes = await taken(6).jpeg({ progressive: true }).toBuffer()
  expect(await rawPixels(strip(bytes, 'jpeg'))).toEqual(await rawPixels(bytes))
})

test('EXIF that is garbled counts as upright', async () => {
  const bytes = withSegment(await taken(1).jpeg().toBuffer(), 0xe1, 'Exif\0\0II*\0~~~~')
  expect(await rawPixels(strip(bytes, 'jpeg'))).toEqual(await rawPixels(bytes))
})

test('an orientation that a PNG keeps has the checksum that readers ask for', async () => {
  const chunks = [...pngChunks(strip(await png(6), 'png'))]
  const exif = Buffer.from(chunks.find(({ type }) => type === 'eXIf')?.bytes ?? [])
  expect(exif.readUInt32BE(exif.length - 4)).toBe(crc32(exif.subarray(4, -4)))
})
