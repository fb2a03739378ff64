import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { administrator, asAdmin, expect, test } from '../support/fixtures'
import { SIZES } from '../support/sizes'

test.use({ storageState: administrator, viewport: SIZES.phone, hasTouch: true })

async function previewFile(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByRole('tab', { name: 'File' }).click()
  await page.getByLabel('ICS or CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await page.getByRole('combobox', { name: 'Tags' }).fill('mus')
  await page.getByRole('option', { name: 'Music' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
}

test('a table of the municipality is imported by way of its preview, and again without a double', async ({
  page,
}) => {
  await page.goto('/backoffice/events/import')
  const name = `programme-${Date.now()}.csv`
  const year = new Date().getUTCFullYear() + 1
  const table = await readFile('src/server/modules/import/source/fixtures/municipality.csv', 'latin1')
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
  await expect(page.getByText(`A file named “${name}” was last imported`)).toBeVisible()
  await page.getByRole('button', { name: 'Yes, update its events' }).click()
  await expect(concert).toContainText('Unchanged')
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveCount(0)
})

test('a file of a name that another calendar has is kept apart by a name of its own', async ({ page }) => {
  const name = `agenda-${Date.now()}.csv`
  const day = `${new Date().getUTCFullYear() + 1}-07-01`
  const table = (title: string) => Buffer.from(`uid;title;date\n1;${title};${day}\n`)
  await page.goto('/backoffice/events/import')
  await previewFile(page, name, table('Choir of the village'))
  await page.getByRole('button', { name: 'Import 1 event' }).click()
  await page.getByRole('button', { name: 'Import another calendar' }).click()

  await previewFile(page, name, table('Concert of the school'))
  const other = page.getByLabel('Name of the other calendar')
  await other.fill(name)
  await page.getByRole('button', { name: 'No, it’s a different calendar' }).click()
  await expect(page.getByText(`Choose a name other than “${name}”`)).toBeVisible()
  await other.fill(`School ${name}`)
  await page.getByRole('button', { name: 'No, it’s a different calendar' }).click()
  await expect(page.getByRole('row', { name: /Concert of the school/ })).toContainText('New, goes on review')
  await page.getByRole('button', { name: 'Import 1 event' }).click()
  await expect(page.getByText('1 new, 0 updated, 0 unchanged.')).toBeVisible()
})

test('a title is corrected before it is imported; on the way back the file is still chosen', async ({
  page,
}) => {
  await page.goto('/backoffice/events/import')
  const day = `${new Date().getUTCFullYear() + 1}-07-01`
  const name = `choir-${Date.now()}.csv`
  await previewFile(page, name, Buffer.from(`title;date\nC1;${day}\nConcert;${day}\n`))
  await expect(page.getByRole('row', { name: /C1/ })).toContainText('Title must be at least 3 characters')

  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByLabel('ICS or CSV file')).toHaveValue(new RegExp(name))
  await page.getByRole('button', { name: 'Preview', exact: true }).click()

  await page.getByRole('button', { name: 'Correct “C1”' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct before importing' })
  await dialog.getByLabel('Title').fill('Choir of the village')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('button', { name: 'Correct “Choir of the village”' })).toBeFocused()
  await page.getByRole('button', { name: 'Import 2 events' }).click()
  await expect(page.getByText('2 new, 0 updated, 0 unchanged.')).toBeVisible()
})

test('a calendar whose tag is gone is asked for its tags again', async ({ page }) => {
  const key = `gone-${Date.now()}`
  await asAdmin('/backoffice/events/tags', { method: 'POST', data: { key, name: key } })
  await asAdmin('/backoffice/imports', {
    method: 'POST',
    data: {
      source: {
        name: `Club of ${key}`,
        format: 'ics',
        url: `https://example.com/${key}.ics`,
        defaults: {
          location_name: 'Ericeira',
          latitude: 38.96,
          longitude: -9.41,
          tag_keys: [key],
          email: '',
        },
      },
      items: [
        {
          uid: '1',
          digest: 'a'.repeat(64),
          has_place: true,
          event: {
            title: `Of ${key}`,
            description: 'An evening at the sea.',
            location_name: 'Ericeira',
            latitude: 38.96,
            longitude: -9.41,
            tag_keys: [key],
            timetable: { list: [{ start_time: '2099-07-01', end_time: '2099-07-01', is_all_day: true }] },
          },
        },
      ],
    },
  })
  const { items } = (await asAdmin('/backoffice/events/tags')) as { items: { id: string; key: string }[] }
  const id = items.find((tag) => tag.key === key)?.id ?? ''
  await asAdmin(`/backoffice/events/tags/${id}`, { method: 'DELETE' })

  await page.goto('/backoffice/events/import')
  await page.getByRole('button', { name: `Import again: “Club of ${key}”` }).click()
  await expect(page.getByRole('alert')).toContainText('Choose the tags again.')
  await expect(page.getByLabel('Address of the calendar')).toHaveValue(`https://example.com/${key}.ics`)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(page.getByText('Please select at least one tag')).toBeVisible()
})
