import type { Page } from '@playwright/test'
import { ORIGIN, expect, settled, test } from '../support/fixtures'
import { dayIn, publishEvent } from '../support/published-event'
import { SIZES } from '../support/sizes'

// Home (rules 2.3). What stands on it: tests/api/pages/pages.test.ts; how it fails: home-page.test.tsx.

const carousel = (page: Page) => page.getByRole('region', { name: 'Coming up' })
const slides = (page: Page) => carousel(page).locator('> ul > li')

test('home leads to events, app and form, and its carousel to the next event and the one before', async ({
  page,
}) => {
  await page.setViewportSize(SIZES.desktop)
  await page.goto('/')
  await expect(slides(page)).toHaveCount(10)
  const current = carousel(page).locator('button[aria-current=true]')
  await carousel(page).getByRole('button', { name: 'Previous event' }).click()
  await expect(current).toHaveAccessibleName('Show event 10')
  await expect(slides(page).nth(9)).toBeInViewport({ ratio: 0.9 })
  const next = carousel(page).getByRole('button', { name: 'Next event' })
  await next.click()
  await expect(current).toHaveAccessibleName('Show event 1')
  await next.click()
  await expect(current).toHaveAccessibleName('Show event 2')
  await expect(slides(page).nth(1)).toBeInViewport({ ratio: 0.9 })
  await expect(slides(page).nth(0)).not.toBeInViewport()

  const main = page.getByRole('main')
  const ways = main.getByRole('region', { name: 'What you can do here' }).getByRole('link')
  await expect(ways).toHaveCount(3)
  for (const [index, path] of ['/events', '/download', '/add-event'].entries()) {
    await ways.nth(index).click()
    await page.waitForURL(ORIGIN + path)
    await page.goBack()
    await page.waitForURL(`${ORIGIN}/`)
  }
  await main.getByRole('link', { name: 'See Local Events' }).click()
  await page.waitForURL(`${ORIGIN}/events`)
})

/** Measures where the first of it ends, from the top of the page. */
const bottomOf = async (page: Page) => {
  const box = await page.locator('main [data-part=row]').first().boundingBox()
  return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)
}

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
    for (const [width, height] of [
      [390, 844],
      [768, 1024],
      [1280, 650],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto('/')
      expect(await bottomOf(page), `${width} px`).toBeLessThan(height - 130)
    }
    const row = page.getByRole('article').filter({ hasText: title })
    await expect(row).toContainText('All day')
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Now and tonight')
    await settled(page)
    await context.setOffline(true)
    await page.reload()
    await expect(row).toContainText('All day')
    await context.setOffline(false)
  })
})

const dot = (page: Page, n: number) => page.getByRole('button', { name: `Show event ${n}`, exact: true })
const expectShown = (page: Page, n: number) => expect(dot(page, n)).toHaveAttribute('aria-current', 'true')

declare global {
  interface Window {
    /** Every shift that the page made by itself: how far, and which elements from where to where. */
    shifts: unknown[]
  }
}

/** Runs in the page, before anything else. */
function recordShifts(): void {
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as PerformanceEntry & {
        value: number
        sources: { node: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
      }
      const moved = sources.map(
        ({ node, previousRect, currentRect }) =>
          `${node?.nodeName} ${node?.textContent?.slice(0, 40)}: ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`,
      )
      window.shifts.push({ value, atMs: entry.startTime, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

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

test.describe('the carousel on a phone', () => {
  // The clock that the first test moves on is not the worker's.
  test.use({ viewport: SIZES.phone, hasTouch: true, serviceWorkers: 'block' })

  test('goes on by itself after 10 s until it is paused, and nothing shifts', async ({ page }) => {
    await page.addInitScript(recordShifts)
    await page.clock.install()
    let isSynced = false
    page.on('requestfinished', (request) => {
      isSynced ||= request.url().includes('/api/v1/events/list')
    })
    await page.goto('/')
    await expectShown(page, 1)
    await expect(carousel(page).getByRole('button', { name: /^(Previous|Next) event$/ })).toHaveCount(2)
    // No request may be in flight: the clock that is moved on below would look like a dead network to it. The page loads its parts in
    // tasks of their own, for which the clock has to go on.
    await expect(async () => {
      await page.clock.runFor(500)
      expect(isSynced).toBe(true)
    }).toPass()
    await page.waitForLoadState('networkidle')
    // Its behaviour comes with the first move.
    await expect(async () => {
      await page.clock.runFor(1000)
      await expect(slides(page).first()).toHaveJSProperty('inert', true, { timeout: 100 })
    }).toPass()
    await expectShown(page, 2)
    await page.clock.runFor(10_000)
    await expectShown(page, 3)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.clock.runFor(20_000)
    await expectShown(page, 3)
    expect(await page.evaluate(() => window.shifts)).toEqual([])
  })

  test('a swipe over 50 px moves it and wraps around, a shorter one does not; who wants less motion finds it paused', async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(carousel(page).locator('> ul')).toHaveCSS('touch-action', 'pan-y')
    await swipe(page, -45)
    await expectShown(page, 1)
    await swipe(page, -70)
    await expectShown(page, 2)
    await swipe(page, 70)
    await expectShown(page, 1)
    await swipe(page, 70)
    await expectShown(page, 10)
    await swipe(page, -70)
    await expectShown(page, 1)

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.reload()
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
    await dot(page, 3).click()
    await expectShown(page, 3)
    const reachable = carousel(page).locator('> ul > li:not([inert])')
    await expect(reachable, 'what is out of sight is out of reach').toHaveCount(1)
    await expect(reachable).toHaveAttribute('aria-label', '3 of 10')
  })
})
