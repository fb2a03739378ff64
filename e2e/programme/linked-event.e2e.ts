import { submitAndReadMail } from '../support/event-mail'
import { asAdmin, expect, settled, test } from '../support/fixtures'
import { findStored } from '../support/stored-traces'

test('the link in the mail shows the submission and how far its review is, to who has the mail alone', async ({
  phone,
  server,
}) => {
  const { id, link } = await submitAndReadMail(server, 'Cinema under the stars')
  const token = new URL(link, 'http://localhost').searchParams.get('token') ?? ''
  const page = await phone.page()
  await page.goto('/events')
  await settled(page)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cinema under the stars')
  await expect(page.getByText('On review')).toBeVisible()
  await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0)

  await asAdmin(`/backoffice/events/${id}/review`, {
    method: 'POST',
    data: { action: 'reject', reason: 'This one was here last week.' },
  })
  await page.reload()
  await expect(page.getByText('Reason: This one was here last week.')).toBeVisible()

  // The device keeps neither the event nor the token.
  await page.goto('/events')
  await settled(page)
  expect(await findStored(page, { token, title: 'Cinema under the stars' })).toEqual([])

  await phone.setOffline(true)
  await page.goto(link)
  await expect(page.getByText('this link needs a connection')).toBeVisible()
  // With the network it comes by itself.
  await phone.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cinema under the stars')
})
