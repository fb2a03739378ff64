import type { Page } from '@playwright/test'
import { asAdmin, expect, hydrated, test } from './fixtures'
import { holdRequests } from './held-requests'
import { SIZES } from './sizes'

// Support (spec 2.9, 5, 8).

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

const send = (page: Page) => page.getByRole('button', { name: 'Send Message' })

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(`on a ${size}`, () => {
    test.use({ viewport })

    test('a support message is sent, and the form is empty again', async ({ page }) => {
      const message = `Where do I park a van? ${Date.now()}`
      await page.goto('/contacts')
      for (const help of ['How We Can Help', 'Event support', 'Technical assistance', 'General inquiries'])
        await expect(page.getByRole('heading', { name: help })).toBeVisible()
      await expect(page.getByText(/within 24 hours on business days/)).toContainText('Urgent')
      await fillMessage(page, message)
      await send(page).click()
      const toast = page.getByRole('listitem').filter({ hasText: 'Your message has been sent successfully!' })
      await expect(toast).toBeVisible()
      // At the top right, below the header, once it has slid in.
      const header = await page.getByRole('banner').boundingBox()
      const top = async () => (await toast.boundingBox())?.y
      await expect.poll(top).toBeGreaterThanOrEqual((header?.height ?? 0) - 2)
      const box = await toast.boundingBox()
      expect(box?.y).toBeLessThan(200)
      if (size === 'desktop') expect(box?.x).toBeGreaterThan(viewport.width / 2)
      for (const label of ['First name', 'Last name', 'Email', 'Topic', 'Message'])
        await expect(page.getByLabel(label)).toHaveValue('')
      await expect(page.getByRole('heading', { name: 'Support', exact: true })).toBeFocused()
      expect(await stored(message)).toMatchObject([
        { first_name: 'Ana', last_name: 'Sousa', email: 'ana@example.pt', topic: 'Urgent Matter' },
      ])
    })
  })
}

test('the topics are those of the team, and what is missing or too long is said at its field', async ({
  page,
}) => {
  await page.goto('/contacts')
  await hydrated(page)
  const topics = page.getByLabel('Topic').getByRole('option')
  await expect(topics.filter({ hasNotText: 'Choose' })).toHaveText([
    'Event Support',
    'Technical Support',
    'Urgent Matter',
    'Feedback',
    'Other',
  ])
  await send(page).click()
  for (const [label, sentence] of [
    ['First name', 'First name is required.'],
    ['Last name', 'Last name is required.'],
    ['Email', 'Please enter a valid email address'],
    ['Topic', 'Please select a topic.'],
    ['Message', 'Message is required.'],
  ] as const)
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(
      new RegExp(sentence.replaceAll('.', String.raw`\.`)),
    )
  await expect(page.getByLabel('First name')).toBeFocused()

  await fillMessage(page, 'x'.repeat(1001))
  await page.getByLabel('First name').fill('a'.repeat(201))
  await page.getByLabel('Last name').fill('b'.repeat(201))
  await send(page).click()
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(3)
  await page.getByLabel('First name').fill('a'.repeat(200))
  await page.getByLabel('Last name').fill('b'.repeat(200))
  await page.getByLabel('Message').fill(`${'x'.repeat(986)} ${Date.now()}`)
  await send(page).click()
  await expect(page.getByText('Your message has been sent successfully!')).toBeVisible()
})

test('what is announced goes by itself after 4 s', async ({ page }) => {
  await page.clock.install()
  await page.goto('/contacts')
  await fillMessage(page, 'Is there parking at the beach?')
  await send(page).click()
  const toast = page.getByRole('listitem').filter({ hasText: 'Your message has been sent successfully!' })
  await expect(toast).toBeVisible()
  await page.clock.fastForward(2500)
  await expect(toast).toBeVisible()
  await page.clock.fastForward(2000)
  await expect(toast).toHaveCount(0)
})

// What the worker sends cannot be dropped from here.
test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('while it is sent the button says so and sends nothing twice', async ({ page }) => {
    const message = `Sent once ${Date.now()}`
    const requests = await holdRequests(page, '**/api/v1/contact-form')
    await page.goto('/contacts')
    await fillMessage(page, message)
    await send(page).dblclick()
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
    await requests.letThrough()
    await expect(page.getByText('Your message has been sent successfully!')).toBeVisible()
    expect(await stored(message)).toHaveLength(1)
  })

  test('a refused message is said to have failed, and stays in the form', async ({ page }) => {
    await page.route('**/api/v1/contact-form', (route) =>
      route.fulfill({
        status: 422,
        json: {
          error: {
            code: 'VALIDATION_FAILED',
            message: 'Not valid',
            fields: [{ path: 'email', code: 'email_invalid' }],
          },
        },
      }),
    )
    await page.goto('/contacts')
    await fillMessage(page, 'This one is refused.')
    await send(page).click()
    await expect(page.getByText('Failed to send message. Please try again later.')).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveValue('This one is refused.')
  })

  test('a message without a network waits on the device, and the page says so', async ({ page, context }) => {
    await page.goto('/contacts')
    await fillMessage(page, 'From the beach.')
    await context.setOffline(true)
    await send(page).click()
    await expect(page.getByText('Your message waits to be sent.')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: '1 waiting to be sent' })).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveValue('')
  })
})
