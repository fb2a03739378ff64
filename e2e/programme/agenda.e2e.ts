import { expect, hydrated, test } from '../support/fixtures'
import { dayIn, publishEvent } from '../support/published-event'
import { SIZES } from '../support/sizes'

// How much of the programme a phone shows at once in the agenda.

test('the agenda of a phone begins in the upper half and shows at least six events a screen', async ({
  page,
}) => {
  for (const hour of [10, 12, 14, 16, 18, 19, 20, 21])
    await publishEvent({
      title: `Sunset session with guitars at ${hour}, and whoever comes along`,
      timetable: {
        list: [
          { start_time: `${dayIn(2)} ${hour}:00:00`, end_time: `${dayIn(2)} 22:30:00`, is_all_day: false },
        ],
      },
    })
  await page.setViewportSize(SIZES.phone)
  await page.goto('/events?view=agenda')
  await hydrated(page)
  const rows = page.locator('[data-part=row]')
  // Late on a quiet day its first row may be in a fold.
  const firstDay = page.getByRole('region', { name: 'Events' }).getByRole('heading', { level: 2 }).first()
  expect((await firstDay.boundingBox())?.y, 'the first day').toBeLessThan(390)

  // The agenda starts at that day, so that nothing else is on the screen.
  await page.goto(`/events?view=agenda&from=${dayIn(2)}&to=${dayIn(2)}`)
  await hydrated(page)
  await expect(rows.nth(7)).toBeAttached()
  await page
    .getByRole('heading', { level: 2, name: /day/ })
    .first()
    .evaluate((day) => {
      day.scrollIntoView({ block: 'start', behavior: 'instant' })
    })
  const heading = await page.locator('section h2').first().boundingBox()
  const top = (heading?.y ?? 0) + (heading?.height ?? 0)
  const whole = await rows.evaluateAll(
    (all, from) =>
      all.filter((row) => {
        const box = row.getBoundingClientRect()
        return box.top >= from - 1 && box.bottom <= innerHeight
      }).length,
    top,
  )
  expect(whole, 'events a phone screen in the agenda').toBeGreaterThanOrEqual(6)
})
