import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { MAX_PHOTO_BYTES } from '@/domain/events/event'
import { RendererBusyError, renderPhoto, type PhotoVariants } from './pipeline'

const FULL = { tags: ['full'] }
const RED = { r: 220, g: 20, b: 20 }
const BLUE = { r: 20, g: 20, b: 220 }

describe('a photo', () => {
  it('becomes a full JPEG, one for link previews, and two WebP pictures', async () => {
    const photo = await rendered(await halves(2400, 1200).jpeg().toBuffer())
    expect(await sizes(photo)).toEqual({
      full: 'jpeg 1600x800',
      '1200x630': 'jpeg 1200x630',
      '800': 'webp 800x400',
      '400': 'webp 400x200',
    })
    expect({ width: photo.width, height: photo.height }).toEqual({ width: 1600, height: 800 })
  })

  it('from a phone stands the right way up and keeps neither EXIF nor place', async () => {
    const sent = await halves(900, 600)
      .withExif({
        IFD0: { Make: 'SecretPhone' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 57/1 47/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(sent.includes('SecretPhone')).toBe(true)

    const photo = await rendered(sent)
    expect([photo.width, photo.height]).toEqual([600, 900])
    // Orientation 6 turns clockwise: what was left comes to the top.
    expect(await colourAt(photo.files['400'], 200, 30)).toBe('red')
    expect(await colourAt(photo.files['400'], 200, 570)).toBe('blue')
    for (const file of Object.values(photo.files)) {
      const { exif, orientation, iptc, xmp } = await sharp(file).metadata()
      expect({ exif, orientation, iptc, xmp }).toEqual({})
      expect(file.includes('SecretPhone')).toBe(false)
    }
  })
})

describe('what a photo is about', () => {
  it('is found wherever it is, in percent', async () => {
    for (const [width, height, left, top, x, y] of [
      [1600, 900, 1300, 80, 88, 16],
      [900, 1600, 100, 1400, 22, 91],
    ] as const) {
      const { focus } = await rendered(await poster(width, height, left, top))
      expect(Math.abs(focus.x - x)).toBeLessThan(12)
      expect(Math.abs(focus.y - y)).toBeLessThan(12)
    }
  })
})

describe('a photo is refused', () => {
  it('as broken when the pixels end early, though the header is whole', async () => {
    for (const whole of [await noise(300, 200).jpeg().toBuffer(), await noise(300, 200).png().toBuffer()]) {
      const cut = whole.subarray(0, whole.length / 2)
      expect((await sharp(cut).metadata()).width).toBe(300)
      expect(await renderPhoto(cut)).toEqual({ ok: false, code: 'photo_broken' })
    }
  })

  it('as the wrong kind when it is neither JPEG nor PNG, whatever it is called', async () => {
    const wrong = [
      await halves(20, 20).gif().toBuffer(),
      await halves(20, 20).webp().toBuffer(),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
      Buffer.from('%PDF-1.7'),
      Buffer.alloc(0),
    ]
    for (const bytes of wrong)
      expect(await renderPhoto(bytes)).toEqual({ ok: false, code: 'photo_wrong_kind' })
  })

  it('as too big when it has one byte too many', async () => {
    const jpeg = await halves(20, 20).jpeg().toBuffer()
    const sized = (length: number) => Buffer.concat([jpeg, Buffer.alloc(length - jpeg.length)])
    expect(await renderPhoto(sized(MAX_PHOTO_BYTES + 1))).toEqual({ ok: false, code: 'photo_too_big' })
    expect((await renderPhoto(sized(MAX_PHOTO_BYTES))).ok).toBe(true)
  })

  it('as too big when a small file unfolds to more than fifty million pixels', async () => {
    const huge = sharp({ create: { width: 10_000, height: 5_001, channels: 3, background: RED } })
    const bytes = await huge.png({ compressionLevel: 9 }).toBuffer()
    expect(bytes.length).toBeLessThan(1024 * 1024)
    expect(await renderPhoto(bytes)).toEqual({ ok: false, code: 'photo_too_big' })
  })

  it('as too big when its pixels take more bytes than anybody photographs', FULL, async () => {
    const deep = sharp({ create: { width: 6000, height: 6000, channels: 4, background: '#33669980' } })
    const bytes = await deep.toColourspace('rgb16').png({ progressive: true }).toBuffer()
    expect(await renderPhoto(bytes)).toEqual({ ok: false, code: 'photo_too_big' })
  })
})

it(
  'a photo that goes over its pixels again and again is refused in bounded time',
  { ...FULL, timeout: 60_000 },
  async () => {
    const photo = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: RED } })
      .jpeg({ progressive: true })
      .toBuffer()
    const [start, end] = [photo.lastIndexOf(Buffer.from([0xff, 0xda])), photo.length - 2]
    const scans = Array.from({ length: 1000 }, () => photo.subarray(start, end))
    const bytes = Buffer.concat([photo.subarray(0, end), ...scans, photo.subarray(end)])
    const begun = performance.now()
    expect(await renderPhoto(bytes)).toEqual({ ok: false, code: 'photo_broken' })
    expect(performance.now() - begun).toBeLessThan(30_000)
  },
)

it('no more photos wait than are rendered in seconds', async () => {
  const photo = await halves(300, 200).png().toBuffer()
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => renderPhoto(photo)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(12)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(RendererBusyError)
})

async function rendered(bytes: Buffer): Promise<PhotoVariants> {
  const result = await renderPhoto(bytes)
  if (!result.ok) throw new Error(result.code)
  return result.photo
}

/** Red on the left, blue on the right. */
function halves(width: number, height: number): Sharp {
  const right = { create: { width: Math.floor(width / 2), height, channels: 3 as const, background: BLUE } }
  return sharp({ create: { width, height, channels: 3, background: RED } }).composite([
    { input: right, gravity: 'east' },
  ])
}

function noise(width: number, height: number): Sharp {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: RED,
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
}

async function sizes({ files }: PhotoVariants): Promise<Record<string, string>> {
  const described: Record<string, string> = {}
  for (const [variant, file] of Object.entries(files)) {
    const { format, width, height } = await sharp(file).metadata()
    described[variant] = `${format} ${width}x${height}`
  }
  return described
}

async function colourAt(file: Buffer, left: number, top: number): Promise<'red' | 'blue'> {
  const { dominant } = await sharp(
    await sharp(file).extract({ left, top, width: 4, height: 4 }).png().toBuffer(),
  ).stats()
  return dominant.r > dominant.b ? 'red' : 'blue'
}

/** Makes a poster: a name in a corner of an even ground. */
function poster(width: number, height: number, left: number, top: number): Promise<Buffer> {
  const name = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="120"><rect width="200" height="120" fill="#c33"/><text x="10" y="75" font-size="60" fill="#fff">FADO</text></svg>`
  return sharp({ create: { width, height, channels: 3, background: '#f4e9d8' } })
    .composite([{ input: Buffer.from(name), left, top }])
    .png()
    .toBuffer()
}
