import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test'
import type { BrowserSubscription } from '../../tests/support/services/push-receiver'
import { axeIn } from '../support/axe'
import { fillEvent } from '../support/event-form'
import { ORIGIN, asAdmin, expect, settled, test } from '../support/fixtures'
import { dayIn, publishEvent } from '../support/published-event'

// No push service is reachable from here: the browser is given a subscription of the test's push service, and its messages by DevTools.

/** Runs in the page. */
function stubSubscribe(browser: BrowserSubscription): void {
  let isSubscribed = false
  const subscription = {
    endpoint: browser.endpoint,
    options: { applicationServerKey: null },
    toJSON: () => browser,
    unsubscribe: async () => !(isSubscribed = false),
  } as unknown as PushSubscription
  PushManager.prototype.getSubscription = async () => (isSubscribed ? subscription : null)
  PushManager.prototype.subscribe = async () => {
    isSubscribed = true
    return subscription
  }
}

/** A page that may notify, and whose browser subscribes at the test's push service. */
async function notifiedPage(
  context: BrowserContext,
  page: Page,
  browser: BrowserSubscription,
): Promise<void> {
  await context.grantPermissions(['notifications'], { origin: ORIGIN })
  await page.addInitScript(stubSubscribe, browser)
}

async function submitEvent(page: Page, title: string): Promise<string> {
  await fillEvent(page, { title })
  await page.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByText('Event Submitted Successfully')).toBeVisible({ timeout: 20_000 })
  const stored = (await asAdmin('/backoffice/events?per_page=100')) as {
    items: { id: string; title: string }[]
  }
  return stored.items.find((event) => event.title === title)?.id ?? ''
}

/** The registration of the app's worker, as DevTools names it. */
async function registrationOf(session: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ scopeURL }) => scopeURL === `${ORIGIN}/`)
      if (registration !== undefined) resolve(registration.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  return found
}

async function deliver(context: BrowserContext, page: Page, payload: unknown): Promise<void> {
  const session = await context.newCDPSession(page)
  const registrationId = await registrationOf(session)
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: ORIGIN,
    registrationId,
    data: JSON.stringify(payload),
  })
}

const notifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const shown = await registration.getNotifications()
    return shown.map(({ title, body, tag, lang }) => ({ title, body, tag, lang }))
  })

/** Runs in the worker: taps the notification, and says which page it opens. A browser opens one only for a real tap. */
async function tapNotification(): Promise<string> {
  const scope = globalThis as unknown as ServiceWorkerGlobalScope
  const opened = new Promise<string>((resolve) => {
    scope.clients.openWindow = async (path) => {
      resolve(String(path))
      return null
    }
  })
  const [notification] = await scope.registration.getNotifications()
  if (notification !== undefined)
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  return opened
}

test('a visitor who wants it is notified of the approval, and the notification leads to the event', async ({
  phone,
  server,
}) => {
  const page = await phone.page()
  await notifiedPage(phone.context, page, server.push.subscribe())
  await page.goto('/add-event')
  await settled(page)
  await expect(page.getByRole('button', { name: 'Notify me on this device' })).toBeHidden()
  const id = await submitEvent(page, `Told ${Date.now()}`)
  await page.getByRole('button', { name: 'Notify me on this device' }).click()
  await expect(page.getByText('We’ll notify you on this device')).toBeVisible()

  const arrival = server.push.nextRequest()
  await asAdmin(`/backoffice/events/${id}/review`, { method: 'POST', data: { action: 'approve' } })
  await arrival
  await expect.poll(() => server.push.received.length).toBe(1)
  const payload = server.push.received[0]?.payload
  expect(payload).toEqual({ status: 'PUBLISHED', event_id: id, locale: 'en', account: false })

  await deliver(phone.context, page, payload)
  await expect
    .poll(() => notifications(page))
    .toEqual([
      {
        title: 'Your event has been published',
        body: 'It’s now in the guide. Tap to see it.',
        tag: `review-${id}`,
        lang: 'en',
      },
    ])
  const [worker] = phone.context.serviceWorkers() as [Worker]
  expect(await worker.evaluate(tapNotification)).toBe(`/events/${id}`)
  expect(await notifications(page)).toEqual([])
})

test('who forbids it in the browser reads how to change that', async ({ phone }) => {
  const page = await phone.page()
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = async () => 'denied'
  })
  const offer = page.getByRole('button', { name: 'Notify me on this device' })
  await page.goto('/add-event')
  await settled(page)
  await submitEvent(page, `Denied ${Date.now()}`)
  await offer.click()
  await expect(page.getByText('Your browser is blocking notifications')).toBeVisible()
})

test('a reminder that is set without a network takes effect with one', async ({ phone, server }) => {
  const title = `Reminded ${Date.now()}`
  const id = await publishEvent({ title })
  const page = await phone.page()
  const browser = server.push.subscribe()
  await notifiedPage(phone.context, page, browser)
  await page.goto(`/events/${id}`)
  await settled(page)
  await page.getByRole('button', { name: 'Calendar' }).click()
  await page.getByRole('button', { name: 'Remind me' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^If it changes/).click()
  await expect(dialog.getByRole('checkbox', { name: /^If it changes/ })).toBeChecked()
  await axeIn([
    [320, 'light'],
    [1280, 'dark'],
  ])(page, 'the choice of reminders')
  await phone.setOffline(true)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('status')).toContainText('It takes effect once you’re online.')
  await dialog.getByRole('button', { name: 'Close' }).click()

  const reminders = async () => {
    const response = await fetch(`${server.origin}/api/v1/push/reminders/list`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint: browser.endpoint }),
    })
    return ((await response.json()) as { data: { reminders: unknown } }).data.reminders
  }
  expect(await reminders()).toEqual([])
  await phone.setOffline(false)
  // Only the page has the subscription of the test: it settles as it starts.
  await page.reload()
  await expect.poll(reminders).toEqual([{ event_id: id, day: dayIn(30), before: ['change'] }])
})
