import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ProgrammeEvent } from '@/contract/events/events'
import type { EventState } from '@/domain/events/event-state'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { showPushMessages } from './push'

const EVENT_ID = '11111111-2222-4333-8444-555555555555'
const ORIGIN = 'https://guide.example'

const NOW = Date.parse('2026-06-19T17:00:00Z')
const START = Date.parse('2026-06-20T18:00:00Z') / 1000

interface Device {
  tabs?: string[]
  isSignedOut?: () => Promise<boolean>
  /** The event in the replica, and after a sync. */
  before?: ProgrammeEvent
  after?: ProgrammeEvent | undefined
  /** Whether syncs never end. */
  isSlow?: boolean
  now?: number
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))

function startWorker({ tabs = [], isSignedOut = async () => false, ...device }: Device = {}) {
  const { before, isSlow = false, now = NOW } = device
  vi.setSystemTime(now)
  let event = before
  const sync = async () => {
    if (isSlow) return new Promise<never>(() => {})
    event = 'after' in device ? device.after : before
    return { programme: 'synced', images: 'left-out' } as const
  }
  const shown: { title: string; options: NotificationOptions }[] = []
  const opened: string[] = []
  const closed: string[] = []
  const focused: string[] = []
  const replaceEndpoint = vi.fn(async () => {})
  const scope = Object.assign(new EventTarget(), {
    navigator: { language: 'pt-PT' },
    registration: {
      getNotifications: async ({ tag }: { tag: string }) =>
        shown
          .filter(({ options }) => options.tag === tag)
          .map((one) => ({ close: () => void closed.push(one.title) })),
      showNotification: async (title: string, options: NotificationOptions) =>
        void shown.push({ title, options }),
    },
    clients: {
      matchAll: async () =>
        tabs.map((path) => ({ url: ORIGIN + path, focus: async () => void focused.push(path) })),
      openWindow: async (path: string) => void opened.push(path),
    },
  })
  showPushMessages(scope as unknown as ServiceWorkerGlobalScope, {
    push: () => ({ replaceEndpoint }),
    session: () => ({ isSignedOut }),
    replica: () => ({
      event: async () => event && { event, storedAt: 0 },
      sync: async () => undefined,
    }),
    replicaSync: () => ({ sync }),
  })
  /** Dispatches an event, and waits for what it has to wait for. */
  const dispatch = async (type: string, fields: object) => {
    const waits: Promise<unknown>[] = []
    const waitUntil = (wait: Promise<unknown>) => waits.push(wait)
    scope.dispatchEvent(Object.assign(new Event(type), { ...fields, waitUntil }))
    await vi.advanceTimersByTimeAsync(5000)
    await Promise.all(waits)
  }
  return {
    shown,
    opened,
    closed,
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

it.each([
  ['is not shown', async () => true, 0],
  ['is shown where the storage is silent, as browsers demand', () => new Promise<never>(() => {}), 1],
])('what was sent to an account that has signed out %s', async (_, isSignedOut, count) => {
  const worker = startWorker({ isSignedOut })
  await worker.receive({ ...approved, account: true })
  expect(worker.shown).toHaveLength(count)
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

const fado = programmeEvent(EVENT_ID, START, {
  title: 'Fado na Praça',
  location_name: 'Praça da República - Ericeira',
})
const announced = (state: EventState, note?: string): ProgrammeEvent => ({
  ...fado,
  states: { days: [{ day: '2026-06-20', state, ...(note && { note }) }] },
})
const reminder = { reminder: 'evening', event_id: EVENT_ID, day: '2026-06-20', locale: 'en' }

const elsewhere: ProgrammeEvent = {
  ...fado,
  location_name: 'Parque',
  schedules: [{ start_time: START + 5400, end_time: START + 5460, is_all_day: true }],
}
const TITLE = 'Fado na Praça'
const UNKNOWN = 'A reminder from the guide'
const TOMORROW = 'Tomorrow at 7:00 PM · Praça da República'
const NO_DATE = 'It no longer takes place on Saturday, June 20. · Praça da República'

describe('a reminder', () => {
  it.each<[kind: string, locale: string, Device, title: string, body: string]>([
    ['evening', 'en', { before: fado }, TITLE, TOMORROW],
    ['hour', 'pt', { before: fado, now: NOW + 86_400_000 }, TITLE, 'Hoje, 19:00 · Praça da República'],
    // A phone that was away gets it late.
    ['evening', 'en', { before: fado, now: NOW + 80_000_000 }, TITLE, TOMORROW.replace('Tomorrow', 'Today')],
    [
      'hour',
      'en',
      { after: announced('cancelled', 'No waves') },
      `Cancelled: ${TITLE}`,
      `No waves · ${TOMORROW}`,
    ],
    ['change', 'en', { before: announced('cancelled'), after: fado }, `Changed: ${TITLE}`, TOMORROW],
    [
      'change',
      'pt',
      { after: announced('sold_out') },
      `Esgotado: ${TITLE}`,
      'Amanhã, 19:00 · Praça da República',
    ],
    ['change', 'en', { after: { ...fado, schedules: [] } }, `Changed: ${TITLE}`, NO_DATE],
    ['change', 'en', { before: fado, after: elsewhere }, `Changed: ${TITLE}`, 'Tomorrow, all day · Parque'],
    ['hour', 'en', { before: fado, after: announced('cancelled'), isSlow: true }, TITLE, TOMORROW],
    [
      'change',
      'en',
      { before: fado, after: undefined },
      TITLE,
      'It’s no longer in the guide. Tap to see what else is on.',
    ],
    ['hour', 'pt', {}, 'Um lembrete do guia', 'Aproxima-se algo a que quer ir. Toque para ver.'],
    ['change', 'en', {}, UNKNOWN, 'Something you want to go to has changed. Tap to see it.'],
  ])(
    '(%s, %s) has the words of what the device knows after a sync: %j',
    async (kind, locale, device, title, body) => {
      const worker = startWorker(device)
      await worker.receive({ ...reminder, reminder: kind, locale })
      expect(worker.shown).toMatchObject([{ title, options: { body, lang: locale } }])
    },
  )

  it('leads to its date, and takes the place of the one before it, with a sound', async () => {
    const path = `/events/${EVENT_ID}?date=2026-06-20`
    const worker = startWorker({
      tabs: [`/events/${EVENT_ID}?date=2026-06-27`, path],
      before: fado,
      isSignedOut: async () => true,
    })
    await worker.receive(reminder)
    await worker.receive({ ...reminder, reminder: 'hour' })
    expect(worker.closed).toEqual(['Fado na Praça'])
    await worker.tap()
    expect([worker.opened, worker.focused]).toEqual([[], [path]])
  })
})
