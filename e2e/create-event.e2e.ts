import type { Page } from '@playwright/test'
import { expectNoOverflow, expectRoomForLargeText } from './axe'
import { fillEvent } from './event-form'
import { asAdmin, expect, test } from './fixtures'

/** The form once it can be typed into. */
async function openForm(page: Page): Promise<void> {
  await page.goto('/add-event')
  await page.locator('form:not([inert] *)').getByLabel('Contact email').waitFor()
}

const create = (page: Page) => page.getByRole('button', { name: 'Create Event' }).click()

async function submitted(page: Page, title: string) {
  await expect(page.getByText('Event Submitted Successfully')).toBeVisible()
  const { items } = (await asAdmin('/backoffice/events?per_page=50')) as {
    items: { id: string; title: string; price?: number; is_donation?: boolean; location_name: string }[]
  }
  const event = items.find((one) => one.title === title)
  if (event === undefined) throw new Error(`${title} did not arrive`)
  return event
}

async function published(id: string): Promise<string> {
  await asAdmin(`/backoffice/events/${id}/review`, { method: 'POST', data: { action: 'approve' } })
  return `/events/${id}`
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('an event on donation says so, and one of which nothing is said has no price', async ({ page }) => {
    await openForm(page)
    await page.getByRole('button', { name: /Additional Information/ }).click()
    await page.getByRole('radio', { name: 'Donation' }).check()
    await fillEvent(page, { title: 'On donation' })
    await create(page)
    const donation = await submitted(page, 'On donation')
    expect([donation.price, donation.is_donation]).toEqual([0, true])
    await page.goto(await published(donation.id))
    await expect(page.getByRole('main').getByText('Donation', { exact: true })).toBeVisible()

    await openForm(page)
    await fillEvent(page, { title: 'Nothing said' })
    await create(page)
    const silent = await submitted(page, 'Nothing said')
    expect(silent).not.toHaveProperty('price')
    await page.goto(await published(silent.id))
    await expect(page.getByRole('heading', { level: 1, name: 'Nothing said' })).toBeVisible()
    await expect(page.getByRole('main').getByText(/Free|Donation|Price/)).toHaveCount(0)
  })

  test('the form with all its errors has room on a small screen with large text', async ({ browser }) => {
    for (const locale of ['en-GB', 'pt-PT']) {
      const context = await browser.newContext({ locale, viewport: { width: 320, height: 844 } })
      const page = await context.newPage()
      await page.goto('/add-event')
      await page.locator('form:not([inert] *)').waitFor()
      await page.locator('form button[type=submit]').click()
      await expect(page.locator('#event-errors')).toBeFocused()
      await page.locator('form button[aria-controls^="collapsible"]').click()
      await page.getByRole('radio').last().check()
      await expectNoOverflow(page, locale)
      await expectRoomForLargeText(page, locale)
      await context.close()
    }
  })
})
