import type { Page } from '@playwright/test'
import sharp from 'sharp'
import {
  anotherDevice,
  login,
  openAccount,
  review,
  signedInAs,
  submitEvent,
  tokenOf,
} from '../support/accounts'
import { fillEvent } from '../support/event-form'
import { expect, test } from '../support/fixtures'

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name }) })

const ownEvent = (page: Page, title: string) =>
  section(page, 'My Events').getByRole('listitem').filter({ hasText: title })

const poster = async () => ({
  name: 'poster.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 600, height: 800, channels: 3, background: '#267' } })
    .jpeg()
    .toBuffer(),
})

async function submitForm(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByText('Event Submitted Successfully')).toBeVisible({ timeout: 20_000 })
}

/** The id of the submission, from the profile's own call. */
async function openProfile(page: Page): Promise<{ id: string; title: string }[]> {
  const listResponse = page.waitForResponse(
    (response) => /\/my-events\?/.test(response.url()) && response.ok(),
  )
  await page.goto('/profile')
  const reply = (await (await listResponse).json()) as { data: { items: { id: string; title: string }[] } }
  return reply.data.items
}

test('a person follows an event from its rejection to the public page', async ({ page, server }) => {
  const title = `Fado at the harbour ${Date.now()}`
  const person = await openAccount(server)
  await login(page, person)

  await test.step('the form knows the address', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Add Event' }).click()
    await expect(page.getByLabel('Contact email')).toHaveValue(person.email)
    await fillEvent(page, { title, email: person.email, photo: await poster() })
    await submitForm(page, 'Create Event')
  })

  await test.step('a rejection comes with its reason', async () => {
    const [submitted] = await openProfile(page)
    await expect(ownEvent(page, title)).toContainText('On Review')
    await expect(ownEvent(page, title)).toContainText('Praia do Sul')
    await review(server, submitted?.id ?? '', { action: 'reject', reason: 'Which harbour? Please say.' })
    await page.reload()
    await expect(ownEvent(page, title)).toContainText('Rejected')
    await expect(ownEvent(page, title)).toContainText('Reason: Which harbour? Please say.')
  })

  const better = `${title}, Ericeira`
  await test.step('it is changed and submitted again, with its photo', async () => {
    await page.getByRole('link', { name: `Change and submit again: “${title}”` }).click()
    await expect(page.getByRole('heading', { name: 'Submit your event again' })).toBeVisible()
    await expect(page.getByText('Which harbour? Please say.')).toBeVisible()
    await expect(page.getByText('We have your photo.')).toBeVisible()
    await page.getByLabel('Title', { exact: true }).fill(better)
    await submitForm(page, 'Submit again')
    await expect(page.getByRole('heading', { level: 1, name: 'Change your event' })).toBeFocused()
  })

  await test.step('once approved it leads to the public page', async () => {
    const events = await openProfile(page)
    expect(
      events.map((event) => event.title),
      'in place of the rejected one',
    ).toEqual([better])
    await expect(ownEvent(page, better)).toContainText('On Review')
    await review(server, events[0]?.id ?? '', { action: 'approve' })
    await page.reload()
    await expect(ownEvent(page, better)).toContainText('Published')
    await page.getByRole('link', { name: `View event “${better}”` }).click()
    await page.waitForURL(`**/events/${events[0]?.id}`)
    await expect(page.getByRole('heading', { level: 1, name: better })).toBeVisible()
  })
})

test('an event, the name, the password and the devices are changed from the profile', async ({
  page,
  server,
  browser,
}) => {
  const title = `Swimming at dawn ${Date.now()}`
  const person = await openAccount(server)
  await submitEvent(server, { title, email: person.email, token: await tokenOf(server, person) })
  await submitEvent(server, { title: `${title}, somebody else's`, email: person.email })
  const other = await anotherDevice(browser, server)
  await login(other, person)
  await login(page, person)

  await test.step('it is changed from My Events', async () => {
    await page.getByRole('link', { name: `Change: “${title}”` }).click()
    await page.getByLabel('Title', { exact: true }).fill(`${title} in June`)
    await page.getByRole('button', { name: 'Save the change' }).click()
    await expect(page.getByText('Your change has been saved')).toBeVisible()
    await page.goto('/profile')
    await expect(ownEvent(page, `${title} in June`)).toContainText('On Review')
  })

  await test.step('the name is edited in place', async () => {
    await page.getByRole('button', { name: 'Edit your name' }).click()
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.getByLabel('Name').fill('Ana das Ondas')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Profile updated successfully')).toBeVisible()
    await expect(section(page, 'Personal Information')).toContainText('Ana das Ondas')
    await page.reload()
    await expect(section(page, 'Personal Information')).toContainText('Ana das Ondas')
  })

  await test.step('every other device is signed out', async () => {
    const devices = section(page, 'Where you are signed in')
    await expect(devices.getByRole('listitem')).toHaveCount(3)
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(page.getByText('All other devices have been signed out')).toBeVisible()
    await expect(devices.getByRole('listitem')).toHaveCount(1)
    await other.reload()
    await other.waitForURL('**/login')
    expect(await signedInAs(other)).toBeUndefined()
  })

  await test.step('a new password keeps this device and ends the other', async () => {
    const changed = { ...person, password: 'percebes-e-corvina-43' }
    await login(other, person)
    await page.getByLabel('Current password').fill(person.password)
    await page.getByLabel('New password', { exact: true }).fill(changed.password)
    await page.getByLabel('Confirm new password').fill(changed.password)
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Password changed successfully')).toBeVisible()
    await page.reload()
    await expect(ownEvent(page, title)).toBeVisible()
    await other.reload()
    await other.waitForURL('**/login')
    await login(other, changed)
    expect(await signedInAs(other)).toMatchObject({ email: person.email })
  })
  await other.context().close()
})
