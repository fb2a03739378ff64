import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ADMIN, expect, test } from './fixtures'

async function signIn(page: Page): Promise<void> {
  await page.goto('/backoffice/login')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/backoffice/dashboard')
}

async function previewFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByRole('tab', { name: 'File' }).click()
  await page.getByLabel('ICS or CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.getByRole('combobox', { name: 'Tags' }).fill('mus')
  await page.getByRole('option', { name: 'Music' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
}

test('a table of the municipality is imported by way of its preview, and again without a double', async ({
  phone,
}) => {
  const page = await phone.page()
  await signIn(page)
  await page.goto('/backoffice/import')
  const name = `programme-${Date.now()}.csv`
  const year = new Date().getUTCFullYear() + 1
  const table = await readFile('src/server/import/fixtures/municipality.csv', 'latin1')
  const buffer = Buffer.from(table.replaceAll('/2026;', `/${year};`), 'latin1')

  await previewFile(page, name, buffer)
  const concert = page.getByRole('row', { name: /Concerto da Banda Filarmónica/ })
  await expect(concert).toContainText('New, goes on review')
  await expect(page.getByRole('row', { name: /Oficina sem data/ })).toContainText('It has no date.')
  await page.getByRole('button', { name: /^Import \d events$/ }).click()
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeFocused()
  await expect(page.getByText(/^[1-9] new, 0 updated, 0 unchanged\.$/)).toBeVisible()

  await page.getByRole('button', { name: 'Import another calendar' }).click()
  await expect(page.getByRole('cell', { name, exact: true })).toBeVisible()
  await previewFile(page, name, buffer)
  await expect(concert).toContainText('Unchanged')
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
})
