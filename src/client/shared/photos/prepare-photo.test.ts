import { afterEach, describe, expect, test, vi } from 'vitest'
import { MAX_PHOTO_BYTES } from '@/domain/events/event'
import { fitWithin, photoKind, preparePhoto } from './prepare-photo'

const bytes = (...parts: (number[] | string)[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)),
  )

describe('what a picked file is', () => {
  test.each([
    ['jpeg', bytes([0xff, 0xd8, 0xff, 0xe1])],
    ['png', bytes([0x89], 'PNG', [0x0d, 0x0a, 0x1a, 0x0a])],
    ['heic', bytes([0, 0, 0, 24], 'ftypheic')],
    ['heic', bytes([0, 0, 0, 24], 'ftypmif1')],
    ['other', bytes([0, 0, 0, 24], 'ftypavif')],
    ['other', bytes('GIF89a')],
    ['other', bytes('<html>')],
    ['other', bytes()],
  ])('is %s by its first bytes', (kind, start) => {
    expect(photoKind(start)).toBe(kind)
  })
})

describe('the size a photo is sent in', () => {
  test('brings the longest side to 2048 px and keeps the proportions', () => {
    expect(fitWithin({ width: 3024, height: 4032 })).toEqual({ width: 1536, height: 2048 })
    expect(fitWithin({ width: 8000, height: 2 })).toEqual({ width: 2048, height: 1 })
  })
})

afterEach(() => vi.unstubAllGlobals())

const garbage = (start: Uint8Array<ArrayBuffer>, size: number) =>
  preparePhoto(new Blob([start, new Uint8Array(size)]), 'IMG_0001.jpg')

test('what is over the limit and cannot be made smaller is too large, unless no smaller one of its kind would do', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')))
  const jpeg = bytes([0xff, 0xd8, 0xff, 0xe1])
  expect(await garbage(jpeg, MAX_PHOTO_BYTES)).toEqual({ error: 'photo_too_big' })
  expect(await garbage(jpeg, 1000)).toEqual({ error: 'photo_broken' })
  expect(await garbage(bytes('%PDF-1.7'), MAX_PHOTO_BYTES)).toEqual({ error: 'photo_wrong_kind' })
  const heic = bytes([0, 0, 0, 24], 'ftypheic')
  expect(await garbage(heic, MAX_PHOTO_BYTES)).toEqual({ error: 'photo_heic' })
})
