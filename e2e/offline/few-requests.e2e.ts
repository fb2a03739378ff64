import type { Request } from '@playwright/test'
import { expect, test } from '../support/fixtures'
import { photoOf, publishEvent } from '../support/published-event'
import { SIZES } from '../support/sizes'

// Each request may fail on a beach, and takes its turn on a slow network. What is loaded once the browser is idle is not counted: of its
// files there is a budget (tools/budget.ts).

const MAX_REQUESTS = 20
const MAX_SCRIPTS = 12

test.use({ serviceWorkers: 'block', viewport: SIZES.phone })

test('a first page has loaded after few requests', async ({ context }) => {
  const id = await publishEvent({ photo: await photoOf(900, 1200) })
  for (const path of ['/', '/events', `/events/${id}`, '/add-event'])
    await test.step(path, async () => {
      // Nothing that a page before it still loads is counted.
      const page = await context.newPage()
      await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
      const requests: Request[] = []
      page.on('request', (request) => requests.push(request))
      await page.goto(path, { waitUntil: 'load' })
      const addresses = requests.map((request) => request.url())
      const scripts = requests
        .filter((request) => request.resourceType() === 'script')
        .map((request) => request.url())
      await page.close()
      expect(scripts.length, scripts.join('\n')).toBeLessThanOrEqual(MAX_SCRIPTS)
      expect(addresses.length, addresses.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS)
    })
})

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
