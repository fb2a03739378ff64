import type { Page } from '@playwright/test'
import { fillEvent } from '../../e2e/event-form'
import { phonePhoto } from '../../e2e/photos'
import type { Figures } from '../bench-pages/measures'
import { openPhone, withProfile } from '../bench-pages/phone'

/** An event with a phone's photo is written without a network. */
export function writeOffline(origin: string): Promise<Figures> {
  return withProfile(async (profile) => {
    const first = await openPhone(profile)
    await first.page.goto(`${origin}/add-event`)
    await first.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await first.page.reload({ waitUntil: 'networkidle' })
    await first.context.close()

    const { context, page } = await openPhone(profile, { network: 'off' })
    try {
      await page.goto(`${origin}/add-event`)
      const buffer = await phonePhoto()
      const title = `Measured ${Date.now()}`
      await fillEvent(page, { title, photo: { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer } })
      const saved = await untilText(page, 'Saved on this device', () =>
        page.getByRole('button', { name: 'Create Event' }).click(),
      )
      const sentBytes = await queuedPhotoBytes(page)
      return {
        'photo as picked, KB': buffer.byteLength / 1000,
        'submit with it until it is saved, ms': saved,
        'photo as sent, KB': sentBytes / 1000,
      }
    } finally {
      await context.close()
    }
  })
}

/** Milliseconds in the page from the action's click until the text is rendered. */
async function untilText(page: Page, text: string, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate((awaited) => {
    let begunAt = Number.NaN
    // No named function: the helper that the compiler adds to one does not exist in the page.
    addEventListener('click', () => (begunAt = performance.now()), { once: true, capture: true })
    window.untilText = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.body.textContent.includes(awaited)) return
        observer.disconnect()
        resolve(performance.now() - begunAt)
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  }, text)
  await act()
  return page.evaluate(() => window.untilText)
}

declare global {
  interface Window {
    untilText: Promise<number>
  }
}

/** What the outbox holds is what is sent. */
function queuedPhotoBytes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('ericeira-outbox')
      opening.addEventListener('success', () => resolve(opening.result))
    })
    const reading = database.transaction('entries').objectStore('entries').getAll()
    const entries = await new Promise<{ photo?: { bytes: ArrayBuffer } }[]>((resolve) =>
      reading.addEventListener('success', () => resolve(reading.result)),
    )
    database.close()
    return entries[0]?.photo?.bytes.byteLength ?? Number.NaN
  })
}
