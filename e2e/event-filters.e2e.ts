import type { Page } from '@playwright/test'
import { ORIGIN, expect, hydrated, test } from './fixtures'
import { PROGRAMME, holdRequests } from './held-requests'
import { dayIn } from './published-event'
import { SIZES } from './sizes'

// The list and its filters (spec 2.5, 4, 5). Without script, by keyboard, and by the edge of the list: parts.e2e.ts and others.

const panel = (page: Page) => page.getByRole('form', { name: 'Filters' })
const cards = (page: Page) => page.getByRole('list').getByRole('article')

/** Opens the list with its filters in view, whatever the screen. */
async function openFilters(page: Page): Promise<void> {
  await page.goto('/events?filters=true')
  await expect(page).toHaveURL(`${ORIGIN}/events`)
  await expect(page.getByLabel('Start Date')).toBeVisible()
}

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(`on a ${size}`, () => {
    test.use({ viewport })

    test('filters are chosen, counted and shown as badges, which remove them one by one or all at once', async ({
      page,
    }) => {
      await openFilters(page)
      const [from, to] = [dayIn(3), dayIn(20)]
      const clear = panel(page).getByRole('button', { name: 'Clear', exact: true })
      await expect(clear).toHaveCount(0)
      await page.getByRole('combobox', { name: 'Tags' }).click()
      await expect(page.getByRole('listbox')).toHaveCSS('height', '200px')
      for (const tag of ['Surf', 'Music']) await page.getByRole('option', { name: tag, exact: true }).click()
      await expect(page.getByText('2 selected')).toBeVisible()
      await page.keyboard.press('Escape')
      await page.getByLabel('Start Date').fill(from)
      await page.getByLabel('End Date').fill(to)
      await expect(page).toHaveURL(new RegExp(`tags=surf(%2C|,)music&from=${from}&to=${to}`))
      await expect(panel(page).getByLabel('Active filters: 4')).toHaveText('4')
      for (const badge of ['Surf', 'Music', /^From: /, /^To: /])
        await expect(panel(page).getByText(badge).last()).toBeVisible()
      await expect(cards(page).first()).toBeVisible()
      // Any of the tags.
      for (const card of await cards(page).all()) await expect(card).toContainText(/Surf|Music/)

      await page.getByRole('button', { name: 'Remove filter Surf' }).click()
      await expect(page).toHaveURL(new RegExp(`tags=music&from=${from}&to=${to}`))
      await expect(panel(page).getByLabel('Active filters: 3')).toBeVisible()
      await clear.click()
      await expect(page).toHaveURL(`${ORIGIN}/events`)
      await expect(panel(page).getByLabel(/^Active filters/)).toHaveCount(0)
      await expect(page.getByLabel('Start Date')).toHaveValue('')
    })

    test('an end needs a start, is never before it, and falls away when the start moves past it', async ({
      page,
    }) => {
      await openFilters(page)
      const [start, end] = [page.getByLabel('Start Date'), page.getByLabel('End Date')]
      await expect(end).toBeDisabled()
      await expect(start).toHaveAttribute('min', /^\d{4}-\d\d-\d\d$/)
      await start.fill(dayIn(-3))
      await start.blur()
      await expect(page, 'before today').toHaveURL(`${ORIGIN}/events`)
      await start.fill(dayIn(5))
      await expect(end).toBeEnabled()
      await expect(end).toHaveAttribute('min', dayIn(5))
      await end.fill(dayIn(2))
      await end.blur()
      await expect(page, 'before the start').not.toHaveURL(/to=/)
      await end.fill(dayIn(9))
      await expect(page).toHaveURL(new RegExp(`to=${dayIn(9)}`))
      await start.fill(dayIn(12))
      await expect(page).toHaveURL(`${ORIGIN}/events?from=${dayIn(12)}`)
      await expect(end).toHaveValue('')
      await page.getByRole('button', { name: /^Remove filter From:/ }).click()
      await expect(end).toBeDisabled()
    })

    test('where nothing matches it says so, and one button clears the filters', async ({ page }) => {
      await page.goto('/events?tags=no-such-tag')
      const main = page.getByRole('main')
      await expect(main.getByRole('heading', { name: 'No events found' })).toBeVisible()
      await expect(cards(page)).toHaveCount(0)
      await main.getByRole('button', { name: 'Clear Filters' }).click()
      await expect(page).toHaveURL(`${ORIGIN}/events`)
      await expect(cards(page)).toHaveCount(12)
    })
  })
}

test('a phone opens its filters by the button, and by an address', async ({ page }) => {
  await page.setViewportSize(SIZES.phone)
  await page.goto('/events')
  await hydrated(page)
  const start = page.getByLabel('Start Date')
  await expect(start).toBeHidden()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(start).toBeVisible()
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(start).toBeHidden()
  await page.setViewportSize(SIZES.desktop)
  await expect(start).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Show|Hide)$/ })).toBeHidden()

  await page.setViewportSize(SIZES.phone)
  await openFilters(page)
  await expect(panel(page)).toBeInViewport({ ratio: 1 })
})

test('from far down the list the header’s link brings the filters into view', async ({ page }) => {
  await page.setViewportSize(SIZES.desktop)
  await page.goto('/events')
  await hydrated(page)
  await cards(page).nth(11).scrollIntoViewIfNeeded()
  await expect(panel(page)).not.toBeInViewport()
  await page.getByRole('banner').getByRole('link', { name: 'Upcoming' }).click()
  await expect(panel(page)).toBeInViewport({ ratio: 1 })
  await expect(page).toHaveURL(`${ORIGIN}/events`)
})

test('no tag has the name that was searched for: the picker says so', async ({ page }) => {
  await page.goto('/events')
  await page.getByRole('combobox', { name: 'Tags' }).fill('zzz')
  await expect(page.getByRole('option')).toHaveText(['No options found'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${ORIGIN}/events`)
})

test('the grid has one to four columns, as there is room', async ({ page }) => {
  await page.goto('/events')
  const columns = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    const boxes = await Promise.all((await cards(page).all()).slice(0, 5).map((card) => card.boundingBox()))
    return boxes.filter((box) => box?.y === boxes[0]?.y).length
  }
  expect([await columns(390), await columns(700), await columns(1000), await columns(1440)]).toEqual([
    1, 2, 3, 4,
  ])
})

test('a card has at most three tags, and no more than two lines of its description', async ({ page }) => {
  await page.goto('/events')
  for (const card of await cards(page).all()) {
    expect(await card.getByRole('list', { name: 'Tags' }).getByRole('listitem').count()).toBeLessThanOrEqual(
      3,
    )
    const lines = await card
      .locator('p')
      .last()
      .evaluate((text) => {
        const { lineHeight } = getComputedStyle(text)
        return (text as HTMLElement).clientHeight / Number.parseFloat(lineHeight)
      })
    expect(lines).toBeLessThan(2.5)
  }
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('four placeholders stand in for a page on its way; one that does not come can be fetched again', async ({
    page,
  }) => {
    const requests = await holdRequests(page, PROGRAMME)
    await page.goto('/events')
    await cards(page).last().scrollIntoViewIfNeeded()
    await expect(page.locator('main li[aria-hidden=true]')).toHaveCount(4)
    await expect(page.getByText('Loading events')).toBeAttached()
    await requests.drop()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('More events could not be loaded.')
    await requests.letThrough()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => cards(page).count()).toBeGreaterThanOrEqual(24)
  })

  test('without the server and without anything saved the list says so, and tries again', async ({
    page,
  }) => {
    const requests = await holdRequests(page, PROGRAMME)
    await requests.drop()
    await page.goto('/privacy')
    await page.getByRole('contentinfo').locator('a[href="/events"]').click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('The events could not be loaded')
    await requests.letThrough()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(cards(page).first()).toBeVisible()
  })
})
