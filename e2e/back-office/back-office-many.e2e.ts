import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Page } from '@playwright/test'
import { administrator, asAdmin, expect, test as base } from '../support/fixtures'
import { PORTS } from '../playwright.config'
import { startTestServer, type TestServer } from '../support/test-server'

const PEOPLE = 200

/** The back office with 500 events more, with photos, and 200 people, on a server that no other journey uses. */
const test = base.extend<object, { many: TestServer }>({
  many: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const many = await startTestServer(PORTS.many)
      const options = ['--events', '500', '--users', String(PEOPLE), '--photos', '8']
      const filling = spawn(process.execPath, ['--import', 'tsx', 'tests/fill/fill-guide.ts', ...options], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DATA_DIR: many.dataDir },
      })
      expect(await once(filling, 'exit'), 'filling the server').toEqual([0, null])
      await use(many)
      await many.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ many }, use) => use(many.origin),
})

// The server is filled once: its journeys stay together.
test.describe.configure({ mode: 'default' })
test.use({ storageState: administrator })

interface Stored {
  id: string
  title: string
  status: string
  email: string
}

const rows = (page: Page) => page.getByRole('list', { name: 'Events' }).getByRole('listitem')
const titles = (page: Page) => rows(page).getByRole('heading')

async function listed({ origin }: TestServer, query: string): Promise<Stored[]> {
  return ((await asAdmin(`/backoffice/events?${query}`, { origin })) as { items: Stored[] }).items
}

async function countOf(
  { origin }: TestServer,
  status: 'on_review' | 'published' | 'rejected',
): Promise<number> {
  const counts = (await asAdmin('/backoffice/events/count-by-status', { origin })) as Record<string, number>
  return counts[status] ?? 0
}

/** Scrolls on until there are so many rows, and checks that there are no more. */
async function scrollToEnd(page: Page, count: number): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
        return rows(page).count()
      },
      { intervals: [50], timeout: 60_000 },
    )
    .toBe(count)
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
}

test('hundreds are scrolled through to the end, and filtered; a row far away is still found', async ({
  page,
  many: server,
}) => {
  const waiting = await countOf(server, 'on_review')
  await page.goto('/backoffice/events')
  await scrollToEnd(page, waiting)
  expect(new Set(await titles(page).allTextContents()).size, 'no event twice').toBe(waiting)
  // By the keyboard, in the page, and by a screen reader.
  await expect(titles(page).first()).not.toBeInViewport()
  await titles(page).first().getByRole('link').focus()
  await expect(titles(page).first()).toBeInViewport()

  await page.getByRole('textbox', { name: 'Search' }).fill('pottery')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/backoffice/events?q=pottery')
  const pottery = await listed(server, 'status=ON_REVIEW&q=pottery&per_page=100')
  await expect(rows(page).first()).toContainText('Pottery')
  await scrollToEnd(page, pottery.length)
  await page.goBack()
  await expect(page).toHaveURL(/\/backoffice\/events$/)
  await expect(page.getByRole('textbox', { name: 'Search' })).toHaveValue('')
})

test('the list is where it was left, after an event in the middle of hundreds', async ({
  page,
  many: server,
}) => {
  await page.goto('/backoffice/events')
  await expect(rows(page)).toHaveCount(20)
  const waiting = await countOf(server, 'on_review')
  await scrollToEnd(page, waiting)
  const middle = rows(page).nth(Math.floor(waiting / 2))
  await middle.scrollIntoViewIfNeeded()
  const title = (await middle.getByRole('heading').textContent()) ?? ''
  const next =
    (await titles(page)
      .nth(Math.floor(waiting / 2) + 1)
      .textContent()) ?? ''
  const link = page.getByRole('link', { name: title, exact: true })
  await middle.getByRole('checkbox').waitFor()
  const before = (await link.boundingBox())?.y ?? 0
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await expect(link).toBeFocused()
  await expect.poll(async () => Math.abs(((await link.boundingBox())?.y ?? 0) - before)).toBeLessThan(4)
  await expect(rows(page)).toHaveCount(waiting)

  await page.getByRole('button', { name: `Approve “${title}”` }).dblclick()
  await expect(page.getByText('Event approved successfully')).toHaveCount(1)
  await expect(link).toHaveCount(0)
  await expect(page.getByRole('link', { name: next, exact: true })).toBeFocused()
  await expect(rows(page)).toHaveCount(waiting - 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(link).toBeVisible()
  await expect(rows(page)).toHaveCount(waiting)
})
