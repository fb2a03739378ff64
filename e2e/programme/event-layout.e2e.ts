import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { ORIGIN, expect, hydrated, test } from '../support/fixtures'
import { photoOf, publishEvent } from '../support/published-event'

// An event's page shows this first (rules 2.6): title, date, place and the actions before anything is scrolled.

const WINDOWS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 650 },
] as const

const TITLE = 'Sunset session with guitars, singers and friends at the harbour wall'

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (box === null) throw new Error(`${String(part)} is not rendered`)
  return { ...box, bottom: box.y + box.height }
}

const facts = (page: Page) => page.getByRole('region', { name: 'When and where' })
const bar = (page: Page) => page.locator('[data-part=action-bar]')

for (const picture of ['a photo', 'a drawn poster'] as const)
  test(`title, date, place and actions are above the fold, before ${picture}`, async ({ page }) => {
    const id = await publishEvent({
      title: TITLE,
      ...(picture === 'a photo' && { photo: await photoOf(1600, 1200) }),
    })
    for (const viewport of WINDOWS) {
      await page.setViewportSize(viewport)
      await page.goto(`/events/${id}`)
      await hydrated(page)
      const title = await boxOf(page.getByRole('heading', { level: 1 }))
      const place = await boxOf(facts(page).getByText('Praia do Sul'))
      // Above the picture, or at the thumb.
      const share = await boxOf(page.getByRole('button', { name: 'Share' }))
      const words = await boxOf(page.locator('[data-part=words]'))
      for (const part of [title, place, share])
        expect(part.bottom, `${viewport.width}`).toBeLessThanOrEqual(viewport.height)
      expect(words.y, `${viewport.width}`).toBeLessThanOrEqual(viewport.height)
      const shown = await boxOf(page.locator('[data-part=picture]'))
      const isBeside = shown.x >= place.x + place.width
      expect(isBeside || shown.y >= place.bottom, `picture at ${viewport.width}`).toBe(true)
      if (picture === 'a drawn poster') expect(shown.height).toBeLessThan(viewport.height / 3)
      await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(1)
      await expectAccessible(page)
    }
  })

test('on a phone the bar stays at the thumb, ends with the page, and covers neither focus nor banner', async ({
  page,
  context,
}) => {
  // The banner comes with the second visit.
  await context.addCookies([{ name: 'mobile-banner', value: 'visited', url: ORIGIN }])
  await page.setViewportSize(WINDOWS[0])
  const id = await publishEvent({ title: TITLE, description: 'Guitars until late. '.repeat(40) })
  await page.goto(`/events/${id}`)
  await hydrated(page)
  expect((await boxOf(bar(page))).bottom).toBe(WINDOWS[0].height)

  const banner = page.getByRole('region', { name: 'Mobile app' })
  await expect(banner).toBeVisible()
  expect((await boxOf(banner)).bottom).toBeLessThanOrEqual((await boxOf(bar(page))).y)
  await banner.getByRole('button', { name: 'Dismiss' }).click()
  await expect(banner).toHaveCount(0)

  // The place's links are reached by keyboard, none of them behind the bar.
  await page.getByRole('heading', { level: 1 }).click()
  const link = page.getByRole('link', { name: 'View on Google Maps' })
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    if (await link.evaluate((element) => element === document.activeElement)) break
  }
  await expect(link).toBeFocused()
  expect((await boxOf(link)).bottom).toBeLessThanOrEqual((await boxOf(bar(page))).y)

  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const footer = await boxOf(page.getByRole('contentinfo'))
  expect((await boxOf(bar(page))).bottom).toBeLessThanOrEqual(footer.y + 1)
  await page.emulateMedia({ media: 'print' })
  await expect(bar(page)).toBeHidden()
})

test('nothing moves while the page is hydrated, nor when the tides of the day come', async ({ page }) => {
  const id = await publishEvent({ photo: await photoOf(1600, 1200) })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const viewport of WINDOWS) {
    await page.setViewportSize(viewport)
    await page.goto(`/events/${id}`)
    await expect(page.getByRole('article').getByText('sunset')).toBeVisible()
    await page.waitForLoadState('networkidle')
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect(
      shifts.reduce((sum, one) => sum + one, 0),
      `${viewport.width}`,
    ).toBeLessThanOrEqual(0.01)
  }
})
