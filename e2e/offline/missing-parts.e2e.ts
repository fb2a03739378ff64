import { expect, test } from '../support/fixtures'

// A first visit whose worker is not installed yet: every part of the app comes from the network.
test.use({ serviceWorkers: 'block' })

// React writes down what a page's error is shown for.
test.afterEach(({ consoleErrors }) => {
  expect(consoleErrors.splice(0).filter((error) => !error.startsWith('TypeError'))).toEqual([])
})

test(
  'a page that cannot be fetched says so in the guide, and opens once there is a network',
  { tag: '@gate' },
  async ({ page, context }) => {
    await page.goto('/events')
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'You’re offline' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
  },
)
