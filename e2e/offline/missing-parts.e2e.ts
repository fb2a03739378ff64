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

test('a form without the part that keeps and sends it is not opened, and is on the next try', async ({
  page,
}) => {
  await page.route('**/assets/offline-client-*.js', (route) => route.abort())
  await page.goto('/add-event')
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible()
  await page.unroute('**/assets/offline-client-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('main form:not([inert] *)').getByLabel('Contact email').waitFor()
  await expect(page.getByText('doesn’t save anything on this device')).toBeHidden()
})

test('a part of a page that could not be fetched is there on the next try', async ({ page }) => {
  await page.route('**/assets/use-again-*.js', (route) => route.abort())
  await page.goto('/add-event?like=00000000-0000-4000-8000-000000000001')
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible()
  await page.unroute('**/assets/use-again-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'We couldn’t find that event.' })).toBeVisible()
})
