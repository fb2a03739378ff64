import { expect, test } from '../support/fixtures'
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import {
  callApi,
  newAdministrator,
  newPerson,
  openAccount,
  submitEvent,
  tokenOf,
  type Person,
} from '../support/accounts'
import type { TestServer } from '../support/test-server'
import { codeOf } from '../support/authenticators'
import { expectAccessible, expectRoomForLargeText, axeInPairs } from '../support/axe'
import { ADMIN } from '../playwright.config'
import { sentencesIn } from '../support/sentences'

const AREAS = ['back-office', 'back-office-people', 'back-office-tags', 'second-factor', 'sign-in']
// The check looks at each state in one language.
const checkPage = axeInPairs()
const [translate, diz] = [sentencesIn('en', AREAS), sentencesIn('pt', AREAS)]
/** The name is as long as the rules allow, and has no place to break. */
const LONG_NAME = 'W'.repeat(200)

async function signIn(page: Page, { email, password } = ADMIN): Promise<void> {
  if (!page.url().endsWith('/login')) await page.goto('/backoffice/login')
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/backoffice/${path}`)
  await page.locator('#content h1').waitFor()
}

async function inPortuguese(page: Page, { origin }: TestServer): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: 'pt', url: origin }])
}

/** Opens a dialog by its button, looks at it, and closes it: the focus is where it was. */
async function checkDialog(page: Page, button: Locator, state: string): Promise<void> {
  await button.click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(dialog).toBeVisible()
  await checkPage(page, state)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
}

/** A person with a device, a submission and a notification of its review. */
async function openBusyAccount(server: TestServer): Promise<Person> {
  const person = await openAccount(server, newPerson(LONG_NAME))
  const token = await tokenOf(server, person)
  const body = { device_id: 'D'.repeat(100), device_token: randomUUID().repeat(4) }
  await callApi(server, 'POST', '/user/set-apple-device', { token, body })
  const id = await submitEvent(server, { title: 'S'.repeat(100), email: person.email, token })
  const admin = await tokenOf(server, { ...ADMIN, name: '' })
  const decision = { action: 'approve' }
  await callApi(server, 'POST', `/backoffice/events/${id}/review`, { token: admin, body: decision })
  return person
}

test.use({ serviceWorkers: 'block' })

test('every state of the sign-in is accessible, with a second step', async ({ page, server }) => {
  await page.goto('/backoffice/login')
  await checkPage(page, 'login')
  await page.getByRole('button', { name: translate('sign_in_submit') }).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeFocused()
  await checkPage(page, 'login, errors')
  await signIn(page, { ...ADMIN, password: 'not the right one' })
  await expect(page.getByRole('alert')).toHaveText(translate('sign_in_failed'))
  await checkPage(page, 'login, refused')

  const person = await newAdministrator(server)
  await signIn(page, person)
  await page.waitForURL('**/backoffice/dashboard')
  await open(page, 'security')
  await checkPage(page, 'security')
  await page.getByRole('button', { name: translate('second_factor_totp_add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(translate('second_factor_code_wrong'))
  await checkPage(page, 'a new app, refused')
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByRole('textbox').fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await checkPage(page, 'recovery codes')
  await page.getByRole('button', { name: translate('second_factor_codes_stored') }).click()
  const remove = page.getByRole('button', { name: translate('second_factor_totp_remove') })
  await checkDialog(page, remove, 'removing the app')
  const make = page.getByRole('button', { name: translate('second_factor_codes_make') })
  await checkDialog(page, make, 'making new codes')

  await page.getByRole('button', { name: translate('admin_logout') }).click()
  await page.waitForURL('**/backoffice/login')
  await signIn(page, person)
  await expect(page.getByLabel(translate('second_factor_code_label'))).toBeFocused()
  await checkPage(page, 'the second step')
  await page.getByRole('button', { name: translate('second_factor_recovery_use') }).click()
  await page.getByLabel(translate('second_factor_recovery_label')).fill('aaaaa-aaaaa')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(translate('second_factor_recovery_wrong'))
  await checkPage(page, 'the second step, by a recovery code')
})

test('every page about people is accessible', async ({ page, server }) => {
  const person = await openBusyAccount(server)
  await inPortuguese(page, server)
  await signIn(page)
  await page.waitForURL('**/backoffice/dashboard')

  await open(page, 'users')
  await expect(page.getByRole('table')).toBeVisible()
  await checkPage(page, 'users')
  const search = page.getByLabel(diz('admin_people_search'), { exact: true })
  await search.fill('nobody has this name')
  await search.press('Enter')
  await expect(page.getByRole('heading', { name: diz('admin_people_users_none') })).toBeVisible()
  await expect(search).toBeFocused()
  await checkPage(page, 'users, none')
  await page.getByRole('button', { name: diz('admin_people_search_clear') }).click()
  await expect(search).toBeFocused()
  await page.route('**/backoffice/users?*', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('alert')).toContainText(diz('admin_people_users_failed'))
  await checkPage(page, 'users, failed')
  await page.unroute('**/backoffice/users?*')

  await open(page, `users?search=${person.email}`)
  await page.getByRole('row').last().getByRole('link').last().click()
  await expect(page.getByRole('heading', { level: 1, name: LONG_NAME })).toBeVisible()
  await expect(page.getByText(diz('admin_status_published'), { exact: true })).toBeVisible()
  await checkPage(page, 'a person')
  for (const change of ['admin_people_promote', 'admin_people_erase', 'admin_people_suspend'])
    await checkDialog(page, page.getByRole('button', { name: diz(change) }), change)
  await open(page, `users/${randomUUID()}`)
  await checkPage(page, 'a person who is not there')

  await open(page, 'devices')
  await checkPage(page, 'devices')
  const row = page.getByRole('row').filter({ hasText: 'D'.repeat(20) })
  await checkDialog(page, row.getByRole('button').last(), 'a device')

  await open(page, 'notifications')
  await checkPage(page, 'notifications')
  await checkDialog(page, page.getByRole('row').last().getByRole('button').last(), 'a notification')
})

test('every state of tags and support messages is accessible', async ({ page, server }) => {
  const body = {
    first_name: 'F'.repeat(200),
    last_name: 'L'.repeat(200),
    email: `${'e'.repeat(64)}@example.com`,
    topic: 'Urgent Matter',
    message: 'm'.repeat(1000),
  }
  await callApi(server, 'POST', '/contact-form', { body })
  await inPortuguese(page, server)
  await signIn(page)
  await page.waitForURL('**/backoffice/dashboard')

  await open(page, 'tags')
  await expect(page.getByRole('table')).toBeVisible()
  await page.getByRole('button', { name: diz('admin_tags_create') }).click()
  const creating = page.getByRole('dialog')
  await creating.getByRole('textbox').first().fill('W'.repeat(100))
  await creating.getByRole('textbox').last().fill('a b')
  await page.keyboard.press('Enter')
  await expect(creating.locator('[aria-invalid=true]')).toBeFocused()
  await checkPage(page, 'a new tag, error')
  await creating.getByRole('textbox').last().fill(`k-${randomUUID()}`)
  await page.keyboard.press('Enter')
  await expect(creating).toBeHidden()
  await checkPage(page, 'tags')
  const row = page.getByRole('row').filter({ hasText: 'W'.repeat(100) })
  await checkDialog(page, row.getByRole('button').nth(0), 'a tag, edited')
  await checkDialog(page, row.getByRole('button').nth(1), 'a tag, merged')
  await checkDialog(page, row.getByRole('button').nth(2), 'a tag, deleted')
  await page.getByRole('searchbox').fill('no tag is called this')
  await expect(page.getByRole('table')).toBeHidden()
  await checkPage(page, 'tags, none found')

  await open(page, 'contact-forms')
  await expect(page.getByRole('table')).toBeVisible()
  await checkPage(page, 'support messages')
  const message = page.getByRole('row').filter({ hasText: 'e'.repeat(64) })
  await checkDialog(page, message.getByRole('button').first(), 'a support message')
  await checkDialog(page, message.getByRole('button').last(), 'a support message, deleted')
  await message.getByRole('button').first().click()
  await page.getByRole('button', { name: diz('admin_contact_mark_done') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('combobox').selectOption('done')
  await expect(message).toContainText(diz('admin_contact_is_done'))
  await checkPage(page, 'support messages, done')
})

test('every state of the shell is accessible, also where nothing can be stored', async ({
  page,
  browser,
  server,
}) => {
  await signIn(page)
  await page.waitForURL('**/backoffice/dashboard')
  await open(page, 'tags')
  await page.getByRole('button', { name: translate('admin_nav_collapse') }).click()
  await checkPage(page, 'the sidebar, collapsed')
  await page.getByRole('button', { name: translate('admin_nav_expand') }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: translate('admin_nav_open') }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'the drawer')
  await expectRoomForLargeText(page, 'the drawer')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: translate('admin_nav_open') })).toBeFocused()
  await page.context().setOffline(true)
  await expect(page.getByRole('heading', { name: translate('admin_offline_title') })).toBeVisible()
  await checkPage(page, 'offline')

  const context = await browser.newContext({ baseURL: server.origin, serviceWorkers: 'block' })
  const window = await context.newPage()
  await window.addInitScript(forbidStorage)
  await signIn(window)
  await window.waitForURL('**/backoffice/dashboard')
  const note = window.getByRole('alert').filter({ hasText: translate('sign_in_session_only_title') })
  await expect(note).toContainText(translate('sign_in_session_only_text'))
  await checkPage(window, 'signed in for this page only')
  // The session is there for every page that is opened without a reload.
  await window
    .getByRole('link', { name: translate('admin_nav_users'), exact: true })
    .first()
    .click()
  await expect(window.getByRole('table')).toBeVisible()
  await note.getByRole('button', { name: translate('admin_close') }).click()
  await expect(note).toBeHidden()
  await window.reload()
  await window.waitForURL('**/backoffice/login')
  await context.close()
})

/** Runs in the page: a browser that is told to store nothing of any site. */
function forbidStorage(): void {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Access is denied', 'SecurityError')
      },
    })
}
