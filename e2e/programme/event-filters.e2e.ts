import type { Page } from '@playwright/test'
import { ORIGIN, expect, hydrated, test } from '../support/fixtures'
import { PROGRAMME, holdRequests } from '../support/held-requests'
import { dayIn } from '../support/published-event'
import { SIZES } from '../support/sizes'

// The list and its filters (rules 2.5, 4, 5). Their rules: event-filters.test.ts and events-page.test.tsx; without script: without-script.e2e.ts.

const panel = (page: Page) => page.getByRole('form', { name: 'Filters' })
const cards = (page: Page) => page.getByRole('list').getByRole('article')

test(
  'on a phone the filters are opened, chosen by finger and by keyboard, counted, and removed by their chips',
  { tag: '@gate' },
  async ({ page }) => {
    await page.setViewportSize(SIZES.phone)
    await page.goto('/events')
    await hydrated(page)
    const [start, end] = [page.getByLabel('Start Date'), page.getByLabel('End Date')]
    await expect(start).toBeHidden()
    await page.getByRole('button', { name: 'Filters' }).click()
    await expect(start).toBeVisible()
    await expect(end).toBeDisabled()

    const tags = page.getByRole('combobox', { name: 'Tags' })
    await tags.click()
    await expect(page.getByRole('listbox')).toHaveCSS('height', '200px')
    await page.getByRole('option', { name: 'Surf', exact: true }).click()
    await page.keyboard.type('mus')
    await expect(page.getByRole('option')).toHaveText(['Music'])
    await page.keyboard.press('Enter')
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tags).toBeFocused()
    await expect(page.getByRole('listbox')).toBeHidden()
    const [from, to] = [dayIn(3), dayIn(20)]
    await start.fill(from)
    await end.fill(to)
    await expect(page).toHaveURL(new RegExp(`tags=surf(%2C|,)music&from=${from}&to=${to}`))
    await expect(page.getByRole('button', { name: 'Filters Active filters: 4' })).toBeVisible()
    await expect(cards(page).first()).toBeVisible()
    // Each card has any of the tags.
    for (const card of await page.locator('[data-part=card]').all())
      await expect(card).toContainText(/Surf|Music/)

    await page.getByRole('button', { name: /^Show (more than )?\d+ event/ }).click()
    await expect(panel(page)).toBeHidden()
    const chip = (name: string | RegExp) => page.getByRole('link', { name, exact: true })
    const topOfList = () =>
      page
        .getByRole('region', { name: 'Events' })
        .evaluate((list) => list.getBoundingClientRect().top + scrollY)
    const top = await topOfList()
    await chip('Surf').press('Enter')
    await expect(chip('Surf')).not.toHaveAttribute('aria-current')
    await expect(chip('Surf')).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`tags=music&from=${from}&to=${to}`))
    await expect(chip('Music')).toHaveAttribute('aria-current', 'true')
    expect(await topOfList(), 'nothing moves').toBe(top)
    // The end goes with the start, and the focus to the button of the filters.
    await chip(/^From:/).press('Enter')
    await expect(page.getByRole('button', { name: 'Filters' })).toBeFocused()
    await page.getByRole('button', { name: 'Clear' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Filters' })).toBeFocused()
    await expect(page).toHaveURL(`${ORIGIN}/events`)
  },
)

test('what an address asks for is in view: the filters, and the day that is chosen', async ({ page }) => {
  await page.setViewportSize(SIZES.phone)
  await page.goto('/events?filters=true')
  await expect(page).toHaveURL(`${ORIGIN}/events`)
  await expect(page.getByLabel('Start Date')).toBeVisible()
  await expect(panel(page)).toBeInViewport({ ratio: 0.6 })
  await page.goto(`/events?from=${dayIn(12)}&to=${dayIn(12)}`)
  await expect(page.getByRole('link', { name: /^From:/ })).toBeInViewport({ ratio: 1 })
})

test('the grid has up to four columns, and the header leads back to the filters', async ({ page }) => {
  await page.goto('/events')
  await hydrated(page)
  const columns = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    const list = page.getByRole('region', { name: 'Events' }).locator('> ul')
    return list.evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
  }
  expect([await columns(390), await columns(700), await columns(1000), await columns(1440)]).toEqual([
    1, 2, 3, 4,
  ])
  for (const card of await cards(page).all()) {
    const lines = await card
      .locator('p[dir=auto]')
      .evaluate((text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight))
    expect(lines, 'lines of its description').toBeLessThan(2.5)
  }

  await cards(page).nth(8).scrollIntoViewIfNeeded()
  await expect(panel(page)).not.toBeInViewport()
  await page.getByRole('banner').getByRole('link', { name: 'Upcoming' }).click()
  await expect(panel(page)).toBeInViewport({ ratio: 1 })
  await expect(page).toHaveURL(`${ORIGIN}/events`)
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('without the server and without anything saved the list says so, and fetches what is missing again', async ({
    page,
  }) => {
    const requests = await holdRequests(page, PROGRAMME)
    await requests.drop()
    await page.goto('/privacy')
    await page.getByRole('contentinfo').locator('a[href="/events"]').click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('We couldn’t load the events')
    await requests.letThrough()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page).first()).toBeVisible()

    const others = await holdRequests(page, PROGRAMME)
    await page.goto('/events')
    const before = await cards(page).count()
    await cards(page).last().scrollIntoViewIfNeeded()
    await expect(page.locator('main li[aria-hidden=true]')).toHaveCount(4)
    await others.drop()
    await expect(alert).toContainText('We couldn’t load more events.')
    await others.letThrough()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => cards(page).count()).toBeGreaterThan(before)
  })
})
