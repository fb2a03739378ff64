import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { latestLink, review, submitEvent } from '../support/accounts'
import { axeIn } from '../support/axe'
import { adminSession, asAdmin, expect, settled, test } from '../support/fixtures'

test.use({ serviceWorkers: 'allow' })

interface Stored {
  title: string
  state?: string
  proposal?: { content: { title: string }; photo?: { photo: string } }
}

test(
  'without an account an organiser calls an event off and proposes a change, which waits for the network on the device, and which the team publishes',
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

    await say(page, 'Cancelled')
    await expect(page.getByText('Saved. Everyone can see it now.')).toBeVisible()
    await phone.setOffline(true)
    await field.fill(`${title}, moved`)
    const send = page.getByRole('button', { name: 'Send the change to the team' })
    await send.click()
    await expect(page.getByText('You need a connection for this. What you typed stays here.')).toBeVisible()
    expect(await stored()).not.toHaveProperty('proposal')

    await phone.setOffline(false)
    await page.reload()
    await expect(page.getByText('We saved what you’d written.')).toBeVisible()
    await expect(field).toHaveValue(`${title}, moved`)
    await send.click()
    await expect(page.getByText('A change of yours is waiting for our team.')).toBeVisible()
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
    const staffPage = await office.newPage()
    await staffPage.goto('/backoffice/dashboard')
    await staffPage.getByRole('link', { name: /^Changes proposed/ }).click()
    await staffPage.getByRole('link', { name: title, exact: true }).click()
    await expect(staffPage.getByText(/^1 of \d+ with a proposed change$/)).toBeVisible()
    await expect(staffPage.getByRole('region', { name: 'Title' })).toContainText(`${title}, moved`)
    await staffPage.keyboard.press('r')
    await expect(staffPage.getByLabel('Reason')).toBeFocused()
    await staffPage.keyboard.press('Escape')
    await expect(staffPage.getByRole('alertdialog')).toBeHidden()
    await staffPage.keyboard.press('a')
    await expect(staffPage.getByText('No events found')).toBeVisible()
    expect(await stored()).toMatchObject({ title: `${title}, moved` })
    await office.close()
    // The mails before it have a link with a token.
    await expect.poll(() => latestLink(server, email, `/events/${id}`)).toBe(`${server.origin}/events/${id}`)
  },
)

/** Says a state of the whole event, or takes it back, and confirms it. */
async function say(tab: Page, state: string): Promise<void> {
  await tab.getByRole('button', { name: `${state}: The whole event` }).click()
  await tab
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Show as|^Take it back/ })
    .click()
  await expect(tab.getByRole('alertdialog')).toBeHidden()
}
