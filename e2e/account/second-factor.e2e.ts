import { expect, test } from '../support/fixtures'
import type { Page } from '@playwright/test'
import { knownTo, newAdministrator, promote, type Person } from '../support/accounts'
import { codeOf } from '../support/authenticators'

async function signIn(page: Page, { email, password }: Person, path = '/backoffice/login'): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page.waitForURL('**/backoffice/login')
}

/** Turns the app on; with its secret and the recovery codes. */
async function setUpApp(page: Page) {
  await page.getByRole('button', { name: 'Set up the app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up the app' })
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByLabel('Code from your authenticator app').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('alertdialog', { name: 'Your recovery codes' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recovery = await codes.getByRole('listitem').allTextContents()
  await codes.getByRole('button', { name: 'I’ve stored them' }).click()
  return { secret, recovery }
}

test('an administrator sets up an app, and signs in with its code, and with a recovery code', async ({
  page,
  server,
}) => {
  const person = await newAdministrator(server)
  await signIn(page, person)
  await page.waitForURL('**/backoffice/dashboard')
  await page.goto('/backoffice/security')
  const { secret, recovery } = await setUpApp(page)

  await signOut(page)
  // The public page signs in, too.
  await signIn(page, person, '/login')
  await page.getByLabel('Code from your authenticator app').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('alert')).toContainText('This code is incorrect')
  await page.getByLabel('Code from your authenticator app').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/profile')

  await page.goto('/backoffice/dashboard')
  await signOut(page)
  await signIn(page, person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery[0] ?? '')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/backoffice/dashboard')
  await page.goto('/backoffice/security')
  await expect(page.getByText('9 codes are left')).toBeVisible()
})

test('back from a provider the second step is asked for, too', async ({ page, server }) => {
  const email = knownTo(server.google)
  const withGoogle = async () => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.getByRole('link', { name: 'Agree' }).click()
  }
  await withGoogle()
  await page.waitForURL(`${server.origin}/`)
  await promote(server, email)
  // Nothing here has the database open.
  await page.goto('/robots.txt')
  await page.evaluate(() => void indexedDB.deleteDatabase('ericeira-session'))
  await withGoogle()
  await page.waitForURL(`${server.origin}/`)
  await page.goto('/backoffice/security')
  const { secret } = await setUpApp(page)
  await signOut(page)
  await withGoogle()
  await page.getByLabel('Code from your authenticator app').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL(`${server.origin}/`)
})
