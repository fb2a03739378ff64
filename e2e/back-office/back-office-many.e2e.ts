import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
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

const stored = async ({ origin }: TestServer, id: string) =>
  (await asAdmin(`/backoffice/events/${id}`, { origin })) as Stored

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

test('every page shows hundreds: people, devices, notifications, messages, tags, counts, photos', async ({
  page,
  many: server,
}) => {
  await page.goto('/backoffice/dashboard')
  const { origin } = server
  for (const status of ['on_review', 'published', 'rejected'] as const) {
    const name = { on_review: 'Pending Review', published: 'Published', rejected: 'Rejected' }[status]
    await expect(page.getByRole('link', { name: `${await countOf(server, status)} ${name}` })).toBeVisible()
  }
  const people = (await asAdmin('/backoffice/users/count-by-role', { origin })) as { users: number }
  expect(people.users).toBeGreaterThanOrEqual(PEOPLE)
  await expect(page.getByRole('link', { name: `${people.users} Users` })).toBeVisible()

  for (const [path, label] of [
    ['users', 'Users'],
    ['devices', 'Devices'],
    ['notifications', 'Notifications'],
    ['contact-forms', 'Contact Forms'],
  ] as const) {
    await page.goto(`/backoffice/${path}`)
    const table = page.getByRole('table', { name: label })
    await expect(table.getByRole('row').nth(1)).toBeVisible()
    const least = path === 'users' ? people.users + 1 : PEOPLE
    await expect
      .poll(
        async () => {
          await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
          return table.getByRole('row').count()
        },
        { message: label, intervals: [50] },
      )
      .toBe(least + 1)
  }

  const { items } = (await asAdmin('/backoffice/events/tags', { origin })) as {
    items: { name: string; event_count?: number }[]
  }
  await page.goto('/backoffice/tags')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(items.length + 1)

  const withPhoto = (await listed(server, 'status=ON_REVIEW&per_page=100')) as (Stored & {
    photo?: string
  })[]
  const event = withPhoto.find(({ photo }) => photo !== undefined)
  await page.goto(`/backoffice/events/${event?.id}`)
  const photo = page.getByAltText(`Photo of “${event?.title}”`)
  await expect(photo).toBeVisible()
  await expect
    .poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(300)
})

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

test('a queue of fifty is reviewed without the mouse, and the mails follow what was decided', async ({
  page,
  many: server,
}) => {
  const reason = 'Please tell us when it begins.'
  // The oldest have one address all: the demonstration's. Each of these has its own, to which a mail is expected.
  const words = 'example.com'
  const filled = await listed(server, `status=ON_REVIEW&q=${words}&sort=oldest&per_page=100`)
  const [first, ...rest] = filled.slice(0, 51)
  await page.goto(`/backoffice/events/${first?.id}?q=${words}`)
  const heading = page.getByRole('heading', { level: 1 })
  const place = page.getByText(/^1 of \d+ on review$/)
  await expect(place).toBeVisible()
  const atFirst = (await place.textContent()) ?? ''

  // This is a slip: it is undone, and passed over.
  await page.keyboard.press('a')
  await expect(heading).toHaveText(rest[0]?.title ?? '')
  await page.keyboard.press('u')
  await expect(heading).toHaveText(first?.title ?? '')
  await expect(page.getByText(`“${first?.title}” is on review again`)).toBeVisible()
  await expect(page.getByText(atFirst, { exact: true })).toBeVisible()
  await page.keyboard.press('j')

  for (const [index, { title }] of rest.entries()) {
    await expect(heading).toHaveText(title)
    if (index % 10 < 9) {
      await page.keyboard.press('a')
      continue
    }
    await page.keyboard.press('r')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await page.keyboard.type(reason)
    await pressUntilFocused(page, dialog.getByRole('button', { name: 'Reject', exact: true }))
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  }
  const last = rest.at(-1)
  await expect.poll(async () => (await stored(server, last?.id ?? '')).status).toBe('REJECTED')

  const addresses = new Set(rest.map(({ email }) => email))
  await expect
    .poll(async () => (await mailsTo(server, addresses)).length, { timeout: 30_000, message: 'mails' })
    .toBe(rest.length)
  const mails = await mailsTo(server, addresses)
  for (const [index, { email }] of rest.entries()) {
    const mail = mails.find(({ to }) => to === email)
    const isRejected = index % 10 === 9
    // A person without an account knows the submission by its number.
    expect(mail?.subject, email).toMatch(
      isRejected ? /was not published(?: \(no\. .+\))?$/ : /has been published(?: \(no\. .+\))?$/,
    )
    expect(mail?.text.includes(reason), email).toBe(isRejected)
  }
  expect(await mailsTo(server, new Set([first?.email ?? ''])), 'to whom the undone one was').toEqual([])
  expect((await stored(server, first?.id ?? '')).status).toBe('ON_REVIEW')
})

async function pressUntilFocused(page: Page, wanted: ReturnType<Page['getByRole']>): Promise<void> {
  for (let tab = 0; tab < 10; tab += 1) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('the key Tab does not lead there')
}

async function mailsTo(
  { mail }: TestServer,
  addresses: ReadonlySet<string>,
): Promise<{ to: string; subject: string; text: string }[]> {
  const parsed = await Promise.all(mail.delivered.map((raw) => PostalMime.parse(raw)))
  return parsed
    .map(({ to, subject = '', text = '' }) => ({ to: to?.[0]?.address ?? '', subject, text }))
    .filter(({ to }) => addresses.has(to))
}
