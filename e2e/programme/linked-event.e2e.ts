import { submitAndReadMail } from '../support/event-mail'
import { ORIGIN, asAdmin, expect, settled, test } from '../support/fixtures'

test('the link in the mail shows the submission and how far its review is, to who has the mail alone', async ({
  phone,
  request,
  server,
}) => {
  const { id, link } = await submitAndReadMail(server, 'Cinema under the stars')
  const token = new URL(link, 'http://localhost').searchParams.get('token') ?? ''

  const rendered = await request.get(link)
  expect(rendered.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  const html = await rendered.text()
  expect(html).toContain('Cinema under the stars')
  expect(html).toContain('On review')
  expect(html).not.toContain('rel="canonical"')

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
  const stored = await page.evaluate(readEverythingStored)
  expect(stored).toContain('ericeira-queries')
  expect(stored).not.toContain(token)
  expect(stored).not.toContain('Cinema under the stars')

  await phone.setOffline(true)
  await page.goto(link)
  await expect(page.getByText('this link needs a connection')).toBeVisible()
  // With the network it comes by itself.
  await phone.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cinema under the stars')
})

test('a published event is shared by its own address, without the token', async ({ page, server }) => {
  const { id, link } = await submitAndReadMail(server, 'Cinema in the harbour')
  await asAdmin(`/backoffice/events/${id}/review`, { method: 'POST', data: { action: 'approve' } })
  const shared: string[] = []
  await page.exposeFunction('onShared', (url: string) => void shared.push(url))
  await page.addInitScript(() => {
    const { onShared } = window as unknown as { onShared: (url: string) => Promise<void> }
    Object.defineProperty(navigator, 'share', { value: ({ url }: { url: string }) => onShared(url) })
  })
  await page.goto(link)
  await expect(page.getByText('Published')).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect.poll(() => shared).toEqual([`${ORIGIN}/events/${id}`])
  await asAdmin(`/backoffice/events/${id}`, { method: 'DELETE' })
})

/** Runs in the page: what local and session storage, caches and every database hold, as text. */
async function readEverythingStored(): Promise<string> {
  const parts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) parts.push(url)
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
    })
    for (const store of database.objectStoreNames) {
      const reading = database.transaction(store).objectStore(store).getAll()
      parts.push(
        await new Promise<string>((resolve) =>
          reading.addEventListener('success', () => resolve(JSON.stringify(reading.result))),
        ),
      )
    }
    database.close()
  }
  return parts.join('\n')
}
