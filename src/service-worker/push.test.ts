import { describe, expect, it, vi } from 'vitest'
import { endEventsForUpdate } from './shell/end-events'
import { notifyOfReviews } from './push'

const EVENT_ID = '11111111-2222-4333-8444-555555555555'
const ORIGIN = 'https://guide.example'

function startWorker({ tabs = [] as string[], language = 'pt-PT', owner = 'ana' as string | null } = {}) {
  const scope = new EventTarget()
  const shown: { title: string; options: NotificationOptions }[] = []
  const opened: string[] = []
  const focused: string[] = []
  const replaceEndpoint = vi.fn(async () => {})
  const parts = {
    navigator: { language },
    registration: {
      showNotification: async (title: string, options: NotificationOptions) =>
        void shown.push({ title, options }),
    },
    clients: {
      matchAll: async () =>
        tabs.map((path) => ({ url: ORIGIN + path, focus: async () => void focused.push(path) })),
      openWindow: async (path: string) => void opened.push(path),
    },
  }
  const worker = Object.assign(scope, parts) as unknown as ServiceWorkerGlobalScope
  const client = { push: { replaceEndpoint }, session: { owner: async () => owner } }
  notifyOfReviews(worker, () => client, endEventsForUpdate(worker))
  /** Dispatches an event, and waits for what it has to wait for. */
  const dispatch = async (type: string, fields: object) => {
    const waits: Promise<unknown>[] = []
    const waitUntil = (wait: Promise<unknown>) => waits.push(wait)
    scope.dispatchEvent(Object.assign(new Event(type), { ...fields, waitUntil }))
    await Promise.all(waits)
  }
  return {
    shown,
    opened,
    focused,
    replaceEndpoint,
    dispatch,
    receive: (payload: object) => dispatch('push', { data: { json: () => ({ ...payload }) } }),
    /** A tap on the last notification. */
    tap: () => {
      const { data } = shown.at(-1)?.options ?? {}
      return dispatch('notificationclick', { notification: { data, close: () => {} } })
    },
  }
}

const approved = { status: 'PUBLISHED', event_id: EVENT_ID, locale: 'en', account: false }

describe('a push message', () => {
  it('is shown in its language, one notification an event', async () => {
    const worker = startWorker()
    await worker.receive(approved)
    await worker.receive({ ...approved, locale: 'pt' })
    expect(worker.shown.map(({ title }) => title)).toEqual([
      'Your event has been published',
      'O seu evento foi publicado',
    ])
    const [first, second] = worker.shown.map(({ options }) => options)
    expect(first).toMatchObject({ lang: 'en', icon: '/icons/icon-192.png', tag: `review-${EVENT_ID}` })
    expect(second?.tag).toBe(first?.tag)
  })

  it.each([
    ['of an approval', approved, `/events/${EVENT_ID}`],
    ['of a visitor’s rejection', { ...approved, status: 'REJECTED' }, '/outbox'],
    ['of an account’s rejection', { ...approved, status: 'REJECTED', account: true }, '/profile'],
  ])('%s leads to its page', async (_of, payload, path) => {
    const worker = startWorker({ tabs: ['/', '/add-event'] })
    await worker.receive(payload)
    await worker.tap()
    expect([worker.opened, worker.focused]).toEqual([[path], []])
  })

  it('leads to the tab that shows the page already, and to no other: something may be half written there', async () => {
    const worker = startWorker({ tabs: ['/add-event', `/events/${EVENT_ID}`] })
    await worker.receive(approved)
    await worker.tap()
    expect([worker.opened, worker.focused]).toEqual([[], [`/events/${EVENT_ID}`]])
  })

  it.each([
    ['nothing', null],
    ['no JSON', { json: () => JSON.parse('<html>') as unknown }],
    ['another shape', { json: () => ({ ...approved, event_id: '../admin' }) }],
    ['an unknown status', { json: () => ({ ...approved, status: 'ON_REVIEW' }) }],
  ])('that says %s is shown all the same, as browsers demand', async (_what, data) => {
    const worker = startWorker()
    await worker.dispatch('push', { data })
    expect(worker.shown.map(({ title }) => title)).toEqual(['Novidades sobre o seu evento'])
    await worker.tap()
    expect(worker.opened).toEqual(['/'])
  })
})

it('what was sent to an account that has signed out is not shown', async () => {
  const worker = startWorker({ owner: null })
  await worker.receive({ ...approved, account: true })
  expect(worker.shown).toEqual([])
  await worker.receive(approved)
  expect(worker.shown).toHaveLength(1)
})

it('a notification that is not ours leads nowhere else', async () => {
  const worker = startWorker()
  for (const data of [null, { path: 'https://evil.example' }, { path: '//evil.example' }])
    await worker.dispatch('notificationclick', { notification: { data, close: () => {} } })
  expect(worker.opened).toEqual(['/', '/', '/'])
})

it('a browser that has got another endpoint registers it in place of the old one', async () => {
  const worker = startWorker()
  await worker.dispatch('pushsubscriptionchange', { oldSubscription: { endpoint: 'https://push/old' } })
  await worker.dispatch('pushsubscriptionchange', {})
  expect(worker.replaceEndpoint.mock.calls).toEqual([['https://push/old'], [undefined]])
})
