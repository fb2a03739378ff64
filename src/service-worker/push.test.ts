import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import type { ProgrammeEvent } from '@/contract/events/events'
import type { EventState } from '@/domain/events/event-state'
import { systemClock, systemTimers } from '@/offline/platform/deferred'
import { createReplica } from '@/offline/replica/replica'
import { showPushMessages } from './push'

const EVENT_ID = '11111111-2222-4333-8444-555555555555'
const ORIGIN = 'https://guide.example'

const NOW = Date.parse('2026-06-19T17:00:00Z')
const START = Date.parse('2026-06-20T18:00:00Z') / 1000

interface Programme {
  tabs?: string[]
  language?: string
  isSignedOut?: boolean
  /** The event in the replica, and after a sync. */
  before?: ProgrammeEvent
  after?: ProgrammeEvent | undefined
  /** Whether syncs end only after the worker has to show something. */
  isSlow?: boolean
  /** After how many readings IndexedDB neither responds nor fails. */
  silentAfter?: number
  /** Epoch milliseconds. */
  now?: number
}

function startWorker({ tabs = [], language = 'pt-PT', isSignedOut = false, ...programme }: Programme = {}) {
  const { before, isSlow = false, silentAfter = Infinity, now = NOW } = programme
  const after = 'after' in programme ? programme.after : before
  let event = before
  const sync = async () => {
    if (isSlow) return new Promise<never>(() => {})
    event = after
    return { programme: 'synced', images: 'left-out' } as const
  }
  let readings = 0
  async function read<T>(record: T, inSilence: () => Promise<T> = () => new Promise(() => {})): Promise<T> {
    readings += 1
    return readings > silentAfter ? inSilence() : record
  }
  const scope = new EventTarget()
  const shown: { title: string; options: NotificationOptions }[] = []
  const opened: string[] = []
  const closed: string[] = []
  const focused: string[] = []
  const replaceEndpoint = vi.fn(async () => {})
  const parts = {
    navigator: { language },
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
  }
  const worker = Object.assign(scope, parts) as unknown as ServiceWorkerGlobalScope
  // Nobody waits for seconds here.
  const timers = { after: (ms: number, run: () => void) => systemTimers.after(ms / 500, run) }
  const indexedDB = { open: () => new EventTarget() } as unknown as IDBFactory
  const silent = createReplica({ clock: systemClock, timers, database: { indexedDB, IDBKeyRange } })
  const client = {
    push: { replaceEndpoint },
    session: { isSignedOut: () => read(isSignedOut) },
    replica: {
      readEvent: () => read(event && { event, storedAt: 0 }, () => silent.readEvent(EVENT_ID)),
      sync: () => read(undefined, () => silent.sync()),
    },
    replicaSync: { sync },
  }
  showPushMessages(worker, () => client, {
    timers,
    nowMs: () => now,
  })
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

it('what was sent to an account that has signed out is not shown', async () => {
  const worker = startWorker({ isSignedOut: true })
  await worker.receive({ ...approved, account: true })
  expect(worker.shown).toEqual([])
  await worker.receive(approved)
  expect(worker.shown).toHaveLength(1)
})

it('what was sent to an account is shown where the storage is silent, as browsers demand', async () => {
  const worker = startWorker({ silentAfter: 0 })
  await worker.receive({ ...approved, account: true })
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

const fado: ProgrammeEvent = {
  id: EVENT_ID,
  title: 'Fado na Praça',
  description: 'A night of fado.',
  start_time: START,
  end_time: START + 7200,
  is_all_day: false,
  location_name: 'Praça da República - Ericeira',
  latitude: 38.96,
  longitude: -9.41,
  tags: [],
  info_links: [],
  schedules: [{ start_time: START, end_time: START + 7200, is_all_day: false }],
}
const announced = (state: EventState, note?: string): ProgrammeEvent => ({
  ...fado,
  states: { days: [{ day: '2026-06-20', state, ...(note && { note }) }] },
})
const later = START + 90 * 60
const reminder = { reminder: 'evening', event_id: EVENT_ID, day: '2026-06-20', locale: 'en' }

describe('a reminder', () => {
  it.each<[kind: string, locale: string, Programme, title: string, body: string]>([
    ['evening', 'en', { before: fado }, 'Fado na Praça', 'Tomorrow at 7:00 PM · Praça da República'],
    [
      'hour',
      'pt',
      { before: fado, now: NOW + 86_400_000 },
      'Fado na Praça',
      'Hoje, 19:00 · Praça da República',
    ],
    // A phone that was away gets it late.
    [
      'evening',
      'en',
      { before: fado, now: NOW + 80_000_000 },
      'Fado na Praça',
      'Today at 7:00 PM · Praça da República',
    ],
    [
      'hour',
      'en',
      { before: fado, after: announced('cancelled', 'No waves') },
      'Cancelled: Fado na Praça',
      'No waves · Tomorrow at 7:00 PM · Praça da República',
    ],
    [
      'change',
      'en',
      { before: announced('cancelled'), after: fado },
      'Changed: Fado na Praça',
      'Tomorrow at 7:00 PM · Praça da República',
    ],
    [
      'change',
      'pt',
      { before: announced('sold_out') },
      'Esgotado: Fado na Praça',
      'Amanhã, 19:00 · Praça da República',
    ],
    [
      'change',
      'en',
      { before: { ...fado, schedules: [] } },
      'Changed: Fado na Praça',
      'It no longer takes place on Saturday, June 20. · Praça da República',
    ],
    [
      'change',
      'en',
      {
        before: fado,
        after: {
          ...fado,
          location_name: 'Parque',
          schedules: [{ start_time: later, end_time: later + 60, is_all_day: true }],
        },
      },
      'Changed: Fado na Praça',
      'Tomorrow, all day · Parque',
    ],
    [
      'hour',
      'en',
      { before: fado, after: announced('cancelled'), isSlow: true },
      'Fado na Praça',
      'Tomorrow at 7:00 PM · Praça da República',
    ],
    [
      'hour',
      'en',
      { before: fado, silentAfter: 0 },
      'A reminder from the guide',
      'Something you want to go to is coming up. Tap to see it.',
    ],
    [
      'hour',
      'en',
      { before: fado, silentAfter: 1 },
      'Fado na Praça',
      'Tomorrow at 7:00 PM · Praça da República',
    ],
    [
      'change',
      'en',
      { before: fado, after: undefined },
      'Fado na Praça',
      'It’s no longer in the guide. Tap to see what else is on.',
    ],
    ['hour', 'pt', {}, 'Um lembrete do guia', 'Aproxima-se algo a que quer ir. Toque para ver.'],
    [
      'change',
      'en',
      {},
      'A reminder from the guide',
      'Something you want to go to has changed. Tap to see it.',
    ],
  ])(
    '(%s, %s) has the words of what the device knows after a sync: %j',
    async (kind, locale, programme, title, body) => {
      const worker = startWorker(programme)
      await worker.receive({ ...reminder, reminder: kind, locale })
      expect(worker.shown).toMatchObject([{ title, options: { body, lang: locale } }])
    },
  )

  it('leads to its date, and takes the place of the one before it, with a sound', async () => {
    const path = `/events/${EVENT_ID}?date=2026-06-20`
    const worker = startWorker({
      tabs: [`/events/${EVENT_ID}?date=2026-06-27`, path],
      before: fado,
      isSignedOut: true,
    })
    await worker.receive(reminder)
    await worker.receive({ ...reminder, reminder: 'hour' })
    expect(worker.closed).toEqual(['Fado na Praça'])
    await worker.tap()
    expect([worker.opened, worker.focused]).toEqual([[], [path]])
  })
})
