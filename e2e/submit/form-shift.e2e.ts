import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures'

/** The sum of all layout shifts (CLS) of the form, from its first paint until it can be typed into and the browser is idle. */
async function shiftOfForm(page: Page): Promise<number> {
  await page.goto('/add-event')
  await page.locator('main form:not([inert] *)').getByLabel('Contact email').waitFor()
  // The parts that load once the browser is idle have their place by then, too.
  await page.waitForLoadState('networkidle')
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          observer.disconnect()
          resolve(
            list.getEntries().reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0),
          )
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        // The list of shifts is empty when nothing has shifted.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
  )
}

const camera = (page: Page) => page.getByRole('button', { name: 'Take a photo' })
const dropping = (page: Page) => page.getByText('or drop it here.')

test.describe('the form under a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('offers the camera, nothing to drop, and does not move once it is hydrated', async ({ page }) => {
    expect(await shiftOfForm(page)).toBeLessThanOrEqual(0.01)
    await expect(camera(page)).toBeVisible()
    await expect(dropping(page)).toBeHidden()
  })
})

test('the form beside a mouse says that a photo can be dropped, offers no camera, and does not move', async ({
  page,
}) => {
  expect(await shiftOfForm(page)).toBeLessThanOrEqual(0.01)
  await expect(dropping(page)).toBeVisible()
  await expect(camera(page)).toBeHidden()
})
