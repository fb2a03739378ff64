import type { Page } from '@playwright/test'
import { fillEvent } from '../../../e2e/support/event-form'
import { createNetwork } from '../../../e2e/support/network'
import { phonePhoto } from '../../../e2e/support/photos'
import type { Bar, Figures } from '../verdict'
import { openPhone, withProfile } from './phone'

export const SUBMIT_BARS: readonly Bar[] = [['submit with a photo until it is saved', 'at most', 1000]]

/**
 * An event with a phone's photo is written without a network, and leaves when the network is back. What lies between them is
 * cut: a browser's own switch does not reach the worker.
 */
export function submitOffline(origin: string): Promise<Figures> {
  return withProfile(async (profile) => {
    const network = await createNetwork(Number(new URL(origin).port))
    const guide = `http://localhost:${network.port}`
    try {
      await visit(profile, guide)
      network.setCut(true)
      const { context, page } = await openPhone(profile)
      try {
        await page.goto(`${guide}/add-event`)
        // The network goes only now, and no navigation follows: Chromium takes a page that it loads after this for one with a network.
        await context.setOffline(true)
        const buffer = await phonePhoto()
        const title = `Measured ${Date.now()}`
        await fillEvent(page, { title, photo: { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer } })
        const saved = await untilText(page, 'Saved on this device', 'click', () =>
          page.getByRole('button', { name: 'Create Event' }).click(),
        )
        const sentBytes = await queuedPhotoBytes(page)
        await page.getByRole('link', { name: 'See what’s waiting to be sent' }).first().click()
        await page.getByRole('heading', { name: title }).waitFor()
        const sent = await untilText(page, 'Sent in the last 7 days', undefined, () => {
          network.setCut(false)
          return context.setOffline(false)
        })
        return {
          'photo as picked (KB)': buffer.byteLength / 1000,
          'submit with a photo until it is saved': saved,
          'photo as sent (KB)': sentBytes / 1000,
          'network back until it is sent': sent,
        }
      } finally {
        await context.close()
      }
    } finally {
      await network.close()
    }
  })
}

/** Visits with a network, until the worker has what it needs without one. */
async function visit(profile: string, guide: string): Promise<void> {
  const { context, page } = await openPhone(profile)
  await page.goto(`${guide}/add-event`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload({ waitUntil: 'networkidle' })
  await context.close()
}

/** Milliseconds in the page from the event that `act` causes, or from `act` itself, until the text is rendered. */
async function untilText(
  page: Page,
  text: string,
  event: 'click' | undefined,
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(
    ([awaited, type]) => {
      let begunAt = performance.now()
      // A named function would fail: the helper that the compiler adds to one does not exist in the page.
      if (type !== undefined)
        addEventListener(type, () => (begunAt = performance.now()), { once: true, capture: true })
      window.untilText = new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.body.textContent.includes(awaited)) return
          observer.disconnect()
          resolve(performance.now() - begunAt)
        })
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
      })
    },
    [text, event] as const,
  )
  await act()
  return page.evaluate(() => window.untilText)
}

declare global {
  interface Window {
    untilText: Promise<number>
  }
}

/** The photo in the outbox is the one that is sent. */
function queuedPhotoBytes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('ericeira-outbox')
      opening.addEventListener('success', () => resolve(opening.result))
    })
    const reading = database.transaction('photos').objectStore('photos').getAll()
    const photos = await new Promise<{ bytes: ArrayBuffer }[]>((resolve) =>
      reading.addEventListener('success', () => resolve(reading.result)),
    )
    database.close()
    return photos[0]?.bytes.byteLength ?? Number.NaN
  })
}
