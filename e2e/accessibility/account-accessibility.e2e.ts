import { deferred } from '../../src/offline/platform/deferred'
import { expect, test } from '../support/fixtures'
import type { Page } from '@playwright/test'
import {
  knownTo,
  latestLink,
  loginWithGoogle,
  newPerson,
  openAccount,
  review,
  submitEvent,
  tokenOf,
  type Person,
} from '../support/accounts'
import { LANGUAGES, expectRoomForLargeText, holdTimers } from '../support/axe'
import { fillEvent } from '../support/event-form'
import { sentencesIn } from '../support/sentences'

const AREAS = ['sign-in', 'problems', 'provider', 'profile', 'shell', 'outbox', 'push']

for (const { language, newCheck } of LANGUAGES) {
  const translate = sentencesIn(language, AREAS)
  const checkPage = newCheck()
  const button = (page: Page, name: string) =>
    page.getByRole('button', { name: translate(name), exact: true }).last()
  const label = (page: Page, name: string) => page.getByLabel(translate(name), { exact: true }).last()

  const signIn = async (page: Page, { email, password }: Person) => {
    await label(page, 'sign_in_email').fill(email)
    await label(page, 'sign_in_password').fill(password)
    await button(page, 'sign_in_submit').click()
  }

  test.describe(`in the language ${language}`, () => {
    // Waiting entries are made by dropping what the page sends.
    test.use({ serviceWorkers: 'block' })
    test.beforeEach(async ({ context, server }) => {
      test.setTimeout(180_000)
      await context.addCookies([{ name: 'lang', value: language, url: server.origin }])
    })

    test('every state of signing in is accessible', async ({ page, server, context }) => {
      const person = newPerson()
      await page.goto('/login')
      await expect(page.getByRole('button', { name: /Google/ })).toBeVisible()
      await checkPage(page, 'login')
      await button(page, 'sign_in_submit').click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeFocused()
      await checkPage(page, 'login, errors')
      await signIn(page, person)
      await expect(page.getByRole('alert')).toHaveText(translate('sign_in_failed'))
      await checkPage(page, 'login, refused')
      await button(page, 'sign_in_forgot').click()
      await expect(button(page, 'sign_in_forgot_submit')).toBeVisible()
      await checkPage(page, 'forgot password')
      await button(page, 'sign_in_forgot_submit').click()
      await expect(page.getByText(translate('sign_in_forgot_sent'))).toBeVisible()
      await checkPage(page, 'forgot password, sent')

      await page.goto('/register')
      await expect(button(page, 'sign_in_register_submit')).toBeEnabled()
      await checkPage(page, 'register')
      await button(page, 'sign_in_register_submit').click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeFocused()
      await checkPage(page, 'register, errors')
      await label(page, 'sign_in_name').fill(person.name)
      await label(page, 'sign_in_email').fill(person.email)
      await label(page, 'sign_in_password').fill(person.password)
      await button(page, 'sign_in_register_submit').click()
      await expect(page.getByRole('heading', { name: translate('sign_in_registered_title') })).toBeVisible()
      await checkPage(page, 'registered')

      const link = await latestLink(server, person.email, '/login')
      // The server renders what is seen meanwhile: the request may come before or after it was looked at.
      const checked = deferred<void>()
      await page.route('**/auth/confirm-email', async (route) => {
        await checked.promise
        await route.continue()
      })
      await page.goto(link)
      await expect(button(page, 'sign_in_confirm')).toBeEnabled()
      await checkPage(page, 'the link of the mail')
      await label(page, 'sign_in_password').fill('not the one')
      await button(page, 'sign_in_confirm').click()
      await expect(page.getByText(translate('sign_in_confirming'))).toBeVisible()
      await checkPage(page, 'confirming the address')
      checked.resolve(undefined)
      await expect(page.getByText(translate('problem_registration_password_wrong'))).toBeVisible()
      await checkPage(page, 'confirming, another password')
      await label(page, 'sign_in_password').fill(person.password)
      await button(page, 'sign_in_confirm').click()
      await expect(page.getByText(translate('sign_in_confirmed_title'))).toBeVisible()
      await checkPage(page, 'address confirmed')
      await page.unroute('**/auth/confirm-email')
      const confirmUnknown = async () => {
        await page.goto('/login?confirm-email-token=unknown')
        await label(page, 'sign_in_password').fill(person.password)
        await button(page, 'sign_in_confirm').click()
      }
      await confirmUnknown()
      await expect(page.getByText(translate('sign_in_confirm_failed_title'))).toBeVisible()
      await checkPage(page, 'address not confirmed')
      await page.route('**/auth/confirm-email', (route) => route.abort())
      await confirmUnknown()
      await expect(page.getByText(translate('sign_in_confirm_unreachable_title'))).toBeVisible()
      await checkPage(page, 'address not confirmed, no server')

      await page.goto('/login')
      await label(page, 'sign_in_email').fill(person.email)
      await button(page, 'sign_in_forgot').click()
      await button(page, 'sign_in_forgot_submit').click()
      const resetLink = await latestLink(server, person.email, '/reset-password')
      const held = await context.newPage()
      await held.addInitScript(holdTimers, [2000, 3000])
      await held.goto(resetLink)
      await expect(button(held, 'sign_in_reset_submit')).toBeVisible()
      await checkPage(held, 'reset password')
      await button(held, 'sign_in_reset_submit').click()
      await expect(held.locator('[aria-invalid=true]').first()).toBeFocused()
      await checkPage(held, 'reset password, errors')
      await label(held, 'sign_in_reset_new').fill('sardinha-no-pao-2027')
      await label(held, 'sign_in_reset_confirmation').fill('sardinha-no-pao-2027')
      await button(held, 'sign_in_reset_submit').click()
      await expect(held.getByText(translate('sign_in_reset_done'))).toBeVisible()
      await checkPage(held, 'password reset')
      await held.goto(resetLink)
      await expect(held.getByText(translate('sign_in_reset_invalid'))).toBeVisible()
      await checkPage(held, 'reset password, used link')

      for (const provider of ['google/callback', 'apple/redirect']) {
        await held.goto(`/auth/${provider}?code=made-up&state=made-up`)
        await expect(held.getByRole('heading', { name: translate('provider_failed_title') })).toBeVisible()
        await checkPage(held, provider)
      }
    })

    test('every state of the profile is accessible', async ({ page, server, context }) => {
      const person = await openAccount(server)
      await page.goto('/login')
      await signIn(page, person)
      await expect(page.getByText(translate('profile_events_none'))).toBeVisible()
      await checkPage(page, 'profile, no events')

      const token = await tokenOf(server, person)
      const event = (title: string) => submitEvent(server, { title, email: person.email, token })
      await event('On review')
      await review(server, await event('Published'), { action: 'approve' })
      const rejected = await event('Rejected')
      await review(server, rejected, { action: 'reject', reason: 'Which harbour?\nPlease say.' })
      await page.reload()
      await expect(button(page, 'profile_sessions_end_others')).toBeVisible()
      await checkPage(page, 'profile')
      await expectRoomForLargeText(page, 'profile')

      await button(page, 'profile_name_edit_label').click()
      await label(page, 'profile_name').fill('')
      await button(page, 'profile_name_save').click()
      await button(page, 'profile_password_submit').click()
      await button(page, 'profile_export_start').click()
      await expect(page.getByText(translate('profile_export_done')).first()).toBeVisible()
      await checkPage(page, 'profile, editing with errors, exported')

      await button(page, 'profile_sessions_end_others').click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await checkPage(page, 'profile, sign out everywhere else')
      await page.keyboard.press('Escape')
      await button(page, 'profile_delete_start').click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await checkPage(page, 'profile, delete the account')
      await button(page, 'profile_delete_confirm').click()
      await expect(page.getByRole('alertdialog').locator('[aria-invalid=true]')).toBeFocused()
      await checkPage(page, 'profile, delete the account, error')

      await page.goto(`/manage/${rejected}`)
      await expect(button(page, 'profile_again_submit')).toBeVisible()
      await checkPage(page, 'submit again')
      await page.goto('/profile')
      await context.setOffline(true)
      await expect(page.getByText(translate('profile_offline'))).toBeVisible()
      await checkPage(page, 'profile, offline')
      await context.setOffline(false)
    })

    test('what waits for an account is accessible, and the offer of notifications', async ({
      page,
      server,
      context,
    }) => {
      const [person, somebodyElse] = [await openAccount(server), await openAccount(server)]
      await context.grantPermissions(['notifications'], { origin: server.origin })
      await context.route('**/api/v1/events', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      )
      await page.goto('/login')
      await signIn(page, person)
      await page.waitForURL('**/profile')
      await context.addCookies([{ name: 'lang', value: 'en', url: server.origin }])
      await page.goto('/add-event')
      await fillEvent(page, { title: 'Waits', email: person.email })
      // The form is English; what follows is in the language of the walk.
      await page
        .locator('footer')
        .getByRole('link', { name: language === 'en' ? 'English' : 'Português' })
        .click()
      await page.locator('main form button[type=submit]').click()
      await expect(button(page, 'push_offer_accept')).toBeVisible({ timeout: 20_000 })
      await checkPage(page, 'offer of notifications')
      await button(page, 'push_offer_accept').click()
      await expect(button(page, 'push_offer_accept')).toBeHidden()
      await checkPage(page, 'notifications, after the tap')

      await page.goto('/profile')
      await expect(page.getByRole('link', { name: translate('profile_waiting_link') })).toBeVisible()
      await checkPage(page, 'profile with what waits')
      await button(page, 'shell_sign_out').click()
      await expect(button(page, 'outbox_leave_keep')).toBeVisible()
      await checkPage(page, 'signing out')
      await button(page, 'outbox_leave_send').click()
      await expect(page.getByRole('link', { name: translate('outbox_leave_see') })).toBeVisible()
      await checkPage(page, 'signing out, not sent')
      await button(page, 'outbox_leave_keep').click()
      await page.waitForURL('**/login')
      await page.goto('/outbox')
      await expect(page.getByText(translate('outbox_other_account_title_signed_out'))).toBeVisible()
      await checkPage(page, 'outbox, signed out')
      await button(page, 'outbox_other_account_send').click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await checkPage(page, 'outbox, send without an account')
      await page.goto('/login')
      await signIn(page, somebodyElse)
      await page.waitForURL('**/profile')
      await page.goto('/outbox')
      await expect(page.getByText(translate('outbox_other_account_title'))).toBeVisible()
      await checkPage(page, 'outbox, of another account')
    })

    test('the profile of an account without a password is accessible', async ({ page, server, context }) => {
      knownTo(server.google)
      await context.addCookies([{ name: 'lang', value: 'en', url: server.origin }])
      await loginWithGoogle(page, server)
      await context.addCookies([{ name: 'lang', value: language, url: server.origin }])
      await page.goto('/profile')
      await expect(button(page, 'profile_no_password_send')).toBeVisible()
      await checkPage(page, 'profile, Google')
      await button(page, 'profile_delete_start').click()
      await expect(page.getByText(translate('profile_delete_fresh'))).toBeVisible()
      await checkPage(page, 'delete an account without a password')
    })
  })
}
