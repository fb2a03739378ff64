import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe'
import { fillEvent } from '../support/event-form'
import { asAdmin, expect, test } from '../support/fixtures'
import { submissionReference } from '@/domain/submissions/submission-limits'

/** The form once it can be typed into. */
async function openForm(page: Page): Promise<void> {
  await page.goto('/add-event')
  await page.locator('main form:not([inert] *)').getByLabel('Contact email').waitFor()
}

const summary = (page: Page) => page.getByRole('region', { name: 'Please fix the following errors:' })
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

test.describe('on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  test('every error is mended from the summary, one after the other', async ({ page }) => {
    const title = `Mended ${Date.now()}`
    await openForm(page)
    await page.getByRole('tab', { name: 'Recurring' }).click()
    // Both panels are there for a moment.
    const recurring = page.getByRole('tabpanel', { name: 'Recurring' })
    await recurring.getByLabel('Start time').fill('')
    await recurring.getByLabel('End time').fill('')
    await page.getByText(/^Additional Information/).click()
    await page.getByLabel('Instagram', { exact: true }).fill('nowhere at all')
    await page.getByRole('radio', { name: 'Amount' }).check()
    await page.getByLabel('Price (EUR)').fill('-1')
    await page.getByText(/^Additional Information/).click()
    await create(page)
    await expect(page.getByText('Validation Error')).toBeVisible()
    await expect(summary(page)).toBeFocused()
    await expect(summary(page).getByRole('link')).toHaveText([
      /^Contact email: /,
      /^Title must/,
      /^Description must/,
      'Location is required',
      /^Tags: /,
      'Start date is required',
      'End date is required',
      /^Days of the week: /,
      'Start time is required',
      'End time is required',
      /^Info link 1 \(Instagram\): /,
      'Price (EUR): Price must be 0 or greater',
    ])
    await expectAccessible(page, 'errors of the form')

    const follow = (name: RegExp) => summary(page).getByRole('link', { name }).press('Enter')
    await follow(/^Price/)
    await expect(page.getByLabel('Price (EUR)')).toBeFocused()
    await expect(page.getByLabel('Price (EUR)')).toBeInViewport()
    await page.getByRole('radio', { name: 'Free' }).check()
    await page.getByRole('tab', { name: 'Common' }).click()
    await follow(/^Info link 1/)
    await expect(page.getByLabel('Instagram', { exact: true })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    // Those of the other type are gone, both dates of this one are missing.
    await expect(summary(page).getByRole('link')).toHaveCount(7)
    await follow(/^Tags/)
    await expect(page.getByRole('combobox', { name: 'Tags' })).toBeFocused()
    await fillEvent(page, { title })
    await expect(summary(page)).toBeHidden()
    await create(page)

    const event = await submitted(page, title)
    expect([event.price, event.is_donation]).toEqual([0, undefined])
    await page.goto(await published(event.id))
    await expect(page.getByRole('main').getByText('Free', { exact: true })).toBeVisible()
  })
})

test('an evening past midnight at a place nobody listed is sent as typed, and the next event keeps both', async ({
  page,
}) => {
  const title = `Fado ${Date.now()}`
  await openForm(page)
  await fillEvent(page, { title })
  await page.getByRole('combobox', { name: 'Location' }).fill('Casa do Xico')
  await page.keyboard.press('Tab')
  await expect(page.getByText(/^New place/).last()).toBeVisible()
  await page.getByLabel('Start time').fill('22:00')
  await page.getByLabel('End time').fill('00:30')
  await expect(page.getByText('Ends at 12:30 AM the next day')).toBeVisible()
  await create(page)
  const event = await submitted(page, title)
  expect(event.location_name).toBe('Casa do Xico - Ericeira')

  const panel = page.getByRole('region', { name: 'Thank you, we’ve received your event' })
  await expect(panel).toContainText(`Reference ${submissionReference(event.id)}`)
  await expect(panel.getByRole('figure')).toContainText(title)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.locator('main form')).toHaveCount(0)
  await expectAccessible(page)
  await page.reload()
  await expect(panel).toContainText(`Reference ${submissionReference(event.id)}`)
  await expect(panel.getByRole('figure')).toContainText(title)
  await panel.getByRole('button', { name: 'Add another at this place' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Create New Event' })).toBeFocused()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Casa do Xico')
  await expect(page.getByLabel('Contact email')).toHaveValue('ana@example.pt')
})
