import sharp from 'sharp'
import { deferred } from '../../src/offline/platform/deferred'
import { fillEvent } from '../support/event-form'
import { ORIGIN, adminSession, asAdmin, expect, settled, test } from '../support/fixtures'

test.use({ serviceWorkers: 'allow' })

interface Stored {
  id: string
  title: string
  status: string
  photo?: string
}

async function storedWith(title: string): Promise<Stored[]> {
  const page = (await asAdmin('/backoffice/events?per_page=100')) as { items: Stored[] }
  return page.items.filter((event) => event.title === title)
}

test(
  'what is written without a network survives closing the browser and arrives exactly once',
  { tag: '@gate' },
  async ({ phone }) => {
    const title = `Offline ${Date.now()}`
    const page = await phone.page()
    await page.goto('/add-event')
    await settled(page)
    await page.reload()
    await phone.setOffline(true)
    await page.reload()
    const small = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#267' } })
      .jpeg()
      .toBuffer()
    await fillEvent(page, { title, photo: { name: 'poster.jpg', mimeType: 'image/jpeg', buffer: small } })
    await page.getByRole('button', { name: 'Create Event' }).click()
    await expect(page.getByText('Saved on this device', { exact: true }).first()).toBeVisible({
      timeout: 20_000,
    })
    await page.goto('/outbox')
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    expect(await storedWith(title)).toEqual([])

    const reopened = await phone.restart({ offline: true })
    await reopened.goto('/outbox')
    await expect(reopened.getByRole('heading', { name: title })).toBeVisible()
    await expect(reopened.getByText('Waiting for a connection')).toBeVisible()
    await expect(reopened.getByRole('banner').getByRole('link', { name: /1/ })).toHaveAttribute(
      'href',
      '/outbox',
    )

    await phone.setOffline(false)
    await expect(reopened.getByRole('listitem').filter({ hasText: title })).toContainText(/Sent /, {
      timeout: 30_000,
    })
    const arrived = await storedWith(title)
    expect(arrived).toHaveLength(1)
    expect(arrived[0]?.photo?.startsWith(`${ORIGIN}/photos/`)).toBe(true)
  },
)

// The test cannot drop the worker's requests: the page delivers by itself.
test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' })

  test(
    'a response lost after the server has stored the event does not make a second one',
    { tag: '@gate' },
    async ({ page }) => {
      const title = `Lost response ${Date.now()}`
      let drops = 0
      await page.route('**/api/v1/events', async (route) => {
        if (route.request().method() !== 'POST' || drops > 0) return route.continue()
        await route.fetch()
        drops += 1
        return route.abort('connectionreset')
      })
      await page.goto('/add-event')
      await fillEvent(page, { title })
      await page.getByRole('button', { name: 'Create Event' }).click()
      await expect.poll(() => drops, { timeout: 20_000 }).toBe(1)
      expect(await storedWith(title)).toHaveLength(1)
      await page.goto('/outbox')
      await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText(/Sent /, {
        timeout: 20_000,
      })
      expect(await storedWith(title)).toHaveLength(1)
    },
  )

  test('whoever goes to another page while an event is sent stays there, and is told what became of it', async ({
    page,
  }) => {
    const title = `Sent behind ${Date.now()}`
    const wanted = deferred<undefined>()
    await page.route('**/api/v1/events', async (route) => {
      if (route.request().method() === 'POST') await wanted.promise
      return route.continue()
    })
    await page.clock.install()
    await page.goto('/add-event')
    await fillEvent(page, { title })
    await page.getByRole('button', { name: 'Create Event' }).click()
    await page.getByRole('banner').getByRole('link', { name: '1 waiting to be sent' }).click()
    await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible()
    // The form waits two seconds for the first outcome, then says that it is being sent.
    await page.clock.fastForward(3000)
    await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible()
    wanted.resolve(undefined)
    await expect(page.getByText('Event Submitted Successfully')).toBeVisible()
    await expect(page).toHaveURL(/\/outbox$/)
    expect(await storedWith(title)).toHaveLength(1)
  })
})

test(
  'an administrator approves it: others see it at once, the phone within one refresh',
  { tag: '@gate' },
  async ({ phone, browser }) => {
    const title = `Reviewed ${Date.now()}`
    const page = await phone.page()
    await page.goto('/add-event')
    await fillEvent(page, { title })
    await page.getByRole('button', { name: 'Create Event' }).click()
    await expect(page.getByText('Event Submitted Successfully')).toBeVisible({ timeout: 20_000 })
    await settled(page)
    const [submitted] = await storedWith(title)
    const address = `/events/${submitted?.id}`
    // A server on a busy machine may say that it has no time for the page just now.
    const status = async () => (await fetch(ORIGIN + address)).status
    await expect.poll(status, { message: 'not public before its review' }).toBe(404)

    const storageState = await adminSession()
    const viewport = { width: 1280, height: 900 }
    const office = await browser.newContext({ baseURL: ORIGIN, storageState, viewport })
    const staffPage = await office.newPage()
    await staffPage.goto('/backoffice/dashboard')
    await staffPage.getByRole('link', { name: /Pending Review/ }).click()
    // Other journeys of this server may have left more than a page of them.
    await staffPage.getByRole('textbox', { name: 'Search' }).fill(title)
    await staffPage.keyboard.press('Enter')
    await staffPage.getByRole('button', { name: `Approve “${title}”` }).click()
    await expect(staffPage.getByText('Event approved successfully')).toBeVisible()
    await office.close()

    const visitor = await browser.newContext({ baseURL: ORIGIN })
    const other = await visitor.newPage()
    const response = await other.goto(address)
    expect(response?.status()).toBe(200)
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(title)
    await visitor.close()

    const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    await page.goto(`/events?from=${day}&to=${day}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  },
)
