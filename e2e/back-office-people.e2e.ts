import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import {
  anotherDevice,
  callApi,
  expect,
  login,
  newPerson,
  openAccount,
  submitEvent,
  test,
  tokenOf,
} from './accounts'
import type { Person } from './accounts'
import type { AccountsServer } from './accounts-server'
import { administrator } from './fixtures'
import { ADMIN } from './playwright.config'

test.use({ storageState: administrator })

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/backoffice/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/backoffice/dashboard')
}

/** Somebody whose name nobody else has. */
function openAccountOf(accounts: AccountsServer, name: string): Promise<Person> {
  return openAccount(accounts, newPerson(`${name} ${randomUUID().slice(0, 8)}`))
}

/** Finds a person by the search and opens their page. */
async function openPerson(page: Page, { name, email }: Person): Promise<void> {
  await page.goto('/backoffice/users')
  await page.getByLabel('Name or email').fill(email)
  await page.getByLabel('Name or email').press('Enter')
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
  accounts,
  browser,
}) => {
  const person = await openAccountOf(accounts, 'Rui Reis')
  const theirs = await anotherDevice(browser, accounts)
  await login(theirs, person)
  await submitEvent(accounts, {
    title: `Fado ${person.name}`,
    email: person.email,
    token: await tokenOf(accounts, person),
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
    theirs.getByText('This account is suspended. Write to us if you think that is a mistake.'),
  ).toBeVisible()

  await change(page, 'Reinstate', person, `${person.name} is reinstated`)
  await login(theirs, person)
  await theirs.context().close()
})

test('whoever is made an administrator may use the back office, until that is taken back', async ({
  page,
  accounts,
  browser,
}) => {
  const person = await openAccountOf(accounts, 'Ana Ondas')
  await openPerson(page, person)
  await change(page, 'Make administrator', person, `${person.name} is an administrator now`)

  const theirs = await anotherDevice(browser, accounts)
  await signIn(theirs, person)
  await openPerson(theirs, { ...person, name: person.name })
  // Nobody takes it from themselves by accident.
  await expect(theirs.getByRole('button', { name: 'End my other sessions' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Remove administrator role' })).toBeHidden()

  await change(page, 'Remove administrator role', person, `${person.name} is no administrator any more`)
  await theirs.goto('/backoffice/users')
  await expect(theirs.getByRole('table')).toBeHidden()
  await theirs.context().close()
})

test('from a person the way leads to all of their events, and the id is copied', async ({
  page,
  accounts,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const person = await openAccountOf(accounts, 'Zoë')
  await openPerson(page, person)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await page.getByRole('button', { name: 'Copy ID' }).click()
  await expect(page.getByRole('tooltip', { name: 'Copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
  await page.getByRole('link', { name: `View all events of ${person.name}` }).click()
  await expect(page).toHaveURL(`${accounts.origin}/backoffice/events?user_id=${id}`)
  await expect(page.getByText('No events found')).toBeVisible()
})

test('devices and notifications are cut in their lists, and whole in their details', async ({
  page,
  accounts,
}) => {
  const person = await openAccountOf(accounts, 'Maria')
  const token = await tokenOf(accounts, person)
  const [deviceId, deviceToken] = [randomUUID(), randomUUID().replaceAll('-', '').repeat(2)]
  const body = { device_id: deviceId, device_token: deviceToken }
  await callApi(accounts, 'POST', '/user/set-apple-device', { token, body })
  const title = `Sardines ${randomUUID().slice(0, 8)}`
  const id = await submitEvent(accounts, { title, email: person.email, token })
  const admin = await tokenOf(accounts, { ...ADMIN, name: '' })
  await callApi(accounts, 'POST', `/backoffice/events/${id}/review`, {
    token: admin,
    body: { action: 'approve' },
  })

  await page.goto('/backoffice/devices')
  const cut = page.getByRole('button', { name: `${deviceToken.slice(0, 30)}…` })
  await expect(cut).toBeVisible()
  // By keyboard, as by pointer.
  await cut.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tooltip', { name: deviceToken })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('row').filter({ has: cut }).getByRole('button', { name: 'Details of device' }).click()
  const device = page.getByRole('dialog', { name: 'Device details' })
  await expect(device).toContainText(deviceId)
  await expect(device).toContainText(deviceToken)

  await page.goto('/backoffice/notifications')
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  const notification = page.getByRole('dialog', { name: 'Notification details' })
  await expect(notification.getByText(`"${id}"`)).toBeVisible()
})
