import { expect, test } from '../support/fixtures'
import {
  anotherDevice,
  confirm,
  latestLink,
  login,
  newPerson,
  register,
  registerAndConfirm,
  signedInAs,
} from '../support/accounts'

test(
  'a person registers, confirms the address out of the mail, and only then signs in',
  { tag: '@gate' },
  async ({ page, server, browser }) => {
    const person = newPerson()
    await register(page, person)
    await expect(page.getByText(person.email)).toBeVisible()
    const link = await latestLink(server, person.email, '/login')
    expect(new URL(link).origin).toBe(server.origin)

    await test.step('before that the right password is not enough', async () => {
      await page.goto('/login')
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel('Password', { exact: true }).fill(person.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toContainText('Please confirm your email address first.')
      expect(await signedInAs(page)).toBeUndefined()
    })

    const phone = await anotherDevice(browser, server)
    const sent: string[] = []
    phone.on('request', (request) => request.method() === 'GET' || sent.push(new URL(request.url()).pathname))
    await phone.goto(link)
    await expect(phone.getByRole('button', { name: 'Confirm my email' })).toBeEnabled()

    await test.step('the button of the page confirms, and not the link, on any device', async () => {
      expect(sent).toEqual([])
      await confirm(phone, person)
      expect(sent).toEqual(['/api/v1/auth/confirm-email'])
      expect(phone.url(), 'the token has left the address').toBe(`${server.origin}/login`)
      await expect(phone.getByRole('heading', { name: 'Welcome Back' })).toBeFocused()
      await phone.getByLabel('Email').fill(person.email)
      await phone.getByRole('button', { name: 'Sign in' }).click()
      await phone.waitForURL('**/profile')
      await phone.context().close()
    })

    await login(page, person)
    await expect(page).toHaveURL(`${server.origin}/profile`)
    expect(await signedInAs(page)).toMatchObject({ email: person.email, name: person.name })
  },
)

test('a forgotten password is replaced by way of the mail, once, and signs everybody else out', async ({
  page,
  server,
  browser,
}) => {
  const person = await registerAndConfirm(page, server)
  await login(page, person)
  const elsewhere = await browser.newContext({ baseURL: server.origin, locale: 'en-GB' })
  const other = await elsewhere.newPage()
  await other.goto('/login')
  await other.getByLabel('Email').fill(person.email)
  await other.getByRole('button', { name: 'Forgot Password?' }).click()
  await other.getByRole('button', { name: 'Send instructions' }).click()
  await expect(other.getByText('Password reset instructions have been sent to your email')).toBeVisible()

  const link = await latestLink(server, person.email, '/reset-password')
  const changed = { ...person, password: 'sardinha-no-pao-2027' }
  await other.goto(link)
  await other.getByLabel('New password', { exact: true }).fill(changed.password)
  await other.getByLabel('Confirm new password').fill(changed.password)
  await other.getByRole('button', { name: 'Reset password' }).click()
  await expect(other.getByText('Password has been reset successfully')).toBeVisible()
  await other.waitForURL('**/login')
  await login(other, changed)
  expect(await signedInAs(other)).toMatchObject({ email: person.email })

  await other.goto(link)
  await expect(other.getByText('Invalid or Expired Token')).toBeVisible()
  await elsewhere.close()

  // A person who was signed in with the old password finds the session ended.
  await page.goto('/profile')
  await page.waitForURL((url) => url.pathname === '/login')
})
