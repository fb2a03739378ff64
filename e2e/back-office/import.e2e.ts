import type { Page } from '@playwright/test'
import { administrator, expect, test } from '../support/fixtures'
import { SIZES } from '../support/sizes'

test.use({ storageState: administrator, viewport: SIZES.phone, hasTouch: true })

const YEAR = new Date().getUTCFullYear() + 1

/** A new calendar from a file, with one tag. */
async function readFile(page: Page, name: string, table: string): Promise<void> {
  await page.goto('/backoffice/events/import')
  await page.getByRole('button', { name: 'New calendar' }).click()
  await page
    .getByLabel('Or an ICS or CSV file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(table, 'latin1') })
  await page.getByRole('combobox', { name: 'Tags' }).fill('mus')
  await page.getByRole('option', { name: 'Music' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Continue' }).click()
}

const table = (...lines: string[]) => ['Título;Data;Hora;Local', ...lines, ''].join('\n')

test('a table is imported by way of its columns, and a newer file of it without a double', async ({
  page,
}) => {
  const name = `programme-${Date.now()}.csv`
  const concert = `Concerto ${name};01/07/${YEAR};21h30;Praia do Sul`
  await readFile(page, name, table(concert, 'Oficina sem data;;;Biblioteca'))
  await expect(page.getByRole('heading', { level: 1, name: 'Table columns' })).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'First day' })).toHaveValue('Data')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('row', { name: /Concerto/ })).toContainText('New, goes on review')
  await page.getByRole('button', { name: 'Unreadable: 1' }).click()
  await expect(page.getByRole('row', { name: /Oficina sem data/ })).toContainText('It has no date.')
  await page.getByRole('button', { name: 'Import 1 new' }).click()
  await expect(page.getByText('1 new, 0 updated, 0 unchanged.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Import events' })).toBeFocused()

  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: `Read newer file: “${name}”` }).click()
  const newer = table(concert, `Baile ${name};02/07/${YEAR};22h00;Praia do Sul`)
  await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(newer, 'latin1') })
  await expect(page.getByRole('row', { name: /Baile/ })).toContainText('New, goes on review')
  await page.getByRole('button', { name: 'Unchanged: 1' }).click()
  await expect(page.getByRole('row', { name: /Concerto/ })).toContainText('Unchanged')
  await page.getByRole('button', { name: 'Import 1 new' }).click()
  await page.getByRole('link', { name: `2 on review from “${name}”` }).click()
  await expect(page.getByText(`Concerto ${name}`)).toBeVisible()
  await expect(page.getByText(`Baile ${name}`)).toBeVisible()
})
