import type { Page } from '@playwright/test'
import { fillEvent } from './event-form'
import { asAdmin, expect, test } from './fixtures'

// The worker's storage is the browser's own: only what the page does is looked at.
test.use({ serviceWorkers: 'block' })

const WAYS = {
  'refuses to open': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
  },
  'fails to open': () => {
    const open = IDBFactory.prototype.open
    // An impossible version: the request fails as it does where the files are broken.
    IDBFactory.prototype.open = function (this: IDBFactory, name: string) {
      const request = open.call(this, name, 99)
      request.addEventListener('upgradeneeded', () => request.transaction?.abort())
      return request
    }
  },
  'is not there': () => {
    Reflect.deleteProperty(globalThis, 'indexedDB')
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
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
  test(`an event is sent where the device’s storage ${way}, and the page says that nothing is kept`, async ({
    page,
  }) => {
    const title = `Unstored ${Date.now()}`
    await page.addInitScript(breakStorage)
    await page.goto('/add-event')
    await expect(page.getByText('This browser keeps nothing on this device')).toBeVisible({ timeout: 15_000 })
    await fillEvent(page, { title })

    let isCut = true
    await page.route('**/api/v1/events', (route) => (isCut ? route.abort() : route.continue()))
    await submit(page)
    await expect(page.getByText('It could not be sent, and this device cannot keep it.')).toBeVisible({
      timeout: 15_000,
    })
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)

    isCut = false
    await submit(page)
    await expect(page.getByText('Event Submitted Successfully')).toBeVisible({ timeout: 15_000 })
    expect(await storedWith(title)).toHaveLength(1)
  })
}

test('a response lost where nothing is kept does not make a second event', async ({ page }) => {
  const title = `Unstored twice ${Date.now()}`
  await page.addInitScript(WAYS['refuses to open'])
  await page.goto('/add-event')
  await fillEvent(page, { title })
  let drops = 1
  await page.route('**/api/v1/events', async (route) => {
    if (drops === 0) return route.continue()
    drops -= 1
    await route.fetch()
    return route.abort('connectionreset')
  })
  await submit(page)
  await expect(page.getByText('It could not be sent, and this device cannot keep it.')).toBeVisible()
  await submit(page)
  await expect(page.getByText('Event Submitted Successfully')).toBeVisible({ timeout: 15_000 })
  expect(await storedWith(title)).toHaveLength(1)
})

test('a support message is sent where nothing is kept; without a network the form keeps it', async ({
  page,
}) => {
  const message = `Unstored message ${Date.now()}`
  await page.addInitScript(WAYS['refuses to open'])
  await page.goto('/contacts')
  await expect(page.getByText('This browser keeps nothing on this device')).toBeVisible({ timeout: 15_000 })
  await page.getByLabel('First name').fill('Ana')
  await page.getByLabel('Last name').fill('Sousa')
  await page.getByLabel('Email').fill('ana@example.pt')
  await page.getByLabel('Topic').selectOption('Urgent Matter')
  await page.getByLabel('Message').fill(message)
  const send = page.getByRole('button', { name: 'Send Message' })

  await page.route('**/api/v1/contact-form', (route) => route.abort())
  await send.click()
  await expect(page.getByText('It could not be sent, and this device cannot keep it.')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue(message)

  await page.unroute('**/api/v1/contact-form')
  await send.click()
  await expect(page.getByText('Your message has been sent successfully!')).toBeVisible()
  const { items } = (await asAdmin('/backoffice/contact-forms')) as { items: { message: string }[] }
  expect(items.filter((form) => form.message === message)).toHaveLength(1)
})

test('the storage breaks while the form is open: it is sent all the same', async ({ page }) => {
  const title = `Broken since ${Date.now()}`
  await page.goto('/add-event')
  await fillEvent(page, { title })
  await page.evaluate(() => {
    IDBDatabase.prototype.transaction = IDBFactory.prototype.open = () => {
      throw new DOMException('The files are gone.', 'UnknownError')
    }
  })
  await submit(page)
  await expect(page.getByText('Event Submitted Successfully')).toBeVisible({ timeout: 15_000 })
  expect(await storedWith(title)).toHaveLength(1)
})
