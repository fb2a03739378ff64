import type { Page } from '@playwright/test'
import { asAdmin, expect, test } from '../support/fixtures'
import { SIZES } from '../support/sizes'

// Support (rules 2.9, 5, 8).

async function fillMessage(page: Page, message: string): Promise<void> {
  await page.getByLabel('First name').fill('Ana')
  await page.getByLabel('Last name').fill('Sousa')
  await page.getByLabel('Email').fill(' ana@example.pt ')
  await page.getByLabel('Topic').selectOption('Urgent Matter')
  await page.getByLabel('Message').fill(message)
}

async function stored(message: string): Promise<Record<string, unknown>[]> {
  const { items } = (await asAdmin('/backoffice/contact-forms')) as { items: Record<string, unknown>[] }
  return items.filter((form) => form['message'] === message)
}

test('a support message is sent, and the form is empty again', async ({ page }) => {
  const message = `Where do I park a van? ${Date.now()}`
  await page.setViewportSize(SIZES.phone)
  await page.goto('/contacts')
  await fillMessage(page, message)
  await page.getByRole('button', { name: 'Send Message' }).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'Your message has been sent successfully!' })
  await expect(toast).toBeVisible()
  for (const label of ['First name', 'Last name', 'Email', 'Topic', 'Message'])
    await expect(page.getByLabel(label)).toHaveValue('')
  await expect(page.getByRole('heading', { name: 'Support', exact: true })).toBeFocused()
  expect(await stored(message)).toMatchObject([
    { first_name: 'Ana', last_name: 'Sousa', email: 'ana@example.pt', topic: 'Urgent Matter' },
  ])
})

// The test cannot drop the worker's requests.
test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a message without a network waits on the device, and the page says so', async ({ page, context }) => {
    await page.goto('/contacts')
    await fillMessage(page, 'From the beach.')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByText('Your message is waiting to be sent.')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: '1 waiting to be sent' })).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveValue('')
  })
})
