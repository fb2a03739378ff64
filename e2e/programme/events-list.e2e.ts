import type { Page } from '@playwright/test'
import { ORIGIN, expect, test } from '../support/fixtures'
import { dayIn, publishEvent } from '../support/published-event'
import { SIZES } from '../support/sizes'

// The days of the list: their headings, one day alone, and the way back to a card. The filters: event-filters.e2e.ts.

const list = (page: Page) => page.getByRole('region', { name: 'Events' })
const cards = (page: Page) => list(page).getByRole('article')
const headings = (page: Page) => list(page).getByRole('heading', { level: 2 })

/** Formats a date as cards do: 'Nov 24, 2026'. */
function dateIn(inDays: number): string {
  const options = { timeZone: 'UTC', dateStyle: 'medium' } as const
  return new Date(`${dayIn(inDays)}T12:00:00Z`).toLocaleDateString('en-US', options)
}

test('one day is shown alone, and shared; as the list of all grows each day has one heading, and Back returns to the card', async ({
  page,
}) => {
  // It stays in the row, and keeps its name, at midnight.
  const day = dayIn(4)
  await publishEvent({
    timetable: {
      list: [{ start_time: `${day} 19:00:00`, end_time: `${day} 21:00:00`, is_all_day: false }],
    },
  })
  await page.setViewportSize(SIZES.phone)
  await page.goto('/events')
  await page.getByRole('button', { name: 'Pick dates' }).click()
  await page.getByLabel('Start Date').fill(day)
  await page.getByLabel('End Date').fill(day)
  await page.getByRole('button', { name: /^Show \d+ event/ }).click()
  await expect(page).toHaveURL(`${ORIGIN}/events?from=${day}&to=${day}`)
  await expect(headings(page)).toHaveText([/^\w+day, \w+ \d+(, \d{4})?$/])
  await page.reload()
  await expect(headings(page)).toHaveText([/^\w+day, /])
  const from = page.getByRole('link', { name: `From: ${dateIn(4)}` })
  await expect(from).toBeInViewport()
  await from.click()
  await expect(page).toHaveURL(`${ORIGIN}/events`)
  await expect(headings(page).nth(1)).toBeVisible()

  for (const count of [20, 30]) {
    await cards(page).last().scrollIntoViewIfNeeded()
    await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(count)
  }
  const names = await headings(page).allTextContents()
  expect(names.length).toBeGreaterThan(3)
  expect(new Set(names).size).toBe(names.length)
  const levels = await list(page)
    .locator('li:not(:has(li)):has(article)')
    .evaluateAll((items) => items.map((item) => item.querySelectorAll('h3').length))
  expect(new Set(levels)).toEqual(new Set([1]))

  const link = cards(page).nth(20).getByRole('link')
  await link.click()
  await expect(page).toHaveURL(/\/events\/[\w-]+(\?date=[\d-]+)?$/)
  await expect(page.locator('article h1')).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY), { message: 'read from its top' }).toBe(0)
  await page.goBack()
  await expect(link).toBeFocused()
  await expect(link).toBeInViewport()
  expect(await headings(page).allTextContents()).toEqual(names)
})
