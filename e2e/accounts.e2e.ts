import {
  expect,
  latestLink,
  login,
  newPerson,
  register,
  registerAndConfirm,
  signedInAs,
  test,
} from './accounts'

test('a person registers, confirms the address out of the mail, and signs in', async ({
  page,
  accounts,
  browser,
}) => {
  const person = newPerson()
  await register(page, person)
  await expect(page.getByText(person.email)).toBeVisible()
  const link = await latestLink(accounts, person.email, '/login')
  expect(new URL(link).origin).toBe(accounts.origin)

  await page.goto(link)
  await expect(page.getByText('Email Confirmed!')).toBeVisible()
  expect(page.url(), 'the token has left the address').toBe(`${accounts.origin}/login`)
  await login(page, person)
  await expect(page).toHaveURL(`${accounts.origin}/profile`)
  expect(await signedInAs(page)).toMatchObject({ email: person.email, name: person.name })

  await test.step('and the same link again confirms nothing', async () => {
    const other = await browser.newContext({ locale: 'en-GB' })
    const stranger = await other.newPage()
    await stranger.goto(link)
    await expect(stranger.getByText('Email Confirmation Failed')).toBeVisible()
    await other.close()
  })
})

test('before the address is confirmed the right password is not enough', async ({ page, accounts }) => {
  const person = newPerson()
  await register(page, person)
  await latestLink(accounts, person.email, '/login')
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid email or password')
  expect(await signedInAs(page)).toBeUndefined()
})

test('a forgotten password is replaced by way of the mail, once, and signs everybody else out', async ({
  page,
  accounts,
  browser,
}) => {
  const person = await registerAndConfirm(page, accounts)
  await login(page, person)
  const elsewhere = await browser.newContext({ baseURL: accounts.origin, locale: 'en-GB' })
  const other = await elsewhere.newPage()
  await other.goto('/login')
  await other.getByLabel('Email').fill(person.email)
  await other.getByRole('button', { name: 'Forgot Password?' }).click()
  await other.getByRole('button', { name: 'Send instructions' }).click()
  await expect(other.getByText('Password reset instructions have been sent to your email')).toBeVisible()

  const link = await latestLink(accounts, person.email, '/reset-password')
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
})

test('nobody learns whether an address has an account', async ({ page, accounts }) => {
  const person = await registerAndConfirm(page, accounts)
  await register(page, { ...person, password: 'quem-sabe-o-que-e-2026' })
  await expect(page.getByText(person.email)).toBeVisible()
  for (const email of [person.email, newPerson().email]) {
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('not-the-password-7')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
  }
})
