import type { Page } from '@playwright/test'

interface Typed {
  title: string
  email?: string
  photo?: { name: string; mimeType: string; buffer: Buffer }
}

/** Fills /add-event as a person would: a concert on the beach, a month from now. */
export async function fillEvent(
  page: Page,
  { title, email = 'ana@example.pt', photo }: Typed,
): Promise<void> {
  // Inert until its draft is read. A person cannot type into it, `fill` can.
  await page
    .locator('main form:not([inert] *)')
    .filter({ has: page.getByLabel('Contact email') })
    .waitFor()
  await page.getByLabel('Contact email').fill(email)
  await page.getByLabel('Title', { exact: true }).fill(title)
  if (photo !== undefined) {
    await page.locator('input[type=file]:not([capture])').setInputFiles(photo)
    await page.getByAltText('Preview of your photo').waitFor()
  }
  await page
    .getByLabel('Description', { exact: true })
    .fill('Guitars and fado while the sun goes down over the sea.')
  await fillPlaceTagsAndDates(page)
}

/** Music on the beach, a month from now. */
export async function fillPlaceTagsAndDates(page: Page): Promise<void> {
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await page.getByRole('combobox', { name: 'Location' }).fill('Praia do Sul')
  const beach = page.getByRole('option', { name: /Praia do Sul/ })
  await beach.click()
  // The focus goes back to the field as its list closes: on a busy machine only while the next one is being typed in.
  await beach.waitFor({ state: 'hidden' })
  await page.getByRole('combobox', { name: 'Tags' }).fill('mus')
  await page.getByRole('option', { name: 'Music' }).click()
  await page.keyboard.press('Escape')
  await page.getByLabel('Start date').fill(day)
  await page.getByLabel('End date').fill(day)
}
