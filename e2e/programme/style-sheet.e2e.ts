import { expect, test } from '../support/fixtures'
import { publishEvent } from '../support/published-event'

test.use({ serviceWorkers: 'block' })

test('the style sheet, which stands in the page, is not fetched as well', async ({ page }) => {
  const id = await publishEvent()
  const sheets: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') sheets.push(request.url())
  })
  // What these load later names the sheet.
  for (const path of [`/events/${id}`, '/add-event']) await page.goto(path, { waitUntil: 'networkidle' })
  expect(sheets).toEqual([])
})
