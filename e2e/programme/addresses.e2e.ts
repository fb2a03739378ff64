import { ORIGIN, expect, hydrated, test } from '../support/fixtures'

// Routes that lead elsewhere, or nowhere (rules 2.1). What they say: tests/api/pages/pages.test.ts; when they lead on: app-redirect-page.test.tsx.

test('the address of posters leads to the events, an unknown one home, and neither leaves anything behind', async ({
  page,
}) => {
  await page.goto('/privacy')
  await page.goto('/app')
  await page.waitForURL(`${ORIGIN}/events`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Events in Ericeira')
  await page.goBack()
  await expect(page, 'not in the history').toHaveURL(`${ORIGIN}/privacy`)

  const robots = page.locator('meta[name=robots]')
  await page.goto('/no/such/page?x=1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await expect(page.locator('head title'), 'of the page that the browser rendered anew').toHaveCount(1)
  await expect(robots).toHaveAttribute('content', /noindex/)
  await page.getByRole('link', { name: 'Return Home' }).click()
  await page.waitForURL(`${ORIGIN}/`)
  await expect(robots).toHaveCount(0)
})

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  // A page that is rendered anew says so on the console, which fails every journey (support/fixtures).
  test('what somebody else has added to an address leaves the page as the server rendered it', async ({
    page,
  }) => {
    for (const path of [
      '/events?utm_source=letter&view=foo',
      '/week?fbclid=a&lang=zz',
      '/events?from=tomorrow',
      '/week-mail?tags=[1]',
      '/add-event?like=[1]&sent=a&sent=b',
      '/contacts?edit=true',
    ]) {
      await page.goto(path)
      await hydrated(page)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })
})
