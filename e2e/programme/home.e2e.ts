import type { Page } from '@playwright/test'
import { expect, hydrated, settled, test } from '../support/fixtures'
import { dayIn, publishEvent } from '../support/published-event'
import { SIZES } from '../support/sizes'

// Home (rules 2.3). What stands on it: tests/api/pages/pages.test.ts; how it moves by itself, and how it fails: home-page.test.tsx.

const carousel = (page: Page) => page.getByRole('region', { name: 'Coming up' })
const slide = (page: Page, n: number) => carousel(page).locator(`li[aria-label="${n} of 10"]`)
const reachable = (page: Page) => carousel(page).locator('li[aria-roledescription]:not([inert])')

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('what is on today is above the fold on a phone, a tablet and a small laptop, also without a network', async ({
    page,
    context,
  }) => {
    const title = `Open house ${Date.now()}`
    await publishEvent({
      title,
      timetable: { list: [{ start_time: dayIn(0), end_time: dayIn(0), is_all_day: true }] },
    })
    const first = page.locator('main [data-part=row]').first()
    for (const [width, height] of [
      [390, 844],
      [768, 1024],
      [1280, 650],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto('/')
      await expect(first).toBeInViewport({ ratio: 0.95 })
    }
    const row = page.getByRole('article').filter({ hasText: title })
    await expect(row).toContainText('All day')
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^Now and tonight/)
    await settled(page)
    await context.setOffline(true)
    await page.reload()
    await expect(row).toContainText('All day')
    await context.setOffline(false)
  })
})

async function swipe(page: Page, travel: number): Promise<void> {
  const region = carousel(page)
  // Clear of the header and of the banner at the bottom.
  await region.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await region.boundingBox()
  const devtools = await page.context().newCDPSession(page)
  const start = { x: (box?.x ?? 0) + 180, y: (box?.y ?? 0) + 60 }
  const touch = (type: 'touchStart' | 'touchMove', x: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y: start.y }] })
  await touch('touchStart', start.x)
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', start.x + travel * part)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test.describe('on a phone', () => {
  test.use({ viewport: SIZES.phone, hasTouch: true })

  test('a finger moves the carousel, also around its end, and the browser leaves it to it', async ({
    page,
  }) => {
    await page.goto('/')
    await hydrated(page)
    await page.getByRole('button', { name: 'Pause' }).click()
    for (const [travel, n] of [
      [-45, 1],
      [-70, 2],
      [70, 1],
      [70, 10],
    ] as const) {
      await swipe(page, travel)
      await expect(reachable(page)).toHaveAttribute('aria-label', `${n} of 10`)
    }
    await expect(slide(page, 10)).toBeInViewport({ ratio: 0.9 })
  })
})
