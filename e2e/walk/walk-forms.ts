import type { Page } from '@playwright/test'
import { expect } from '../fixtures'
import type { WalkedPhone } from './walked-phone'

export interface WalkedPhoto {
  name: string
  mimeType: string
  buffer: Buffer
}

/** The form of a new event, as far as it can be typed in; resolves with the title that a draft had restored. */
export async function fillEventForm(page: Page, title: string, photo?: WalkedPhoto): Promise<string> {
  await page.goto('/add-event')
  const form = page.locator('form:not([inert] *)').filter({ has: page.getByLabel('Contact email') })
  await form.waitFor()
  const field = page.getByLabel('Title', { exact: true })
  const restored = await field.inputValue()
  if (restored === '') {
    const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    await page.getByLabel('Contact email').fill('walker@example.com')
    await page
      .getByLabel('Description', { exact: true })
      .fill('Bring a blanket and something warm: it gets windy.')
    await page.getByRole('combobox', { name: 'Location' }).fill('Praia do Sul')
    await page.getByRole('option', { name: /Praia do Sul/ }).click()
    await page.getByRole('combobox', { name: 'Tags' }).fill('mus')
    await page.getByRole('option', { name: 'Music' }).click()
    await page.keyboard.press('Escape')
    await page.getByLabel('Start date').fill(day)
    await page.getByLabel('End date').fill(day)
  }
  if (photo !== undefined && (await page.getByAltText('Preview of your photo').count()) === 0) {
    await page.locator('input[type=file]:not([capture])').setInputFiles(photo)
    await page.getByAltText('Preview of your photo').waitFor()
  }
  await field.fill(title)
  return restored
}

/** The support form; resolves with the message that a draft had restored. */
export async function fillMessageForm(page: Page, text: string): Promise<string> {
  await page.goto('/contacts')
  const field = page.getByLabel('Message', { exact: true })
  await expect(field).toBeEditable()
  await page
    .locator('form:not([inert] *)')
    .filter({ has: page.getByLabel('First name') })
    .waitFor()
  const restored = await field.inputValue()
  await page.getByLabel('First name').fill('Rita')
  await page.getByLabel('Last name').fill('Mar')
  await page.getByLabel('Email').fill('walker@example.com')
  await page.getByLabel('Topic').selectOption({ label: 'Feedback' })
  await field.fill(text)
  return restored
}

/** What the page says after a submit. */
export type Said = 'accepted' | 'refused' | 'failed'

/** Presses the button and waits for what the page says of it. */
export async function submitForm(phone: WalkedPhone, page: Page, button: string): Promise<Said> {
  await phone.takeTime(page)
  await page.getByRole('button', { name: button, exact: true }).click()
  const accepted = page
    .getByText('Event Submitted Successfully')
    .or(page.getByText('Your message has been sent successfully!'))
    .or(page.getByText(/^Saved on this device/))
  const refused = page.getByText('This event was not accepted.')
  const failed = page
    .getByText('Failed to create event')
    .or(page.getByText('Failed to send message.'))
    .or(page.getByText('This event has been sent already'))
    .or(page.getByText('Already submitted', { exact: true }))
    .or(page.getByText('is being sent right now'))
  await accepted.or(refused).or(failed).first().waitFor({ timeout: 15_000 })
  if (await accepted.first().isVisible()) return 'accepted'
  return (await refused.first().isVisible()) ? 'refused' : 'failed'
}
