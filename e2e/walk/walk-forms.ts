import type { Locator, Page } from '@playwright/test'
import { fillPlaceTagsAndDates } from '../support/event-form'
import { expect } from '../support/fixtures'
import type { WalkedPhoto } from './walk-photos'
import type { WalkedPhone } from './simulated-device'

/** The forms that are walked, by their buttons. */
export type FormButton = 'Create Event' | 'Send Message' | 'Save and send'

interface Filled {
  /** The text that a draft had restored. */
  restored: string
  /** Whether the photo that the form shows was there before. */
  hasPhoto: boolean
}

export async function openEventForm(page: Page): Promise<void> {
  await page.goto('/add-event')
  await eventFormReady(page)
}

/** Waits until the form's draft is read: it is inert until then, and a person cannot type into it, while `fill` can. */
export async function eventFormReady(page: Page): Promise<void> {
  await page
    .locator('main form:not([inert] *)')
    .filter({ has: page.getByLabel('Contact email') })
    .waitFor()
}

export const titleOf = (page: Page) => page.getByLabel('Title', { exact: true })
const descriptionOf = (page: Page) => page.getByLabel('Description', { exact: true })
const messageOf = (page: Page) => page.getByLabel('Message', { exact: true })
const previewOf = (page: Page) => page.getByAltText('Preview of your photo')

/** The open form of a new event, as far as it can be typed in: what a draft has restored stays, but for the title. */
export async function fillEventForm(page: Page, title: string, photo?: WalkedPhoto): Promise<Filled> {
  const restored = await titleOf(page).inputValue()
  if (restored === '') {
    // Half of a form, from a tab that went while it was filled in.
    if ((await descriptionOf(page).inputValue()) !== '') {
      await page.getByRole('button', { name: 'Start over' }).click()
      await eventFormReady(page)
    }
    await page.getByLabel('Contact email').fill('walker@example.com')
    await descriptionOf(page).fill('Bring a blanket and something warm: it gets windy.')
    await fillPlaceTagsAndDates(page)
  }
  const hasPhoto = await previewOf(page).isVisible()
  if (photo !== undefined && !hasPhoto) {
    await page.locator('input[type=file]:not([capture])').setInputFiles(photo)
    await previewOf(page).waitFor()
  }
  await titleOf(page).fill(title)
  return { restored, hasPhoto }
}

export async function openMessageForm(page: Page): Promise<void> {
  await page.goto('/contacts')
  await page
    .locator('main form:not([inert] *)')
    .filter({ has: page.getByLabel('First name') })
    .waitFor()
  await expect(messageOf(page)).toBeEditable()
}

/** The open support form. */
export async function fillMessageForm(page: Page, text: string): Promise<Filled> {
  const field = messageOf(page)
  const restored = await field.inputValue()
  await page.getByLabel('First name').fill('Rita')
  await page.getByLabel('Last name').fill('Mar')
  await page.getByLabel('Email').fill('walker@example.com')
  await page.getByLabel('Topic').selectOption({ label: 'Feedback' })
  await field.fill(text)
  return { restored, hasPhoto: false }
}

/** The page's response to a submit. */
export type SubmitResult = 'accepted' | 'refused' | 'failed'

/** No attempt takes longer, not even that of a photo which this device cannot keep. */
const RESULT_TIMEOUT_MS = 45_000

/** Presses the button and waits for what the page says of it. */
export async function submitForm(phone: WalkedPhone, page: Page, button: FormButton): Promise<SubmitResult> {
  await phone.takeTime(page)
  await page.getByRole('button', { name: button, exact: true }).click()
  const accepted = page
    .getByText('Event Submitted Successfully')
    .or(page.getByText('Your message has been sent successfully!'))
    .or(page.getByText(/^Saved on this device/))
  const refused = page.getByText('This event wasn’t accepted.')
  const failed = page
    .getByText('Failed to create event')
    .or(page.getByText('Failed to send message.'))
    .or(page.getByText('This has already been sent'))
    .or(page.getByText('Already submitted', { exact: true }))
    .or(page.getByText('is being sent right now'))
  // Each is looked for by itself: what is shown first may be gone, or something else, a moment later.
  const shown = async (submitResult: SubmitResult, text: Locator) => {
    await text.first().waitFor({ timeout: RESULT_TIMEOUT_MS })
    return submitResult
  }
  return Promise.any([shown('accepted', accepted), shown('refused', refused), shown('failed', failed)])
}
