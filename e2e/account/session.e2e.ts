import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import {
  callApi,
  login,
  newPerson,
  openAccount,
  review,
  submitEvent,
  tokenOf,
  type Person,
} from '../support/accounts'
import type { TestServer } from '../support/test-server'
import { fillEvent } from '../support/event-form'
import { asAdmin, expect, settled, test } from '../support/fixtures'
import { findStored, type Traces } from '../support/stored-traces'

test.use({ serviceWorkers: 'allow' })

const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out', exact: true }).click()

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name) ?? '', key)

/** Traces that a device could store of an account, under names for the report. */
async function tracesOf(page: Page, { email, name }: Person, more: Traces): Promise<Traces> {
  const { id } = JSON.parse(await stored(page, 'auth_user')) as { id: string }
  const access = await stored(page, 'access_token')
  const refresh = await stored(page, 'refresh_token')
  return { address: email, name, id, access, refresh, ...more }
}

/** Somebody with an event on review, whose name nobody else has. */
async function personWithEvent(server: TestServer) {
  const person = await openAccount(server, newPerson(`Ana ${randomUUID().slice(0, 8)}`))
  const title = `Only mine ${randomUUID().slice(0, 8)}`
  const token = await tokenOf(server, person)
  const id = await submitEvent(server, { title, email: person.email, token })
  return { person, title, id, token }
}

test('signing out in one tab signs out the other, and nothing of the account is left on the device', async ({
  page,
  server,
  context,
}) => {
  const { person, title, id } = await personWithEvent(server)
  await review(server, id, { action: 'reject', reason: `Too far away for ${person.name}` })
  await login(page, person)
  await expect(page.getByText(title)).toBeVisible()
  await settled(page)
  await page.reload()
  await expect(page.getByText(title)).toBeVisible()
  // The form, the worker and the outbox also see parts of the account.
  await page.goto(`/manage/${id}`)
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)
  await page.getByLabel('Title', { exact: true }).fill(`${title} again`)
  await expect
    .poll(() => findStored(page, { draft: `${title} again` }), { message: 'the draft' })
    .not.toEqual([])
  await page.goto('/profile')
  await expect(page.getByText(title)).toBeVisible()

  const other = await context.newPage()
  await other.addInitScript(watchFor, [title, person.email, person.name])
  await other.goto('/profile')
  await expect(other.getByText(title)).toBeVisible()
  await other.goto('/contacts')
  await expect(other.getByRole('banner').getByRole('link', { name: 'Profile' })).toBeVisible()

  const traces = await tracesOf(page, person, { title })
  const before = await findStored(page, traces)
  for (const what of Object.keys(traces))
    expect(before.join('\n'), 'the search finds it while somebody is signed in').toContain(`${what} in `)
  expect(before).toEqual(
    expect.arrayContaining([
      'title in localStorage/ericeira-own-queries',
      'refresh in ericeira-session/session',
    ]),
  )

  await signOut(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/login')
  await expect(other.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await other.goBack()
  await other.waitForURL('**/login')
  await expect(other.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  expect(await other.evaluate(() => (window as { hasShown?: string[] }).hasShown)).toEqual([])
  await page.goBack()
  await expect(page.getByText(title)).toBeHidden()
  await expect(page.getByText(person.email)).toBeHidden()

  for (const tab of [page, other]) {
    const after = { ...traces, ...(await digestsOf(traces)) }
    await expect.poll(() => findStored(tab, after)).toEqual([])
  }
  await test.step('and the server knows', async () => {
    const refused = await fetch(`${server.origin}/api/v1/auth/refresh`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: traces['refresh'] }),
    })
    expect(refused.status).toBe(401)
  })
})

/** Runs in the page, before anything else: records which of these were ever in the document. */
function watchFor(texts: string[]): void {
  const seen = new Set<string>()
  Object.defineProperty(window, 'hasShown', { get: () => [...seen] })
  new MutationObserver(() => {
    const shown = document.documentElement.textContent
    for (const text of texts) if (shown.includes(text)) seen.add(text)
  }).observe(document, { childList: true, subtree: true, characterData: true })
}

/** The digests by which the server is told of a session that was ended. */
async function digestsOf({ refresh = '' }: Traces): Promise<Traces> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(refresh))
  return { digest: Buffer.from(digest).toString('base64url') }
}

// The test cannot drop the worker's requests: the pages do everything themselves.
test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test(
    'what waits is kept for its account, hidden from everybody until that is back, or sent before signing out',
    { tag: '@gate' },
    async ({ page, server, context }) => {
      const { person, title } = await personWithEvent(server)
      const somebodyElse = await openAccount(server)
      const network = await cutSubmissions(context)
      const dialog = page.getByRole('alertdialog')
      await login(page, person)

      network.isCut = true
      await submitInVain(page, `${title} kept`, person.email)
      await page.goto('/profile')
      await expect(page.getByText('1 event on this device is waiting to be sent')).toBeVisible()
      await signOut(page)
      await expect(dialog).toContainText('1 item you wrote here hasn’t been sent yet.')
      await dialog.getByRole('button', { name: 'Keep for this account' }).click()
      await page.waitForURL('**/login')
      network.isCut = false
      await page.goto('/outbox')
      await expect(page.getByText('Written while signed in')).toBeVisible()
      await expect(page.getByText(title)).toBeHidden()

      await login(page, somebodyElse)
      await page.goto('/outbox')
      await expect(page.getByText('Written with another account')).toBeVisible()
      await page.getByRole('button', { name: 'Send now' }).click()
      await expect(page.getByText(title)).toBeHidden()
      await page.getByRole('button', { name: 'Sign in with that account' }).click()
      await page.waitForURL('**/login')
      expect(await titlesOf(server, person)).toEqual([title])

      await login(page, person)
      await expect.poll(() => titlesOf(server, person)).toEqual([`${title} kept`, title])

      await test.step('or sent before signing out: first in vain, then with a network', async () => {
        network.isCut = true
        await submitInVain(page, `${title} sent`, person.email)
        await page.goto('/profile')
        await signOut(page)
        await dialog.getByRole('button', { name: 'Send now' }).click()
        await expect(dialog).toContainText('1 couldn’t be sent. It’s still here.')
        network.isCut = false
        await dialog.getByRole('button', { name: 'Send now' }).click()
        await page.waitForURL('**/login')
        expect(await titlesOf(server, person)).toEqual([`${title} sent`, `${title} kept`, title])
      })
    },
  )
})

test('the account is deleted elsewhere while an event is being written: the text stays', async ({
  page,
  server,
  context,
}) => {
  const { person, title, token } = await personWithEvent(server)
  await login(page, person)
  await page.goto('/add-event')
  await fillEvent(page, { title: `${title} again`, email: person.email })
  await callApi(server, 'POST', '/profile/delete', { token, body: { password: person.password } })
  const other = await context.newPage()
  await other.goto('/profile')
  await other.waitForURL('**/login')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(`${title} again`)
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue(/^Guitars and fado/)
  await page.getByRole('button', { name: 'Create Event' }).click()
  await page.getByRole('link', { name: 'See what’s waiting to be sent' }).click()
  await page.getByRole('button', { name: 'Send without an account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send without an account' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing waiting to be sent' })).toBeVisible()
  const { items } = (await asAdmin('/backoffice/events?per_page=100', { origin: server.origin })) as {
    items: { title: string }[]
  }
  expect(items.map((event) => event.title)).toContain(`${title} again`)
})

/** Drops submissions on their way to the server while it is cut. */
async function cutSubmissions(context: BrowserContext): Promise<{ isCut: boolean }> {
  const network = { isCut: false }
  await context.route('**/api/v1/events', (route) =>
    network.isCut && route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
  )
  return network
}

async function submitInVain(page: Page, title: string, email: string): Promise<void> {
  await page.goto('/add-event')
  await fillEvent(page, { title, email })
  await page.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByText(/^Saved on this device/).first()).toBeVisible({ timeout: 20_000 })
}

/** Titles of the account's submissions as the server has them, the newest first. */
async function titlesOf(server: TestServer, person: Person): Promise<string[]> {
  const token = await tokenOf(server, person)
  const { items } = await callApi<{ items: { title: string }[] }>(server, 'GET', '/my-events', { token })
  return items.map(({ title }) => title)
}
