import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { TestServer } from '../support/test-server'
import { asAdmin, expect, settled, test } from '../support/fixtures'

// Each kind of bad luck shows a message, and nothing is lost (offline.md, outbox).

const CONTACT_FORM = '**/api/v1/contact-form'

async function openForm(page: Page): Promise<void> {
  await page.goto('/contacts')
  await page
    .locator('main form:not([inert] *)')
    .filter({ has: page.getByLabel('First name') })
    .waitFor()
}

async function send(page: Page, message: string): Promise<void> {
  await page.getByLabel('First name').fill('Ana')
  await page.getByLabel('Last name').fill('Sousa')
  await page.getByLabel('Email').fill('ana@example.pt')
  await page.getByLabel('Topic').selectOption('Urgent Matter')
  await page.getByLabel('Message').fill(message)
  await page.getByRole('button', { name: 'Send Message' }).click()
}

/** An entry on the outbox's page: the form that leads to it has a list too, and may still be shown. */
const entry = (page: Page) =>
  page
    .getByRole('main')
    .filter({ has: page.getByRole('heading', { level: 1, name: 'Outbox' }) })
    .getByRole('listitem')
const sendNow = (page: Page) => page.getByRole('button', { name: 'Send now' })

async function arrived({ origin }: TestServer, message: string): Promise<unknown[]> {
  const { items } = (await asAdmin('/backoffice/contact-forms', { origin })) as {
    items: { message: string }[]
  }
  return items.filter((form) => form.message === message)
}

// The test cannot falsify the worker's requests: the page delivers by itself.
test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a busy server: the outbox says until when it waits, and Send now what is left', async ({
    page,
    server,
  }) => {
    const message = `Busy ${randomUUID()}`
    await page.route(CONTACT_FORM, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '600' },
        json: { error: { code: 'TOO_MANY_REQUESTS', message: 'Too many requests' } },
      }),
    )
    await openForm(page)
    await send(page, message)
    await expect(page.getByText('Open the app once when you have signal and it will be sent.')).toBeVisible()
    await page.getByRole('link', { name: 'See what’s waiting to be sent' }).click()
    await page.waitForURL('**/outbox')
    await expect(entry(page)).toContainText(/The server is busy\. Next try at \d\d?:\d\d [AP]M\./)
    await sendNow(page).click()
    await expect(page.getByRole('status').filter({ hasText: '1 is still waiting.' })).toBeVisible()

    await page.context().setOffline(true)
    await expect(entry(page)).toContainText('Waiting for a connection')
    await page.context().setOffline(false)
    await expect(entry(page)).toContainText('The server is busy.')
    await page.unroute(CONTACT_FORM)
    await sendNow(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Everything has been sent.' })).toBeVisible()
    expect(await arrived(server, message)).toHaveLength(1)
  })
})

// The gate's browser has no background sync: there the unit tests of the delivery show it.
test('with every tab closed it is sent by itself, also when the browser took a dead network for one', async ({
  phone,
  server,
}) => {
  const message = `By itself ${randomUUID()}`
  // The browser's first tab stays: with the last one it would end.
  const page = await phone.context.newPage()
  await openForm(page)
  await settled(page)
  await openForm(page)
  phone.network.setCut(true)
  await send(page, message)
  const promise = 'It will be sent automatically as soon as you’re online, even if the app is closed.'
  await expect(page.getByText(promise)).toBeVisible({ timeout: 15_000 })
  await page.close()
  const before = phone.network.refused()
  await expect
    .poll(() => phone.network.refused(), { message: 'attempts of the worker', timeout: 25_000 })
    .toBeGreaterThan(before)
  phone.network.setCut(false)
  await expect.poll(() => arrived(server, message), { timeout: 25_000 }).toHaveLength(1)
})
