import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ADMIN, asAdmin, expect, test } from './fixtures'

const DAY = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

/** Submits events whose titles end in a word of their own, which the list can be filtered by; the last is the newest. */
async function submitAll(
  names: readonly string[],
): Promise<{ word: string; titles: string[]; ids: string[] }> {
  const word = `w${randomUUID().slice(0, 8)}`
  const titles = names.map((name) => `${name} ${word}`)
  const ids: string[] = []
  for (const title of titles) {
    const { id } = (await asAdmin('/events', { method: 'POST', data: submission(title) })) as { id: string }
    ids.push(id)
  }
  return { word, titles, ids }
}

function submission(title: string) {
  return {
    title,
    description: 'Guitars and fado while the sun goes down over the sea.',
    email: 'ana@example.com',
    location_name: 'Praia do Sul - Ericeira',
    latitude: 38.9583,
    longitude: -9.4166,
    price: 0,
    info_links: [],
    tag_keys: ['music'],
    timetable: {
      list: [{ start_time: `${DAY} 19:00:00`, end_time: `${DAY} 22:00:00`, is_all_day: false }],
    },
  }
}

async function openList(page: Page, search: string): Promise<void> {
  await page.goto(`/backoffice/events?${search}`)
  await page.waitForURL('**/backoffice/login')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`**/backoffice/events?${search}`)
}

const rowBox = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select “${title}”` })
const rows = (page: Page) => page.getByRole('list', { name: 'Events' }).getByRole('heading')

test('the list is filtered by words, status, tag and user, and keeps its place while an event is read', async ({
  page,
}) => {
  const { word, titles, ids } = await submitAll(['Fado', 'Surf', 'Yoga'])
  await asAdmin(`/backoffice/events/${ids[1]}/review`, { method: 'POST', data: { action: 'approve' } })
  await openList(page, `q=${word}`)
  await expect(rows(page)).toHaveText([`Yoga ${word}`, `Fado ${word}`])

  await page.getByLabel('Status').selectOption('All Events')
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('textbox', { name: 'Search' }).fill(`${word.toUpperCase()} súrf`)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveText([titles[1] ?? ''])

  await page.getByRole('link', { name: titles[1] ?? '' }).click()
  await page.waitForURL(`**/backoffice/events/${ids[1]}`)
  await page.goBack()
  await expect(rows(page)).toHaveText([titles[1] ?? ''])
  await expect(page.getByRole('link', { name: titles[1] ?? '' })).toBeFocused()

  await page.getByLabel('User ID').fill('ana')
  await page.getByRole('button', { name: 'Search by user ID' }).click()
  await expect(page.getByText('Please enter a valid User ID (UUID format)')).toBeVisible()
  await page.getByLabel('User ID').fill(randomUUID())
  await page.keyboard.press('Enter')
  await expect(page.getByText('No events found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the user ID' }).click()
  await expect(page.getByLabel('Status')).toHaveValue('ON_REVIEW')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(rows(page).first()).toHaveText(`Yoga ${word}`)
})

test('several are approved at once, by keyboard, and what somebody else was first with is named', async ({
  page,
}) => {
  const { word, titles, ids } = await submitAll(['One', 'Two', 'Three', 'Four'])
  await openList(page, `q=${word}`)
  await rowBox(page, titles[3] ?? '').focus()
  await page.keyboard.press('Space')
  await rowBox(page, titles[1] ?? '').focus()
  await page.keyboard.press('Shift+Space')
  await expect(page.getByText('3 events selected')).toBeVisible()

  await asAdmin(`/backoffice/events/${ids[2]}/review`, { method: 'POST', data: { action: 'reject' } })
  await page.getByRole('button', { name: 'Approve', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Approve 3 events?' })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).focus()
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to update some events' })
  await expect(alert.getByRole('listitem')).toHaveText([titles[2] ?? ''])
  await expect(rows(page)).toHaveText([titles[0] ?? ''])
  await expect(page.getByRole('link', { name: titles[0] ?? '' })).toBeFocused()
})

test('the dialog of a deletion lists the titles, and deletes them', async ({ page }) => {
  const { word, titles } = await submitAll(['Old', 'Older', 'Oldest'])
  await openList(page, `q=${word}`)
  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).click()
  await rowBox(page, titles[0] ?? '').click()
  await expect(page.getByText('2 events selected')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete 2 events?' })
  await expect(dialog.getByRole('listitem')).toHaveText([titles[2] ?? '', titles[1] ?? ''])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Events deleted successfully')).toBeVisible()
  await expect(rows(page)).toHaveText([titles[0] ?? ''])

  await page.getByRole('button', { name: `Delete “${titles[0]}”` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Event deleted successfully')).toBeVisible()
  await expect(page.getByText('No events found')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
