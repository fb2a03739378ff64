import type { Page } from '@playwright/test'
import { fillEvent } from '../support/event-form'
import { asAdmin, expect, test } from '../support/fixtures'

// The worker's storage is the browser's own: only what the page does is looked at.
test.use({ serviceWorkers: 'block' })

/** Ways of a browser that its storage fails by. */
const WAYS = {
  'refuses to open': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
  },
  'never responds': () => {
    // Nobody tells the request how it ended.
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  },
}

async function storedWith(title: string): Promise<unknown[]> {
  const { items } = (await asAdmin('/backoffice/events?per_page=100')) as { items: { title: string }[] }
  return items.filter((event) => event.title === title)
}

const submit = (page: Page) => page.getByRole('button', { name: 'Create Event' }).click()

for (const [way, breakStorage] of Object.entries(WAYS)) {
  test(`where the device’s storage ${way} an event is sent once all the same, and what cannot be sent stays in the form`, async ({
    page,
  }) => {
    const title = `Unstored ${Date.now()}`
    await page.addInitScript(breakStorage)
    await page.goto('/add-event')
    await fillEvent(page, { title })

    // It arrives, but the response is lost.
    await page.route(
      '**/api/v1/events',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await submit(page)
    await expect(page.getByText('It couldn’t be sent, and this device can’t save it.')).toBeVisible()
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)

    await submit(page)
    await expect(page.getByText('Event Submitted Successfully')).toBeVisible()
    expect(await storedWith(title)).toHaveLength(1)
  })
}
