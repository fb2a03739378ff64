import { expect, hydrated, test } from '../support/fixtures'
import { publishEvent } from '../support/published-event'

// The server's page is there before its script is. What is pressed meanwhile must neither be lost nor render the page anew: React
// says so on the console (errors 422 and 520), which fails a test by itself.

// A worker would answer with the shell, which is not hydrated.
test.use({ serviceWorkers: 'block' })

/** Follows a link at the moment when the frame is hydrated, and the page in it is not yet. Runs in the page. */
function tapWhileHydrating(): void {
  let isTapped = false
  let stored: HTMLElement | null | undefined
  Object.defineProperty(window, 'preHydrationClick', {
    get: () => stored,
    set(button: HTMLElement | null) {
      stored = button
      if (button !== null || isTapped) return
      isTapped = true
      setTimeout(() => document.querySelector<HTMLElement>('footer a[href="/privacy"]')?.click())
    },
  })
  // A page that is rendered anew, by React or by a load, has a header that is another element.
  addEventListener('DOMContentLoaded', () => {
    const header = document.querySelector('header')
    window.isRenderedOnce = () => header?.isConnected === true
  })
}

test('a link that is followed while the page is hydrated leads on, and no page is rendered anew', async ({
  page,
}) => {
  const id = await publishEvent()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.addInitScript(tapWhileHydrating)
  for (const path of ['/', '/events', `/events/${id}`, '/add-event'])
    await test.step(path, async () => {
      await page.goto(path, { waitUntil: 'commit' })
      // Six times as slow, with other journeys on the same cores.
      await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible({
        timeout: 60_000,
      })
      await hydrated(page)
      expect(await page.evaluate(() => window.isRenderedOnce())).toBe(true)
    })
})

declare global {
  interface Window {
    isRenderedOnce: () => boolean
  }
}
