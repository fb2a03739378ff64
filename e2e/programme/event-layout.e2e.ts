import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { ORIGIN, expect, hydrated, test } from '../support/fixtures'
import { dayIn, photoOf, publishEvent } from '../support/published-event'

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

test('a photo of 4:3 stands without bars beside it', async ({ page }) => {
  const id = await publishEvent({ photo: await photoOf(1600, 1200) })
  for (const viewport of WINDOWS) {
    await page.setViewportSize(viewport)
    await page.goto(`/events/${id}`)
    const { width, height } = await boxOf(page.getByRole('link', { name: 'View full-size photo' }))
    expect(width / height).toBeCloseTo(4 / 3, 1)
  }
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

test('a place that was only typed has no point on a map: its link searches by name', async ({ page }) => {
  const id = await publishEvent({
    location_name: 'Casa do Xico - Ericeira',
    latitude: 38.9631,
    longitude: -9.417,
  })
  await page.goto(`/events/${id}`)
  await expect(page.getByText('In Ericeira, exact place not given')).toBeVisible()
  const address = await page.getByRole('link', { name: 'Find on map' }).getAttribute('href')
  expect(new URL(address ?? '').searchParams.get('query')).toBe('Casa do Xico, Ericeira')
  await expect(page.getByRole('link', { name: 'Directions' })).toHaveCount(0)
  expect(await page.content()).not.toContain('GeoCoordinates')
  await expectAccessible(page)
})

test('a located place has directions, once, and what is near', async ({ page }) => {
  const id = await publishEvent()
  await page.goto(`/events/${id}`)
  await hydrated(page)
  const location = page.locator('section', { has: page.getByRole('heading', { name: 'Location' }) })
  await expect(location.getByText('Praia do Sul').first()).toBeVisible()
  await expect(location.getByText(/^About \d+ m from /)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Directions' })).toHaveAttribute(
    'href',
    'https://www.google.com/maps/dir/?api=1&destination=38.9583,-9.4166',
  )
})

/** A block of the day so many days from now. */
const block = (days: number, start: string, end: string) => ({
  start_time: `${dayIn(days)} ${start}:00`,
  end_time: `${dayIn(days)} ${end}:00`,
  is_all_day: false,
})

test('a festival reads as one, and says its hours', async ({ page }) => {
  const daily = await publishEvent({
    timetable: { list: [40, 41, 42].map((days) => block(days, '10:00', '18:00')) },
  })
  await page.goto(`/events/${daily}`)
  await expect(facts(page).locator('time')).toHaveText(
    /^\w{3}, \w{3} \d+(?:, \d{4})? – \w{3}, \w{3} \d+(?:, \d{4})? · Daily, 10:00 AM – 6:00 PM/,
  )
  await expect(page.getByRole('heading', { name: 'Other dates' })).toHaveCount(0)

  await test.step('also when each day has hours of its own, which lead to that day', async () => {
    const uneven = await publishEvent({
      timetable: {
        list: [block(40, '17:00', '23:30'), block(41, '12:00', '23:30'), block(42, '12:00', '20:00')],
      },
    })
    await page.goto(`/events/${uneven}`)
    await hydrated(page)
    await expect(facts(page).getByText('12:00 PM – 8:00 PM')).toBeVisible()
    const days = facts(page).locator(`a[href^="/events/${uneven}?date="]`)
    await expect(days).toHaveCount(3)
    await days.last().click()
    await expect(page).toHaveURL(`/events/${uneven}?date=${dayIn(42)}`)
    await expectAccessible(page)
  })
})

test('tags lead to the list of what has them', async ({ page }) => {
  const id = await publishEvent()
  await page.goto(`/events/${id}`)
  await hydrated(page)
  await page.getByRole('list', { name: 'Tags' }).getByRole('link', { name: 'Music' }).click()
  await expect(page).toHaveURL('/events?tags=music')
})
