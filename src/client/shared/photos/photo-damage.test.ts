import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { isDamaged } from './photo-damage'

const WIDTH = 333
const HEIGHT = 217
let pixels: Buffer

/** A sky with grain, the same at every run: what a photo's codes are like. */
beforeAll(() => {
  let seed = 7
  pixels = Buffer.from(
    Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, index) => {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
      return 40 + ((index / 3 / WIDTH) * 180) / HEIGHT + ((seed >> 16) & 31)
    }),
  )
})

const picture = () => sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })

/** The middle of the codes of a JPEG, or of the compressed pixels of a PNG. */
const inPixels = (bytes: Buffer, share = 0.5) => {
  const start = Math.max(bytes.lastIndexOf(Buffer.from([0xff, 0xda])), bytes.indexOf('IDAT'))
  return Math.floor(start + (bytes.length - start) * share)
}

function changed(bytes: Buffer, change: (copy: Buffer, at: number) => void, share?: number): Buffer {
  const copy = Buffer.from(bytes)
  change(copy, inPixels(bytes, share))
  return copy
}

const jpegs: [string, () => Promise<Buffer>][] = [
  ['baseline', () => picture().jpeg().toBuffer()],
  ['of full colour', () => picture().jpeg({ chromaSubsampling: '4:4:4', quality: 96 }).toBuffer()],
  ['with codes of its own', () => picture().jpeg({ optimiseCoding: true }).toBuffer()],
  ['in grey', () => picture().greyscale().jpeg().toBuffer()],
  ['progressive', () => picture().jpeg({ progressive: true }).toBuffer()],
  [
    'with EXIF',
    () =>
      picture()
        .withExif({ IFD0: { Make: 'Phone' } })
        .jpeg()
        .toBuffer(),
  ],
]

describe.each(jpegs)('a JPEG (%s)', (_, make) => {
  test('is whole as it was written, also with something behind its end', async () => {
    const bytes = await make()
    expect(await isDamaged(bytes, 'jpeg')).toBe(false)
    expect(await isDamaged(Buffer.concat([bytes, Buffer.from('MotionPhoto')]), 'jpeg')).toBe(false)
  })

  test('is whole with fill bytes before a marker, as T.81 B.1.1.2 allows', async () => {
    const bytes = await make()
    const fill = Buffer.from([0xff, 0xff])
    for (const marker of [0xda, 0xd9]) {
      const at = bytes.lastIndexOf(Buffer.from([0xff, marker]))
      const filled = Buffer.concat([bytes.subarray(0, at), fill, bytes.subarray(at)])
      expect(await isDamaged(filled, 'jpeg')).toBe(false)
    }
  })

  test.each([0.1, 0.5, 0.9, 0.999])('is damaged when it ends at %d of its pixels', async (share) => {
    const bytes = await make()
    expect(await isDamaged(bytes.subarray(0, inPixels(bytes, share)), 'jpeg')).toBe(true)
  })

  test('is damaged when a part of it was overwritten', async () => {
    const bytes = await make()
    const markers = changed(bytes, (copy, at) => copy.fill(Buffer.from([0xff, 0x4e]), at, at + 64))
    expect(await isDamaged(markers, 'jpeg')).toBe(true)
  })
})

describe.each(jpegs.filter(([name]) => name !== 'progressive'))('a sequential JPEG (%s)', (_, make) => {
  test('is damaged when bytes are missing, too many, or zero', async () => {
    const bytes = await make()
    const at = inPixels(bytes)
    const without = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 40)])
    const twice = Buffer.concat([bytes.subarray(0, at + 40), bytes.subarray(at)])
    const zeros = changed(bytes, (copy, from) => copy.fill(0, from, from + 64))
    for (const broken of [without, twice, zeros]) expect(await isDamaged(broken, 'jpeg')).toBe(true)
  })

  test('is damaged after most of the single bits that can be seen', { timeout: 30_000 }, async () => {
    const bytes = await make()
    const flips = Array.from({ length: 60 }, (__, index) =>
      changed(bytes, (copy, at) => (copy[at] = (copy[at] ?? 0) ^ (1 << (index % 8))), 0.05 + index / 70),
    )
    const visible = []
    for (const flip of flips) if (await looksDifferent(flip, bytes)) visible.push(flip)
    expect(visible.length).toBeGreaterThan(5)
    const found = await Promise.all(visible.map((flip) => isDamaged(flip, 'jpeg')))
    expect(found.filter(Boolean).length / visible.length).toBeGreaterThan(0.5)
  })
})

/** In a tenth of its pixels. */
async function looksDifferent(one: Buffer, other: Buffer): Promise<boolean> {
  const [mine, theirs] = await Promise.all(
    [one, other].map((bytes) =>
      sharp(bytes, { failOn: 'none' })
        .raw()
        .toBuffer()
        .catch(() => undefined),
    ),
  )
  if (mine === undefined || theirs === undefined) return true
  return mine.filter((shade, at) => Math.abs(shade - (theirs[at] ?? 0)) > 12).length > mine.length / 10
}

describe('a PNG', () => {
  test('is whole as it was written', async () => {
    expect(await isDamaged(await picture().png().toBuffer(), 'png')).toBe(false)
    expect(await isDamaged(await picture().png({ palette: true }).toBuffer(), 'png')).toBe(false)
  })

  test('is damaged when it is cut off, or a single bit is turned', async () => {
    const bytes = await picture().png().toBuffer()
    expect(await isDamaged(bytes.subarray(0, bytes.length - 12), 'png')).toBe(true)
    expect(await isDamaged(bytes.subarray(0, bytes.length / 2), 'png')).toBe(true)
    expect(
      await isDamaged(
        changed(bytes, (copy, at) => (copy[at] = (copy[at] ?? 0) ^ 1)),
        'png',
      ),
    ).toBe(true)
  })
})

test('a large JPEG is looked through in slices, between which the page handles taps', async () => {
  const large = await sharp({ create: { width: 1600, height: 1600, channels: 3, background: '#07c' } })
    .jpeg({ chromaSubsampling: '4:4:4' })
    .toBuffer()
  const pause = vi.fn(async () => {})
  expect(await isDamaged(large, 'jpeg', pause)).toBe(false)
  expect(pause).toHaveBeenCalledTimes(20)
})
