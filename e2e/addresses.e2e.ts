import { SITE } from '../src/site'
import { ORIGIN, expect, test } from './fixtures'
import { SIZES } from './sizes'

// Routes that lead elsewhere, or nowhere (spec 2.1).

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(`on a ${size}`, () => {
    test.use({ viewport })

    test('the address of posters leads to the events after 100 ms, and says so meanwhile', async ({
      page,
    }) => {
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
      const response = await page.goto('/app')
      expect(await response?.text()).toContain('Redirecting...')
      await expect(page.getByText('Redirecting...')).toBeVisible()
      await page.clock.runFor(99)
      await expect(page).toHaveURL(`${ORIGIN}/app`)
      // The page has begun to count at some time before the clock was moved on.
      await page.clock.runFor(100)
      await expect(page).toHaveURL(`${ORIGIN}/events`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Events in Ericeira')
      await page.clock.resume()
      await page.goBack()
      await expect(page, 'not in the history').not.toHaveURL(/\/app$/)
    })

    test('an unknown address is a page of its own, with the way home and nothing for search engines', async ({
      page,
    }) => {
      const response = await page.goto('/no/such/page?x=1')
      expect(response?.status()).toBe(404)
      await expect(page).toHaveTitle(/^Page Not Found/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
      await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
      await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
      await page.getByRole('link', { name: 'Return Home' }).click()
      await page.waitForURL(`${ORIGIN}/`)
      await expect(page.locator('meta[name=robots]')).toHaveCount(0)
    })

    test('a new page is read from its top, and Back returns to where one was', async ({ page }) => {
      await page.goto('/events')
      const card = page.getByRole('article').nth(8)
      await card.scrollIntoViewIfNeeded()
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
      await card.getByRole('link').first().click()
      await page.waitForURL('**/events/*')
      await expect(page.locator('article h1')).toBeVisible()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      await page.goBack()
      await expect(card).toBeInViewport()
    })
  })
}

test.describe('on an iPhone', () => {
  test.use({
    viewport: SIZES.phone,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  })

  test('the address of posters leads to the app store', async ({ page }) => {
    await page.route(SITE.appStoreUrl, (route) =>
      route.fulfill({ contentType: 'text/html', body: 'The store' }),
    )
    await page.goto('/app')
    await page.waitForURL(SITE.appStoreUrl)
  })
})
