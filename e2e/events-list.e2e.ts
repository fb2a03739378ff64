import type { Page } from '@playwright/test'
import { ORIGIN, expect, settled, test } from './fixtures'
import { dayIn, publishEvent } from './published-event'
import { SIZES } from './sizes'

// The days of the list: their headings, the row to jump to them, and where the focus goes. The filters: event-filters.e2e.ts.

const days = (page: Page) => page.getByRole('navigation', { name: 'Days' })
const list = (page: Page) => page.getByRole('region', { name: 'Events' })
const cards = (page: Page) => list(page).getByRole('article')
const headings = (page: Page) => list(page).getByRole('heading', { level: 2 })
const filters = (page: Page) => page.getByRole('heading', { name: 'Filters' })

/** A class of an hour on the weekday of a day from now, for four months. */
function publishClass(title: string, inDays: number): Promise<string> {
  return publishEvent({
    title,
    timetable: {
      repeated: {
        days: [new Date(Date.now() + inDays * 86_400_000).getUTCDay()],
        start_hour: 18,
        start_minute: 0,
        end_hour: 19,
        end_minute: 0,
        period_start_date: dayIn(1),
        period_end_date: dayIn(130),
        is_all_day: false,
      },
    },
  })
}

/** As cards say it: 'Nov 24, 2026'. */
function dateIn(inDays: number): string {
  const options = { timeZone: 'UTC', dateStyle: 'medium' } as const
  return new Date(`${dayIn(inDays)}T12:00:00Z`).toLocaleDateString('en-US', options)
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(`on a ${size}`, () => {
    test.use({ viewport })

    test('a day of the row shows that day alone, can be shared, and a second tap shows all days again', async ({
      page,
    }) => {
      await publishEvent({
        timetable: {
          list: [{ start_time: `${dayIn(1)} 19:00:00`, end_time: `${dayIn(1)} 21:00:00`, is_all_day: false }],
        },
      })
      await page.goto('/events')
      const tomorrow = days(page).getByRole('link', { name: /^Tomorrow/ })
      await tomorrow.click()
      await expect(page).toHaveURL(`${ORIGIN}/events?from=${dayIn(1)}&to=${dayIn(1)}`)
      await expect(headings(page)).toHaveText([/^Tomorrow, \w+day, \w+ \d+$/])
      await expect(tomorrow).toHaveAttribute('aria-current', 'true')
      await expect(page.getByRole('button', { name: /^Remove filter (From|To):/ })).toHaveCount(2)
      await page.reload()
      await expect(headings(page)).toHaveText([/^Tomorrow/])
      await tomorrow.click()
      await expect(page).toHaveURL(`${ORIGIN}/events`)
      await expect(tomorrow).not.toHaveAttribute('aria-current')
      await expect(headings(page).nth(1)).toBeVisible()
    })

    test('as the list grows each day has one heading, and Back returns to the card', async ({ page }) => {
      await page.goto('/events')
      for (const count of [24, 36]) {
        await cards(page).last().scrollIntoViewIfNeeded()
        await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(count)
      }
      const names = await headings(page).allTextContents()
      expect(names.length).toBeGreaterThan(3)
      expect(new Set(names).size).toBe(names.length)
      const levels = await list(page)
        .locator('li:has(article)')
        .evaluateAll((items) => items.map((item) => item.querySelectorAll('h3').length))
      expect(new Set(levels)).toEqual(new Set([1]))

      const link = cards(page).nth(20).getByRole('link')
      await link.click()
      await expect(page).toHaveURL(/\/events\/[\w-]+$/)
      await page.goBack()
      await expect(link).toBeFocused()
      await expect(link).toBeInViewport()
      expect(await headings(page).allTextContents()).toEqual(names)
    })

    test('the focus moves on when its badge is removed, and to the heading when all are cleared', async ({
      page,
    }) => {
      const badge = (name: string | RegExp) => page.getByRole('button', { name })
      await page.goto(`/events?tags=surf,music&from=${dayIn(2)}&to=${dayIn(20)}`)
      await badge('Remove filter Surf').press('Enter')
      await expect(badge('Remove filter Music')).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(badge(/^Remove filter From:/)).toBeFocused()
      // The end goes with the start.
      await page.keyboard.press('Enter')
      await expect(filters(page)).toBeFocused()

      await page.goto('/events?tags=surf,music')
      await badge('Remove filter Music').press('Enter')
      await expect(badge('Remove filter Surf')).toBeFocused()
      await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
      await expect(filters(page)).toBeFocused()
    })

    test('how many events there are is said when a filter has settled', async ({ page }) => {
      const announced = list(page).getByRole('status').first()
      await page.goto('/events?tags=no-such-tag')
      await expect(announced).toHaveText('No events found')
      await list(page).getByRole('button', { name: 'Clear Filters' }).click()
      await expect(filters(page)).toBeFocused()
      await expect(announced).toHaveText('More than 12 events')
      await days(page)
        .getByRole('link', { name: /^Tomorrow/ })
        .click()
      await expect(announced).toHaveText(/^(\d+ events?|No events found)$/)
    })
  })
}

test('in the view of a day a weekly class stands on that day, with and without a network', async ({
  phone,
}) => {
  const title = `Class ${Date.now()}`
  const id = await publishClass(title, 2)
  const page = await phone.page()
  const link = () => cards(page).getByRole('link', { name: title })
  const expectOn = async (inDays: number) => {
    await page.goto(`/events?from=${dayIn(inDays)}&to=${dayIn(inDays)}`)
    await expect(cards(page).filter({ hasText: title })).toContainText(`${dateIn(inDays)} 6:00 PM`)
    await expect(link()).toHaveAttribute('href', `/events/${id}?date=${dayIn(inDays)}`)
  }
  // The last one is beyond what the server has stored.
  for (const inDays of [9, 16, 121]) await expectOn(inDays)
  await page.goto('/events')
  await settled(page)
  await phone.setOffline(true)
  for (const inDays of [9, 121]) await expectOn(inDays)
  await link().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('the days are links without script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: ORIGIN })
  const page = await context.newPage()
  await page.goto('/events?tags=music')
  await days(page)
    .getByRole('link', { name: /^Next 7 days/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`tags=music&from=${dayIn(0)}&to=${dayIn(6)}$`))
  await expect(days(page).locator('[aria-current]')).toHaveText([/^Next 7 days/])
  await days(page).locator('[aria-current]').click()
  await expect(page).toHaveURL(`${ORIGIN}/events?tags=music`)
  await context.close()
})

test('on a phone the day that an address asks for is in sight', async ({ page }) => {
  await page.setViewportSize(SIZES.phone)
  await page.goto(`/events?from=${dayIn(12)}&to=${dayIn(12)}`)
  await expect(days(page).locator('[aria-current]')).toBeInViewport({ ratio: 1 })
})
