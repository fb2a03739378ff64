import type { Page } from '@playwright/test'
import { SITE } from '../src/site'
import { ORIGIN, expect, test } from './fixtures'
import { PROGRAMME, holdRequests } from './held-requests'
import { SIZES } from './sizes'

// Home (spec 2.3). How the carousel moves by itself and by a finger: parts.e2e.ts.

const carousel = (page: Page) => page.getByRole('region', { name: 'Coming up' })
const slides = (page: Page) => carousel(page).locator('> ul > li')

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(`on a ${size}`, () => {
    test.use({ viewport })

    test('the hero says what this is, and its ways lead to events, app and form', async ({
      page,
      request,
    }) => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const main = page.getByRole('main')
      await expect(main.getByRole('link', { name: /App Store/ })).toHaveAttribute('href', SITE.appStoreUrl)

      const { data } = (await (await request.get('/api/v1/events?per_page=10')).json()) as {
        data: { items: { id: string }[] }
      }
      await expect(slides(page)).toHaveCount(10)
      const shown = slides(page).locator('article')
      expect(
        await shown.evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset['event'])),
      ).toEqual(data.items.map(({ id }) => id))

      const about = main.getByRole('heading', { level: 2, name: 'About Ericeira' })
      await about.scrollIntoViewIfNeeded()
      await expect(about).toBeVisible()
      await expect(main.getByText('the first World Surfing Reserve in Europe').last()).toBeVisible()
      for (const topic of ['Surf competitions', 'Music festivals', 'Artisan markets'])
        await expect(main.getByRole('heading', { level: 3, name: topic })).toBeVisible()

      const cards = main.getByRole('region', { name: 'What you can do here' }).getByRole('link')
      await expect(cards).toHaveCount(3)
      for (const [index, path] of ['/events', '/download', '/add-event'].entries()) {
        await cards.nth(index).click()
        await page.waitForURL(ORIGIN + path)
        await page.goBack()
        await page.waitForURL(`${ORIGIN}/`)
      }
      await main.getByRole('link', { name: 'See Local Events' }).click()
      await page.waitForURL(`${ORIGIN}/events`)
    })

    test('the carousel has buttons for previous and next where there is room for them, and wraps around', async ({
      page,
    }) => {
      await page.goto('/')
      const [previous, next] = ['Previous event', 'Next event'].map((name) =>
        carousel(page).getByRole('button', { name }),
      ) as [ReturnType<Page['getByRole']>, ReturnType<Page['getByRole']>]
      if (size === 'phone') {
        await expect(previous).toBeHidden()
        await expect(next).toBeHidden()
        return
      }
      const current = carousel(page).locator('button[aria-current=true]')
      await previous.click()
      await expect(current).toHaveAccessibleName('Show event 10')
      await expect(slides(page).nth(9)).toBeInViewport({ ratio: 0.9 })
      await next.click()
      await expect(current).toHaveAccessibleName('Show event 1')
      await next.click()
      await expect(current).toHaveAccessibleName('Show event 2')
      await expect(slides(page).nth(1)).toBeInViewport({ ratio: 0.9 })
      await expect(slides(page).nth(0)).not.toBeInViewport()
    })
  })
}

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a placeholder stands where the events will be, and then they are there', async ({ page }) => {
    const requests = await holdRequests(page, PROGRAMME)
    await page.goto('/privacy')
    await page.getByRole('link', { name: /home page/ }).click()
    await expect(page.getByText('Loading events')).toBeAttached()
    await expect(page.locator('.skeleton').first()).toBeVisible()
    await expect(slides(page)).toHaveCount(0)
    await requests.letThrough()
    await expect(slides(page)).toHaveCount(10)
    await expect(page.locator('.skeleton')).toHaveCount(0)
  })

  test('without the server and without anything saved it says so, and tries again', async ({ page }) => {
    const requests = await holdRequests(page, PROGRAMME)
    await requests.drop()
    await page.goto('/privacy')
    await page.getByRole('link', { name: /home page/ }).click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('The guide did not answer')
    await requests.letThrough()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(slides(page)).toHaveCount(10)
  })
})
