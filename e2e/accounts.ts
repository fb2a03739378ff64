import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { startAccountsServer } from './accounts-server'
import type { AccountsServer } from './accounts-server'
import { expect, test as base } from './fixtures'

/** Journeys of people with accounts: on a server of its own, with real mails and providers. `page.goto` takes its paths. */
export const test = base.extend<object, { accounts: AccountsServer }>({
  accounts: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const accounts = await startAccountsServer()
      await use(accounts)
      await accounts.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ accounts }, use) => use(accounts.origin),
})

export { expect }

export interface Person {
  email: string
  password: string
  name: string
}

/** Somebody whom nobody knows yet. */
export function newPerson(name = 'Ana Ondas'): Person {
  return { email: `${randomUUID()}@example.com`, password: 'corvina-e-percebes-42', name }
}

/** Where the newest mail to the address leads, by a link to this path; waits for the mail. */
export async function latestLink({ mail }: AccountsServer, address: string, path: string): Promise<string> {
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
  accounts: AccountsServer,
  person: Person = newPerson(),
): Promise<Person> {
  await register(page, person)
  await page.goto(await latestLink(accounts, person.email, '/login'))
  await expect(page.getByText('Email Confirmed!')).toBeVisible()
  return person
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

/** Who is signed in, as storage says; undefined when nobody is. */
export function signedInAs(page: Page): Promise<{ email: string; name: string } | undefined> {
  return page.evaluate(() => {
    const stored = localStorage.getItem('auth_user')
    return stored === null ? undefined : (JSON.parse(stored) as { email: string; name: string })
  })
}
