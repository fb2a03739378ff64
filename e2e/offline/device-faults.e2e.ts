import { ORIGIN, countStoredEvents, expect, settled, test } from '../support/fixtures'
import { dayIn, publishEvent } from '../support/published-event'

// Faults of the device itself, whatever a person does on it.

const DAY_MS = 86_400_000

test.describe('a clock that is more than a year behind', () => {
  test.use({ serviceWorkers: 'allow' })

  test('never says that the programme was saved just now, and hides no event', async ({ page, context }) => {
    await page.goto('/events')
    await settled(page)
    await context.setOffline(true)
    await page.clock.setSystemTime(Date.now() - 400 * DAY_MS)
    await page.reload()
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
    await expect(page.getByText(/^Saved on /).first()).toBeVisible()
    await expect(page.getByText('Saved just now')).toHaveCount(0)
  })
})

// The test cannot falsify the worker's requests: the page fetches its images by itself.
test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('what is on today is there on a device whose clock is a day ahead', async ({ page }) => {
    const day = dayIn(0)
    const title = `Today ${Date.now()}`
    const times = { start_time: day, end_time: day, is_all_day: true }
    await publishEvent({ title, timetable: { list: [times] } }, { origin: ORIGIN })
    await page.clock.install({ time: Date.now() + DAY_MS })
    await page.goto('/events?view=agenda')
    // Without a worker the page syncs once none has come.
    await expect(async () => {
      await page.clock.fastForward(61_000)
      expect(await page.evaluate(countStoredEvents)).toBeGreaterThan(50)
    }).toPass()
    await expect(page.getByRole('heading', { name: /^Today/, level: 2 })).toBeVisible()
    // What has been on since yesterday evening comes before it in the small hours.
    await expect(page.getByRole('main').getByRole('heading', { level: 3, name: title })).toBeVisible()
  })
})
