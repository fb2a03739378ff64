import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  anotherDevice,
  login,
  newPerson,
  openAccount,
  submitEvent,
  tokenOf,
  type Person,
} from '../support/accounts'
import type { TestServer } from '../support/test-server'
import { administrator, expect, test } from '../support/fixtures'

test.use({ storageState: administrator })

/** Somebody whose name nobody else has. */
function openAccountOf(server: TestServer, name: string): Promise<Person> {
  return openAccount(server, newPerson(`${name} ${randomUUID().slice(0, 8)}`))
}

/** Finds a person by the search and opens their page. */
async function openPerson(page: Page, { name, email }: Person): Promise<void> {
  await page.goto('/backoffice/users')
  await page.getByLabel('Name, email or ID').fill(email)
  await page.getByLabel('Name, email or ID').press('Enter')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: `Details of ${name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Presses the button of a change and confirms it. */
async function change(page: Page, button: string, { name }: Person, done: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(name)
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByText(done)).toBeVisible()
  await expect(dialog).toBeHidden()
}

test('an administrator suspends a person, who is signed out and told why, and reinstates them', async ({
  page,
  server,
  browser,
}) => {
  const person = await openAccountOf(server, 'Rui Reis')
  const theirs = await anotherDevice(browser, server)
  await login(theirs, person)
  await submitEvent(server, {
    title: `Fado ${person.name}`,
    email: person.email,
    token: await tokenOf(server, person),
  })

  await openPerson(page, person)
  await expect(page.getByRole('link', { name: `Fado ${person.name}` })).toBeVisible()
  await change(page, 'Suspend', person, `${person.name} is suspended`)
  await expect(page.getByText('Suspended', { exact: true })).toBeVisible()

  // The next call of theirs finds the session ended.
  await theirs.goto('/profile')
  await theirs.waitForURL((url) => url.pathname === '/login')
  await theirs.getByLabel('Email').fill(person.email)
  await theirs.getByLabel('Password', { exact: true }).fill(person.password)
  await theirs.getByRole('button', { name: 'Sign in' }).click()
  await expect(
    theirs.getByText('This account is suspended. Contact us if you think that’s a mistake.'),
  ).toBeVisible()

  await change(page, 'Reinstate', person, `${person.name} is reinstated`)
  await login(theirs, person)
  await theirs.context().close()
})
