import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { jpegScans, faultOfHeader, createPhotoSignatures } from './photo-gate'
import { jpegHeader, pngHeader } from './oversized.fixture'
import { renderPhoto } from './pipeline'

const faultOf = async (bytes: Buffer) =>
  faultOfHeader(await sharp(bytes, { limitInputPixels: false }).metadata(), bytes)

const TOO_BIG = { ok: false, code: 'photo_too_big' }

describe('before it is decoded', () => {
  it('an honest photo is let through, baseline or progressive, of 12, 24 and 48 megapixels', async () => {
    for (const [width, height] of [
      [4032, 3024],
      [5712, 4284],
      [8064, 6048],
    ] as const)
      for (const scans of [0, 10, 14])
        for (const chromaSubsampling of ['4:2:0', '4:4:4'] as const)
          expect(await faultOf(await jpegHeader({ width, height, scans, chromaSubsampling }))).toBeUndefined()
  })

  it('a screenshot is let through, also interlaced, in full depth, or of a long page', async () => {
    for (const header of [
      { width: 4032, height: 3024, depth: 8, channels: 4 },
      { width: 4032, height: 3024, depth: 8, channels: 4, isInterlaced: true },
      { width: 4032, height: 3024, depth: 16, channels: 4, isInterlaced: true },
      { width: 7680, height: 4320, depth: 8, channels: 3, isInterlaced: true },
      { width: 1170, height: 30_000, depth: 8, channels: 4 },
    ] as const)
      expect(await faultOf(pngHeader(header)), JSON.stringify(header)).toBeUndefined()
  })

  it('a PNG that would be held whole is refused by what its pixels take', async () => {
    for (const channels of [1, 2, 3, 4] as const)
      for (const depth of [8, 16] as const) {
        const bytes = 7000 * 7000 * channels * (depth / 8)
        const photo = pngHeader({ width: 7000, height: 7000, depth, channels, isInterlaced: true })
        expect(await faultOf(photo), `${channels} x ${depth}`).toBe(
          bytes > 128 * 1024 * 1024 ? 'photo_too_big' : undefined,
        )
      }
    expect(
      await renderPhoto(pngHeader({ width: 7000, height: 7000, depth: 16, channels: 4, isInterlaced: true })),
    ).toEqual(TOO_BIG)
  })

  it('a PNG is refused when it unfolds to more than anybody photographs, though row by row', async () => {
    const large = { width: 7000, height: 7000 } as const
    expect(await renderPhoto(pngHeader({ ...large, depth: 16, channels: 4 }))).toEqual(TOO_BIG)
    expect(await faultOf(pngHeader({ ...large, depth: 16, channels: 3 }))).toBe('photo_too_big')
    expect(await faultOf(pngHeader({ ...large, depth: 8, channels: 4 }))).toBeUndefined()
    expect(await faultOf(pngHeader({ width: 5712, height: 4284, depth: 16, channels: 4 }))).toBeUndefined()
  })

  it('a PNG is refused when shrinking it needs all of its long rows at once', async () => {
    expect(await renderPhoto(pngHeader({ width: 65_535, height: 760, depth: 16, channels: 4 }))).toEqual(
      TOO_BIG,
    )
    expect(await faultOf(pngHeader({ width: 20_000, height: 2000, depth: 8, channels: 3 }))).toBeUndefined()
  })

  it('a progressive JPEG is refused when its coefficients are too many', async () => {
    const large = { width: 7000, height: 7000, scans: 10, chromaSubsampling: '4:4:4' } as const
    expect(await faultOf(await jpegHeader(large))).toBeUndefined()
    expect(await renderPhoto(await jpegHeader({ ...large, isCmyk: true }))).toEqual(TOO_BIG)
    expect(await faultOf(await jpegHeader({ ...large, scans: 0, isCmyk: true }))).toBeUndefined()
  })

  it('a JPEG is refused when it goes over its pixels again and again', async () => {
    expect(await renderPhoto(await jpegHeader({ width: 7000, height: 7000, scans: 30 }))).toEqual(TOO_BIG)
    expect(await faultOf(await jpegHeader({ width: 700, height: 700, scans: 30 }))).toBeUndefined()
  })
})

describe('the scans of a JPEG', () => {
  it('are those that the decoder will read', async () => {
    const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#336699' } })
    const baseline = await picture.clone().jpeg().toBuffer()
    const progressive = await picture.clone().jpeg({ progressive: true }).toBuffer()
    expect(jpegScans(baseline)).toBe(1)
    expect(jpegScans(progressive)).toBe(10)
    expect(jpegScans(await jpegHeader({ width: 9, height: 9, scans: 7 }))).toBe(7)
  })

  it('are neither those of its thumbnail nor those of a film behind it', async () => {
    const baseline = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#336699' } })
      .jpeg()
      .toBuffer()
    const segment = Buffer.concat([
      Buffer.from(
        [0xff, 0xe1, 0, baseline.length + 2]
          .with(2, (baseline.length + 2) >> 8)
          .with(3, (baseline.length + 2) & 255),
      ),
      baseline,
    ])
    const start = baseline.subarray(0, 2)
    expect(jpegScans(Buffer.concat([start, segment, baseline.subarray(2), baseline, baseline]))).toBe(1)
  })

  it('of what is no JPEG, or of half of one, end', () => {
    for (const bytes of [
      [],
      [0xff],
      [0xff, 0xd8, 0xff],
      [0xff, 0xd8, 0xff, 0xda, 0, 0, 0xff, 0xda, 0xff, 0xff],
    ])
      expect(jpegScans(Buffer.from(bytes))).toBeLessThanOrEqual(2)
    expect(jpegScans(Buffer.alloc(1000, 0xff))).toBe(0)
  })
})

const NAME = 'a'.repeat(32)
const NOW = 1_800_000_100

const at = (seconds: number, secret = 'a secret') => createPhotoSignatures(Buffer.from(secret), () => seconds)
const queryOf = (text: string) => Object.fromEntries(new URLSearchParams(text))

describe('a signed address', () => {
  const signed = at(NOW).sign(NAME)

  it('holds for ten to fifteen minutes, and stays the same for five', () => {
    expect(at(NOW).isValid(NAME, queryOf(signed))).toBe(true)
    expect(at(NOW + 600).isValid(NAME, queryOf(signed))).toBe(true)
    expect(at(NOW + 900).isValid(NAME, queryOf(signed))).toBe(false)
    expect(at(NOW + 199).sign(NAME)).toBe(signed)
    expect(at(NOW + 201).sign(NAME)).not.toBe(signed)
  })

  it('is of one photo, one secret and one time', () => {
    const { expires = '', signature = '' } = queryOf(signed)
    const { isValid } = at(NOW)
    expect(isValid('b'.repeat(32), { expires, signature })).toBe(false)
    expect(at(NOW, 'another').isValid(NAME, { expires, signature })).toBe(false)
    expect(isValid(NAME, { expires: String(Number(expires) + 300), signature })).toBe(false)
  })

  it('is not made of anything else', () => {
    const { expires = '', signature = '' } = queryOf(signed)
    for (const query of [
      undefined,
      {},
      { expires },
      { signature },
      { expires, signature: '' },
      { expires, signature: signature.slice(1) },
      { expires, signature: [signature] },
      { expires: [expires], signature },
      { expires: `${expires}x`, signature },
      { expires: 'Infinity', signature },
    ])
      expect(at(NOW).isValid(NAME, query)).toBe(false)
  })
})
