import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { administrator, asAdmin, expect, test } from '../support/fixtures'

test.use({ storageState: administrator })

const DAY = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

/** Submits events whose titles end in a word of their own, which the list can be filtered by. Gives their ids by title. */
async function submitAll(names: readonly string[]): Promise<{ word: string; ids: Map<string, string> }> {
  const word = `w${randomUUID().slice(0, 8)}`
  const ids = new Map<string, string>()
  for (const name of names) {
    const title = `${name} ${word}`
    const { id } = (await asAdmin('/events', { method: 'POST', data: submission(title) })) as { id: string }
    ids.set(title, id)
  }
  return { word, ids }
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

const rowBox = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select “${title}”` })
const rows = (page: Page) => page.getByRole('list', { name: 'Events' }).getByRole('heading')

/** The titles in the order of the list: what was submitted within the same second has no order that is known before. */
async function shownTitles(page: Page, count: number): Promise<string[]> {
  await expect(rows(page)).toHaveCount(count)
  return rows(page).allTextContents()
}

test('the list is filtered by words, status and user, and keeps its place while an event is read', async ({
  page,
}) => {
  const { word, ids } = await submitAll(['Fado', 'Surf', 'Yoga'])
  const surf = `Surf ${word}`
  await asAdmin(`/backoffice/events/${ids.get(surf)}/review`, { method: 'POST', data: { action: 'approve' } })
  await page.goto(`/backoffice/events?q=${word}`)
  expect((await shownTitles(page, 2)).toSorted()).toEqual([`Fado ${word}`, `Yoga ${word}`])

  const status = page.getByRole('combobox', { name: 'Status' })
  const userId = page.getByRole('textbox', { name: 'User ID' })
  await status.selectOption('All Events')
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('textbox', { name: 'Search' }).fill(`${word.toUpperCase()} súrf`)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveText([surf])

  await page.getByRole('link', { name: surf, exact: true }).click()
  await page.waitForURL(`**/backoffice/events/${ids.get(surf)}`)
  await page.goBack()
  await expect(rows(page)).toHaveText([surf])
  await expect(page.getByRole('link', { name: surf, exact: true })).toBeFocused()

  await userId.fill(randomUUID())
  await page.keyboard.press('Enter')
  await expect(page.getByText('No events found')).toBeVisible()
  await expect(status).toHaveValue('all')
  await page.getByRole('button', { name: 'Clear the user ID' }).click()
  await expect(status).toHaveValue('ON_REVIEW')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(rows(page).filter({ hasText: `Yoga ${word}` })).toBeVisible()
})

test(
  'several are approved at once, by keyboard, and what somebody else was first with is named',
  { tag: '@gate' },
  async ({ page }) => {
    const { word, ids } = await submitAll(['One', 'Two', 'Three', 'Four'])
    await page.goto(`/backoffice/events?q=${word}`)
    const [first = '', second = '', third = '', fourth = ''] = await shownTitles(page, 4)
    await rowBox(page, first).focus()
    await page.keyboard.press('Space')
    await rowBox(page, third).focus()
    await page.keyboard.press('Shift+Space')
    await expect(page.getByText('3 events selected')).toBeVisible()

    await asAdmin(`/backoffice/events/${ids.get(second)}/review`, {
      method: 'POST',
      data: { action: 'reject' },
    })
    await page.getByRole('button', { name: 'Approve', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog', { name: 'Approve 3 events?' })).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }).focus()
    await page.keyboard.press('Enter')
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to update some events' })
    await expect(alert.getByRole('listitem')).toHaveText([second])
    await expect(rows(page)).toHaveText([fourth])
    await expect(page.getByRole('link', { name: fourth, exact: true })).toBeFocused()
  },
)
