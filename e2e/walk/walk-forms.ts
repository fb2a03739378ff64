import type { Locator, Page } from '@playwright/test'
import { fillPlaceTagsAndDates } from '../support/event-form'
import { expect, settled } from '../support/fixtures'
import { readStoredOutbox } from './stored-outbox'
import type { WalkedPhone } from './simulated-device'

/** The forms that are walked, by their buttons. */
export type FormButton = 'Create Event' | 'Send Message' | 'Save and send'

export async function openEventForm(page: Page): Promise<void> {
  await page.goto('/add-event')
  await eventFormReady(page)
}

/** Waits until the form's draft is read: it is inert until then, and a person cannot type into it, while `fill` can. */
async function eventFormReady(page: Page): Promise<void> {
  await page
    .locator('main form:not([inert] *)')
    .filter({ has: page.getByLabel('Contact email') })
    .waitFor()
}

export const titleOf = (page: Page) => page.getByLabel('Title', { exact: true })
const descriptionOf = (page: Page) => page.getByLabel('Description', { exact: true })
const messageOf = (page: Page) => page.getByLabel('Message', { exact: true })

/** Fills the open form of a new event, as far as a draft has not: only the title is always another. Resolves with the title before. */
export async function fillEventForm(page: Page, title: string): Promise<string> {
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
  await titleOf(page).fill(title)
  return restored
}

export async function openMessageForm(page: Page): Promise<void> {
  await page.goto('/contacts')
  await page
    .locator('main form:not([inert] *)')
    .filter({ has: page.getByLabel('First name') })
    .waitFor()
  await expect(messageOf(page)).toBeEditable()
}

/** Fills the open support form. Resolves with the message before. */
export async function fillMessageForm(page: Page, text: string): Promise<string> {
  const field = messageOf(page)
  const restored = await field.inputValue()
  await page.getByLabel('First name').fill('Rita')
  await page.getByLabel('Last name').fill('Mar')
  await page.getByLabel('Email').fill('walker@example.com')
  await page.getByLabel('Topic').selectOption({ label: 'Feedback' })
  await field.fill(text)
  return restored
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

/** Makes the first visit: from then on no network is needed. */
export async function visit({ phone }: { phone: WalkedPhone }): Promise<void> {
  const page = await phone.tab(0)
  // The first connection may be one that was opened while nothing got through; without a worker that is an error page.
  await page.goto('/add-event').catch(() => page.goto('/add-event'))
  await settled(page)
}

/** Waits until the draft with this text is on the disk. */
export async function draftStored(page: Page, text: string): Promise<void> {
  const found = async () => {
    const { drafts, entries } = await readStoredOutbox(page)
    return drafts.some((draft) => draft.text === text) ? 'stored' : JSON.stringify({ drafts, entries })
  }
  await expect.poll(found, { message: `the draft of ${text}` }).toBe('stored')
}
