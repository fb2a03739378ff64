import type { Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow, expectRoomForLargeText } from '../support/axe'
import { fillEvent } from '../support/event-form'
import { asAdmin, expect, test } from '../support/fixtures'
import { phonePhoto } from '../support/photos'
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
    for (const link of ['Instagram', 'Telegram', 'Website'])
      await page.getByLabel(link, { exact: true }).fill('nowhere at all')
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
      /^Info link 3 \(Telegram\): /,
      /^Info link 5 \(Website\): /,
      'Price (EUR): Price must be 0 or greater',
    ])
    await expectAccessible(page, 'errors of the form')

    const follow = (name: RegExp) => summary(page).getByRole('link', { name }).press('Enter')
    await follow(/^Price/)
    await expect(page.getByLabel('Price (EUR)')).toBeFocused()
    await expect(page.getByLabel('Price (EUR)')).toBeInViewport()
    await page.getByRole('radio', { name: 'Free' }).check()
    await follow(/^Days/)
    await expect(page.getByRole('group', { name: 'Days of the week' })).toBeFocused()
    await page.getByRole('tab', { name: 'Common' }).click()
    for (const [name, label] of [
      [/^Info link 1/, 'Instagram'],
      [/^Info link 3/, 'Telegram'],
      [/^Info link 5/, 'Website'],
    ] as const) {
      await follow(name)
      await expect(page.getByLabel(label, { exact: true })).toBeFocused()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Delete')
    }
    // Those of the other type are gone; both dates of this one are missing.
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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('what was written survives a reload with all that was said of the price, and a photo that is damaged', async ({
    page,
  }) => {
    await openForm(page)
    await page.getByLabel('Title', { exact: true }).fill('Half-written')
    await page.getByText(/^Additional Information/).click()
    await page.getByRole('radio', { name: 'Amount' }).check()
    await page.getByLabel('Price (EUR)').fill('7,50')
    // Leaving the page stores it; a reload may come before the last letters are.
    await page.getByRole('link', { name: 'Ericeira Events' }).first().click()
    await page.getByRole('link', { name: 'Add Event' }).first().click()
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Half-written')

    const whole = await phonePhoto()
    const photo = page.getByRole('group', { name: 'Photo' })
    const choose = (buffer: Buffer) =>
      page
        .locator('input[type=file]:not([capture])')
        .setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer })
    await choose(whole.subarray(0, 100))
    await expect(photo).toHaveAccessibleDescription(
      'Error processing image. Choose another photo, or open this one, save it again as JPG, and choose that.',
    )

    await page.reload()
    await expect(page.getByText('We saved what you’d written.')).toBeVisible()
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Half-written')
    await page.getByText(/^Additional Information/).click()
    await expect(page.getByRole('radio', { name: 'Amount' })).toBeChecked()
    await expect(page.getByLabel('Price (EUR)')).toHaveValue('7,50')
    await choose(whole)
    await page.getByAltText('Preview of your photo').waitFor()
    await expect(photo).not.toHaveAccessibleDescription(
      'Error processing image. Choose another photo, or open this one, save it again as JPG, and choose that.',
    )
  })

  test('the form with all its errors has room on a small screen with large text', async ({ browser }) => {
    for (const locale of ['en-GB', 'pt-PT']) {
      const context = await browser.newContext({ locale, viewport: { width: 320, height: 844 } })
      const page = await context.newPage()
      await page.goto('/add-event')
      await page.locator('main form:not([inert] *)').waitFor()
      await page.locator('main form button[type=submit]').click()
      await expect(page.locator('#event-errors')).toBeFocused()
      await page.locator('main form summary').click()
      await page.getByRole('radio').last().check()
      await expectNoOverflow(page, locale)
      await expectRoomForLargeText(page, locale)
      await context.close()
    }
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

test('the toast of a refused form leaves its summary in sight, and its button is inside and large enough', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openForm(page)
  await create(page)
  await expect(summary(page)).toBeFocused()
  const toast = page.locator('[data-sonner-toast]')
  await expect(toast).toBeVisible()
  await expect
    .poll(async () => {
      const [over, under] = [await toast.boundingBox(), await summary(page).boundingBox()]
      return (over?.y ?? 0) - ((under?.y ?? 0) + (under?.height ?? 0))
    })
    .toBeGreaterThanOrEqual(0)
  // In one moment: it comes in from below.
  const [frame, button] = await toast.evaluate((element) =>
    [element, element.querySelector('[data-close-button]')].map((part) => part?.getBoundingClientRect()),
  )
  // The toast is scaled while it comes in.
  expect([button?.width, button?.height].map((size) => Math.round(size ?? 0))).toEqual([44, 44])
  expect(button?.right ?? 0).toBeLessThanOrEqual(frame?.right ?? 0)
  expect(button?.top ?? 0).toBeGreaterThanOrEqual(frame?.top ?? 0)
})
