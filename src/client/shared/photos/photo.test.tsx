import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { loadPageProgramme, watchSyncs } from '@/client/shared/offline/page-programme'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { Photo } from './photo'

const HASH = '0123456789abcdef'
/** 21:00 in the village. */
const EVENING = programmeEvent('fado', Date.parse('2026-07-04T20:00:00Z') / 1000)
const event = {
  ...EVENING,
  photo: `https://guide.test/photos/${HASH}-full.jpg`,
  thumbnail: `https://guide.test/photos/${HASH}-400.webp`,
  photo_width: 1280,
  photo_height: 800,
  photo_focus: { x: 20, y: 75 },
  photo_color: '#204060',
}

// happy-dom fetches no images and calls each of them complete; in a browser they are still loading here.
Object.defineProperty(HTMLImageElement.prototype, 'complete', { get: () => false })

afterEach(cleanup)

/** How many shapes its poster has, if it shows one. */
const shapesIn = (container: Element) => container.querySelectorAll('svg > *').length

function renderPhoto(photoFields: Partial<typeof event>, isWhole = false) {
  const { container } = render(
    <Photo event={{ ...EVENING, ...photoFields }} isWhole={isWhole} sizes="100vw" alt="" />,
  )
  const image = () => {
    const found = container.querySelector('img')
    if (found === null) throw new Error('Nothing is rendered')
    return found
  }
  return image
}

it('offers the photo in every size that there is of it, and its room before it arrives', () => {
  const image = renderPhoto(event, true)()
  expect(image.srcset).toBe(
    [
      `https://guide.test/photos/${HASH}-400.webp 400w`,
      `https://guide.test/photos/${HASH}-800.webp 800w`,
      `https://guide.test/photos/${HASH}-full.jpg 1280w`,
    ].join(', '),
  )
  expect([image.width, image.height]).toEqual([1280, 800])
})

it('falls back to the cached thumbnail, then to the poster', () => {
  const image = renderPhoto(event)
  fireEvent.error(image())
  expect(image().getAttribute('src')).toBe(event.thumbnail)
  expect(image().getAttribute('srcset')).toBeNull()
  fireEvent.error(image())
  expect(shapesIn(document.body)).toBeGreaterThan(2)
})

it('comes back to the photo when a sync gets through, though nothing else says that the network is back', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const { replica } = await loadPageProgramme()
  // A subscriber compares with what was read before: that there was no sync yet.
  await replica.sync()
  const image = renderPhoto(event)
  fireEvent.error(image())
  fireEvent.error(image())
  // It begins to listen once it has failed.
  await act(() => replica.sync())
  const synced = new Promise<void>((resolve) => watchSyncs(resolve))
  const change = { since: undefined, items: [], removed: [], cursor: 'a.1', serverTime: EVENING.start_time }
  await act(async () => {
    await replica.apply(change)
    await synced
  })
  expect(image().srcset).toContain(`${HASH}-800.webp`)
  vi.unstubAllGlobals()
})
