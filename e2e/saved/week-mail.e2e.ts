import { randomUUID } from 'node:crypto'
import { latestLink } from '../support/accounts'
import { axeIn } from '../support/axe'
import { asAdmin, expect, settled, test } from '../support/fixtures'

test.use({ serviceWorkers: 'allow' })

const VIEWS = [
  [320, 'light'],
  [1280, 'dark'],
] as const

test('the week by mail is asked for from the list and begins with a button of the link in the mail', async ({
  phone,
  server,
}) => {
  const email = `ana-${randomUUID()}@example.com`
  const confirmed = async () =>
    ((await asAdmin('/backoffice/week-mail', { origin: server.origin })) as { confirmed: number }).confirmed
  const before = await confirmed()

  const page = await phone.page()
  await page.goto('/events?tags=yoga')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('link', { name: 'By email' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The week in your inbox' })).toBeVisible()
  await expect(page.getByLabel('Yoga & Wellness')).toBeChecked()
  await settled(page)
  await axeIn([...VIEWS])(page, 'the page that asks for the week')

  await phone.setOffline(true)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me the week' }).click()
  await expect(page.getByRole('alert')).toContainText('The request couldn’t be completed')
  await phone.setOffline(false)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send me the week' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeFocused()

  const link = new URL(await latestLink(server, email, '/week-mail'))
  await page.goto(link.pathname + link.hash)
  await expect(page.getByRole('heading', { name: 'Get the week by email?' })).toBeVisible()
  expect(await confirmed()).toBe(before)
  await axeIn([...VIEWS])(page, 'the page that confirms the week')
  await page.getByRole('button', { name: 'Yes, send me the week' }).click()
  await expect(page.getByText('It only has events with your tags: Yoga & Wellness.')).toBeVisible()
  expect(await confirmed()).toBe(before + 1)
})
