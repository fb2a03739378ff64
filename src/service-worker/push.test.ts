import { beforeEach, expect, it, vi } from 'vitest'
import type { ProgrammeEvent } from '@/contract/events/events'
import type { EventState } from '@/domain/events/event-state'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { showPushMessages } from './push'

const EVENT_ID = '11111111-2222-4333-8444-555555555555'
const NOW = Date.parse('2026-06-19T17:00:00Z')
const START = Date.parse('2026-06-20T18:00:00Z') / 1000

interface Device {
  tabs?: string[]
  isSignedOut?: () => Promise<boolean>
  /** The event in the replica, and after a sync. */
  before?: ProgrammeEvent
  after?: ProgrammeEvent | undefined
  /** Its syncs never end. */
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
  const [opened, focused, closed]: [string[], string[], string[]] = [[], [], []]
  const settleReplaced = vi.fn(async () => {})
  const scope = Object.assign(new EventTarget(), {
    navigator: { language: 'pt-PT' },
    registration: {
      getNotifications: async ({ tag }: { tag: string }) =>
        shown
          .filter(({ options }) => options.tag === tag)
          .map(({ title }) => ({ close: () => void closed.push(title) })),
      showNotification: async (title: string, options: NotificationOptions) =>
        void shown.push({ title, options }),
    },
    clients: {
      matchAll: async () =>
        tabs.map((path) => ({
          url: `https://guide.example${path}`,
          focus: async () => void focused.push(path),
        })),
      openWindow: async (path: string) => void opened.push(path),
    },
  })
  showPushMessages(scope as unknown as ServiceWorkerGlobalScope, {
    push: () => ({ settleReplaced }),
    session: () => ({ isSignedOut }),
    replica: () => ({
      event: async () => event && { event, storedAt: 0 },
      sync: async () => undefined,
    }),
    replicaSync: () => ({ sync }),
  })
  /** Dispatches an event, and waits for what it has to wait for. */
  const dispatch = async (type: string, fields: object = {}) => {
    const waits: Promise<unknown>[] = []
    const waitUntil = (wait: Promise<unknown>) => waits.push(wait)
    scope.dispatchEvent(Object.assign(new Event(type), { ...fields, waitUntil }))
    await vi.advanceTimersByTimeAsync(5000)
    await Promise.all(waits)
  }
  const receive = (payload: object) => dispatch('push', { data: { json: () => ({ ...payload }) } })
  /** A tap on the last notification; returns the tabs that it has opened and focused. */
  const tap = async () => {
    const { data } = shown.at(-1)?.options ?? {}
    await dispatch('notificationclick', { notification: { data, close: () => {} } })
    return [opened, focused]
  }
  return { shown, closed, settleReplaced, dispatch, receive, tap }
}

const approved = { status: 'PUBLISHED', event_id: EVENT_ID, locale: 'en', account: false }
const rejected = { ...approved, status: 'REJECTED' }

it.each([
  [approved, 'Your event has been published', `/events/${EVENT_ID}`],
  [{ ...approved, locale: 'pt' }, 'O seu evento foi publicado', `/events/${EVENT_ID}`],
  [rejected, 'Your event was not published', '/outbox'],
  [{ ...rejected, account: true }, 'Your event was not published', '/profile'],
])(
  'the review %j is shown as one notification an event, and leads to its page',
  async (payload, title, path) => {
    const worker = startWorker({ tabs: ['/', '/add-event'] })
    await worker.receive(payload)
    const options = { lang: payload.locale, icon: '/icons/icon-192.png', tag: `review-${EVENT_ID}` }
    expect(worker.shown).toMatchObject([{ title, options }])
    // In another tab something may be half written.
    expect(await worker.tap()).toEqual([[path], []])
  },
)

it.each([
  ['nothing', null],
  ['no JSON', { json: () => JSON.parse('<html>') as unknown }],
  ['another shape', { json: () => ({ ...approved, event_id: '../admin' }) }],
])('a push message that says %s is shown all the same, as browsers demand', async (_, data) => {
  const worker = startWorker()
  await worker.dispatch('push', { data })
  expect(worker.shown).toMatchObject([{ title: 'Novidades sobre o seu evento' }])
  expect(await worker.tap()).toEqual([['/'], []])
})

it.each([
  ['is not shown', async () => true, 0],
  ['is shown where the storage is silent, as browsers demand', () => new Promise<never>(() => {}), 1],
])('what was sent to an account that has signed out %s', async (_, isSignedOut, count) => {
  const worker = startWorker({ isSignedOut })
  await worker.receive({ ...approved, account: true })
  expect(worker.shown).toHaveLength(count)
})

it('a browser that has got another endpoint registers it', async () => {
  const worker = startWorker()
  await worker.dispatch('pushsubscriptionchange')
  expect(worker.settleReplaced).toHaveBeenCalledTimes(1)
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
  'a reminder (%s, %s) has the words of what the device knows after a sync: %j',
  async (kind, locale, device, title, body) => {
    const worker = startWorker(device)
    await worker.receive({ ...reminder, reminder: kind, locale })
    expect(worker.shown).toMatchObject([{ title, options: { body, lang: locale } }])
  },
)

it('a reminder leads to its date, and takes the place of the one before it, with a sound', async () => {
  const path = `/events/${EVENT_ID}?date=2026-06-20`
  const tabs = [`/events/${EVENT_ID}?date=2026-06-27`, path]
  const worker = startWorker({ tabs, before: fado, isSignedOut: async () => true })
  await worker.receive(reminder)
  await worker.receive({ ...reminder, reminder: 'hour' })
  expect(worker.closed).toEqual(['Fado na Praça'])
  expect(await worker.tap()).toEqual([[], [path]])
})
