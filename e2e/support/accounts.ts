import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { jpeg } from '../../tests/support/server/images'
import type { TestServer } from './test-server'
import { asAdmin, expect, type StorageState } from './fixtures'

export interface Person {
  email: string
  password: string
  name: string
}

/** A person whom the server does not know yet. */
export function newPerson(name = 'Ana Ondas'): Person {
  return { email: `${randomUUID()}@example.com`, password: 'corvina-e-percebes-42', name }
}

/** Waits for the newest mail to the address, and returns the address that its link to this path has. */
export async function latestLink({ mail }: TestServer, address: string, path: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const mails = await Promise.all(mail.delivered.map((raw) => PostalMime.parse(raw)))
        link = mails
          .filter(({ to }) => to?.some((recipient) => recipient.address === address))
          .flatMap(({ text = '' }) => text.match(/https?:\/\/\S+/g) ?? [])
          .findLast((url) => new URL(url).pathname === path)
        return link
      },
      { message: `a mail to ${address} with a link to ${path}`, timeout: 15_000 },
    )
    .toBeDefined()
  return link ?? ''
}

/** Registers on the page and follows the link of the mail that arrived. */
export async function registerAndConfirm(
  page: Page,
  server: TestServer,
  person: Person = newPerson(),
): Promise<Person> {
  await register(page, person)
  await page.goto(await latestLink(server, person.email, '/login'))
  await confirm(page, person)
  return person
}

/** Presses the button of the page that the link of a confirmation mail leads to. */
export async function confirm(page: Page, { password }: Person): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await expect(page.getByText('Email Confirmed!')).toBeVisible()
}

export async function register(page: Page, { email, password, name }: Person): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Registration Successful!' })).toBeVisible()
}

/** Types both on /login, and waits until the page has gone on. */
export async function login(page: Page, { email, password }: Person): Promise<void> {
  if (!new URL(page.url()).pathname.startsWith('/login')) await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/** The signed-in user, by the storage; undefined when nobody is signed in. */
export function signedInAs(page: Page): Promise<{ email: string; name: string } | undefined> {
  return page.evaluate(() => {
    const stored = localStorage.getItem('auth_user')
    return stored === null ? undefined : (JSON.parse(stored) as { email: string; name: string })
  })
}

/** A person whom the provider knows, and says this of. */
export function knownTo(
  provider: TestServer['google' | 'apple'],
  claims: Record<string, unknown> = {},
): string {
  const email = `${randomUUID()}@example.com`
  provider.claims = { sub: randomUUID(), email, email_verified: true, name: 'Rui Mar', ...claims }
  provider.user = undefined
  return email
}

/** Signs in with Google on /login, and agrees there. */
export async function loginWithGoogle(page: Page, server: TestServer): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('link', { name: 'Agree' }).click()
  await page.waitForURL(`${server.origin}/`)
}

/** A call to the API; the bearer is a token out of storage. */
export async function callApi<Data>(
  { origin }: Pick<TestServer, 'origin'>,
  method: string,
  path: string,
  { body, token, key }: { body?: unknown; token?: string; key?: string } = {},
): Promise<Data> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: Data }).data
}

/** An account with a confirmed address, opened without the pages: for journeys that begin after that. */
export async function openAccount(server: TestServer, person = newPerson()): Promise<Person> {
  await callApi(server, 'POST', '/auth/register', { body: person })
  const link = new URL(await latestLink(server, person.email, '/login'))
  const token = link.searchParams.get('confirm-email-token')
  await callApi(server, 'POST', '/auth/confirm-email', { body: { token, password: person.password } })
  return person
}

/** Somebody new who may use the back office. */
export async function newAdministrator(server: TestServer, person = newPerson()): Promise<Person> {
  await openAccount(server, person)
  await promote(server, person.email)
  return person
}

/** Makes an account an administrator's. */
export async function promote({ origin }: TestServer, email: string): Promise<void> {
  const { items } = (await asAdmin('/backoffice/users?per_page=100', { origin })) as {
    items: { id: string; email: string }[]
  }
  const id = items.find((user) => user.email === email)?.id
  await asAdmin(`/backoffice/users/${id}/role`, { origin, method: 'PUT', data: { role: 'ADMIN' } })
}

/** Signs in as a device of its own, without a browser. Resolves with its access token. */
export async function tokenOf(server: TestServer, { email, password }: Person): Promise<string> {
  const session = await callApi<{ access_token: { token: string } }>(server, 'POST', '/auth/login', {
    body: { email, password },
  })
  return session.access_token.token
}

/** Submits an event without the form: as a visitor, or with the token of an account. Resolves with its id. */
export async function submitEvent(
  server: Pick<TestServer, 'origin'>,
  { title, email, token }: { title: string; email: string; token?: string },
): Promise<string> {
  const body = {
    title,
    email,
    description: 'Bring a blanket and something warm: it gets windy.',
    location_name: 'Praia do Sul',
    latitude: 38.96,
    longitude: -9.42,
    tag_keys: ['surf'],
    timetable: {
      list: [{ start_time: '2099-06-20 19:00:00', end_time: '2099-06-20 21:00:00', is_all_day: false }],
    },
  }
  const auth = token === undefined ? {} : { token }
  const event = await callApi<{ id: string }>(server, 'POST', '/events', {
    body,
    key: randomUUID(),
    ...auth,
  })
  return event.id
}

/** A published event of an account that staff has marked as an organiser. */
export async function eventOfOrganiser(
  server: TestServer,
  title: string,
  overrides: { name?: string; texts?: { en: string } } = {},
): Promise<{ id: string; slug: string; name: string }> {
  const person = await openAccount(server)
  const token = await tokenOf(server, person)
  const id = await submitEvent(server, { title, email: person.email, token })
  await review(server, id, { action: 'approve' })
  const { id: userId } = await callApi<{ id: string }>(server, 'GET', '/profile/me', { token })
  const name = `Surf Club ${userId.slice(0, 8)}`
  const links = [{ type: 'instagram', data: 'https://instagram.com/clube' }]
  const photo = (await jpeg('#336688', 1200, 600)).toString('base64')
  const data = { name, texts: { en: 'We teach everybody.' }, links, photo, ...overrides }
  const options = { origin: server.origin, method: 'PUT', data }
  const { slug } = (await asAdmin(`/backoffice/users/${userId}/organiser`, options)) as { slug: string }
  return { id, slug, name: overrides.name ?? name }
}

/** Decides about a submission as an administrator. */
export async function review(
  { origin }: TestServer,
  id: string,
  decision: { action: 'approve' } | { action: 'reject'; reason: string },
): Promise<void> {
  await asAdmin(`/backoffice/events/${id}/review`, { origin, method: 'POST', data: decision })
}

/** Another device: a browser with a storage of its own, empty unless given. */
export async function anotherDevice(
  browser: Browser,
  { origin }: TestServer,
  storageState: StorageState = { cookies: [], origins: [] },
): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-GB', storageState })
  return context.newPage()
}
