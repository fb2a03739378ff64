import { randomUUID } from 'node:crypto'
import { latestLink, review, submitEvent } from '../support/accounts'
import { axeIn } from '../support/axe'
import { adminSession, asAdmin, expect, settled, test } from '../support/fixtures'

test.use({ serviceWorkers: 'allow' })

interface Stored {
  title: string
  state?: string
  proposal?: { content: { title: string } }
}

test(
  'without an account and without a network an organiser calls an event off and proposes a change, which the team publishes',
  { tag: '@gate' },
  async ({ phone, server, browser }) => {
    const title = `By link ${Date.now()}`
    const email = `ana-${randomUUID()}@example.com`
    const id = await submitEvent(server, { title, email })
    await review(server, id, { action: 'approve' })
    const link = new URL(await latestLink(server, email, `/manage/${id}`))
    expect(link.hash.length).toBeGreaterThan(40)
    const stored = async () =>
      (await asAdmin(`/backoffice/events/${id}`, { origin: server.origin })) as Stored

    const page = await phone.page()
    await page.goto(link.pathname + link.hash)
    await expect(page.getByRole('heading', { name: 'Change your event' })).toBeVisible()
    const field = page.getByLabel('Title', { exact: true })
    await expect(field).toHaveValue(title)
    await settled(page)
    await axeIn([
      [320, 'light'],
      [1280, 'dark'],
    ])(page, 'the page of the organiser’s link')

    await phone.setOffline(true)
    await page.getByRole('button', { name: 'Cancelled: The whole event' }).click()
    await expect(page.getByText('Waiting to be sent')).toBeVisible()
    await field.fill(`${title}, moved`)
    await page.getByRole('button', { name: 'Send the change to the team' }).click()
    await expect(page.getByText('This change is waiting to be sent.')).toBeVisible()
    expect(await stored()).not.toHaveProperty('proposal')

    await phone.setOffline(false)
    await expect(page.getByText('A change of yours is waiting for our team.')).toBeVisible({
      timeout: 30_000,
    })
    expect(await stored()).toMatchObject({
      title,
      state: 'cancelled',
      proposal: { content: { title: `${title}, moved` } },
    })

    const office = await browser.newContext({
      storageState: await adminSession(server.origin),
      locale: 'en-GB',
      baseURL: server.origin,
    })
    const desk = await office.newPage()
    await desk.goto('/backoffice/dashboard')
    await desk.getByRole('link', { name: /Proposed changes$/ }).click()
    await desk.getByRole('link', { name: title, exact: true }).click()
    await expect(desk.getByText(/^1 of \d+ with a proposed change$/)).toBeVisible()
    await expect(desk.getByRole('button', { name: 'Title: Proposed' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await desk.keyboard.press('r')
    await expect(desk.getByLabel('Reason')).toBeFocused()
    await desk.keyboard.press('Escape')
    await expect(desk.getByRole('alertdialog')).toBeHidden()
    await desk.keyboard.press('a')
    await expect(desk.getByText('No events found')).toBeVisible()
    expect(await stored()).toMatchObject({ title: `${title}, moved` })
    await office.close()
    // The mails before it have a link with a token.
    await expect.poll(() => latestLink(server, email, `/events/${id}`)).toBe(`${server.origin}/events/${id}`)
  },
)

test('the mail of a rejection opens a filled form, which is submitted again without an account', async ({
  page,
  server,
}) => {
  const title = `Rejected ${Date.now()}`
  const email = `ana-${randomUUID()}@example.com`
  const id = await submitEvent(server, { title, email })
  await review(server, id, { action: 'reject', reason: 'Which beach?' })
  const link = new URL(await latestLink(server, email, `/manage/${id}`))
  await page.goto(server.origin + link.pathname + link.hash)
  await expect(page.getByRole('heading', { level: 1, name: 'Submit your event again' })).toBeVisible()
  await expect(page.getByText('Which beach?')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(title)
  await axeIn([
    [320, 'light'],
    [1280, 'dark'],
  ])(page, 'a rejected event by its link')
  await page.getByLabel('Title', { exact: true }).fill(`${title}, Praia do Sul`)
  await page.getByLabel('Contact email').fill(email)
  await page.getByRole('button', { name: 'Submit again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /received your event/ })).toBeVisible()
  const { items } = (await asAdmin('/backoffice/events?per_page=100', { origin: server.origin })) as {
    items: Stored[]
  }
  expect(items.map((event) => event.title)).toContain(`${title}, Praia do Sul`)
})
