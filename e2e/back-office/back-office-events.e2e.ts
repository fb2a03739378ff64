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

test('the list is filtered by words, status and person, and keeps its place while an event is read', async ({
  page,
}) => {
  const { word, ids } = await submitAll(['Fado', 'Surf', 'Yoga'])
  const surf = `Surf ${word}`
  await asAdmin(`/backoffice/events/${ids.get(surf)}/review`, { method: 'POST', data: { action: 'approve' } })
  await page.goto(`/backoffice/events?q=${word}`)
  expect((await shownTitles(page, 2)).toSorted()).toEqual([`Fado ${word}`, `Yoga ${word}`])

  const status = page.getByRole('combobox', { name: 'Status' })
  const person = page.getByRole('textbox', { name: 'Person' })
  await status.selectOption('All Events')
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('textbox', { name: 'Search' }).fill(`${word.toUpperCase()} súrf`)
  await page.keyboard.press('Enter')
  await expect(rows(page)).toHaveText([surf])

  await page.getByRole('link', { name: surf, exact: true }).click()
  // Its queue is of the same words, of what is on review.
  await page.waitForURL(
    ({ pathname, searchParams }) =>
      pathname.endsWith(`/${ids.get(surf)}`) && searchParams.get('q') === `${word.toUpperCase()} súrf`,
  )
  await page.goBack()
  await expect(rows(page)).toHaveText([surf])
  await expect(page.getByRole('link', { name: surf, exact: true })).toBeFocused()

  await page.getByRole('button', { name: 'More filters' }).click()
  await person.fill(`nobody-${word}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('No events found')).toBeVisible()
  await expect(status).toHaveValue('all')
  await page.getByRole('button', { name: 'Clear the person' }).click()
  await expect(status).toHaveValue('ON_REVIEW')
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(rows(page).filter({ hasText: `Yoga ${word}` })).toBeVisible()
})

test('several are approved at once, by keyboard, and what somebody else was first with is named', async ({
  page,
}) => {
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
  await expect(alert).toContainText(second)
  await expect(rows(page)).toHaveText([fourth])
  await expect(page.getByRole('link', { name: fourth, exact: true })).toBeFocused()
})

test('ten rows are read at once, walked and selected by keys, and all that match are approved and put back', async ({
  page,
}) => {
  const names = Array.from({ length: 22 }, (_, number) => `Number ${number + 1}`)
  const { word } = await submitAll(names)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/backoffice/events?q=${word}`)
  await expect(rows(page)).toHaveCount(20)
  expect(await page.locator('[data-event]').evaluateAll(countWhole)).toBeGreaterThanOrEqual(10)

  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('1 event selected')).toBeVisible()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 of 22 on review')).toBeVisible()
  await page.goBack()

  await page.reload()
  await expect(rows(page)).toHaveCount(20)
  await page.getByRole('checkbox', { name: 'Select all loaded events' }).check({ force: true })
  await page.getByRole('button', { name: /^Select all that match/ }).click()
  await expect(page.getByText('22 events selected')).toBeVisible()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page
    .getByRole('alertdialog', { name: 'Approve 22 events?' })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(page.getByText('No events found')).toBeVisible()
  // From here on there is a way back.
  await expect(page.getByText('Events approved successfully')).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByText('22 events are on review again')).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
})

test('Ctrl+K finds an event and a page from anywhere', async ({ page }) => {
  const { word } = await submitAll(['Findable'])
  await page.goto('/backoffice/tags')
  await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Event, person, tag or page' })
  await expect(field).toBeFocused()
  await page.keyboard.type(word)
  await expect(page.getByRole('option', { name: `Findable ${word}` })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Findable ${word}` })).toBeVisible()

  await page.keyboard.press('Control+k')
  // The keys come as fast as a person types, without a wait between them.
  await page.keyboard.type('activity')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Activity log' })).toBeVisible()
})

/** Runs in the page: how many rows can be read in full without scrolling. */
function countWhole(all: Element[]): number {
  return all.filter((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  }).length
}
