import type { APIRequestContext, Page } from '@playwright/test'
import { expect, hydrated, test } from '../support/fixtures'

interface Schedule {
  start_time: number
}

interface ListedEvent {
  id: string
  title: string
  tags: { key: string }[]
  schedules: Schedule[]
  rule?: { days: number[] }
  /** The rule of occurrences that are not stored yet. */
  recurrence?: object
}

/** The village's day of an instant in epoch seconds. */
function dayOf({ start_time }: Schedule): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Lisbon' }).format(start_time * 1000)
}

/** A weekly class of the demo programme that is yet to begin, all of whose dates are stored, and one of its later dates. */
async function weeklyClass(request: APIRequestContext) {
  const response = await request.get('/api/v1/events/list')
  const { data } = (await response.json()) as { data: { items: ListedEvent[] } }
  const event = data.items.find(
    ({ rule, recurrence, schedules }) =>
      rule?.days.length === 1 &&
      recurrence === undefined &&
      schedules.length > 6 &&
      schedules.every(({ start_time }) => start_time > Date.now() / 1000),
  )
  const later = event?.schedules[2]
  if (event === undefined || later === undefined) throw new Error('The demo programme has no weekly class.')
  const day = dayOf(later)
  const list = `/events?tags=${event.tags[0]?.key}&from=${day}&to=${day}`
  return { event, later, day, list }
}

/** Expects what the page shows first, and below it. */
async function expectShownFirst(page: Page, { event, later, day }: Awaited<ReturnType<typeof weeklyClass>>) {
  await expect(page).toHaveURL(`/events/${event.id}?date=${day}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(event.title)
  const facts = page.getByRole('region', { name: 'When and where' })
  await expect(facts.locator('time')).toHaveAttribute(
    'datetime',
    new Date(later.start_time * 1000).toISOString(),
  )
  await expect(facts.getByText(/^Every \w+day/)).toBeVisible()
  const others = page.locator('section', { has: page.getByRole('heading', { name: 'Other dates' }) })
  await others.getByText('More dates').click()
  const rows = others.getByRole('listitem')
  await expect(rows).toHaveCount(event.schedules.length - 1)
  const texts = await rows.allTextContents()
  expect(new Set(texts).size, 'each once').toBe(texts.length)
}

test('what a list of a day shows is what its page shows first, and the way back leads to that list', async ({
  page,
  request,
}) => {
  const weekly = await weeklyClass(request)
  await page.goto(weekly.list)
  await hydrated(page)
  await page.getByRole('link', { name: weekly.event.title }).click()
  await expectShownFirst(page, weekly)

  await page.getByRole('link', { name: 'See all events' }).click()
  await expect(page).toHaveURL(weekly.list)
  const link = page.getByRole('link', { name: weekly.event.title })
  await expect(link).toBeFocused()

  // The keyboard does it, too, also after the page of the event was loaded again.
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(weekly.event.title)
  await page.reload()
  await hydrated(page)
  await expectShownFirst(page, weekly)
  await page.getByRole('link', { name: 'See all events' }).press('Enter')
  await expect(page).toHaveURL(weekly.list)

  await test.step('another date leads to that date, and the way back to the list still', async () => {
    await page.goto(weekly.list)
    await hydrated(page)
    await page.getByRole('link', { name: weekly.event.title }).click()
    const others = page.locator('section', { has: page.getByRole('heading', { name: 'Other dates' }) })
    const [first] = weekly.event.schedules
    await others.getByText('More dates').click()
    await others.getByRole('link').first().click()
    await expect(page).toHaveURL(`/events/${weekly.event.id}?date=${first && dayOf(first)}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.getByRole('link', { name: 'See all events' }).click()
    await expect(page).toHaveURL(weekly.list)
  })

  await test.step('a day without an occurrence leaves the address, and a page opened by itself leads to all', async () => {
    await page.goto(`/events/${weekly.event.id}?date=1999-01-01`)
    await expect(page).toHaveURL(`/events/${weekly.event.id}`)
    await hydrated(page)
    await page.getByRole('link', { name: 'See all events' }).click()
    await expect(page).toHaveURL('/events')
  })
})
