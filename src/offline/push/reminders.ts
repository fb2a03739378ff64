import { listReminders, type Reminder, setReminder } from '@/contract/accounts/push'
import { MAX_REMINDERS_A_BROWSER } from '@/domain/events/reminder'
import { villageDay } from '@/domain/time/local-time'
import type { ApiClient } from '@/offline/api/api-client'
import { isTemporary } from '@/offline/api/next-step'
import type { StoredReminder, BrowserKeys, PushStore } from '@/offline/outbox/database'
import type { Clock } from '@/offline/platform/deferred'

/** `later`: once there is a connection. `full`: no more for this browser. `missing`: the programme has no such date to come. */
export type ReminderState = 'on' | 'later' | 'full' | 'missing' | 'failed'

type DateOfEvent = Pick<Reminder, 'event_id' | 'day'>

interface RemindersDeps {
  /** A client without tokens: a reminder is the browser's, not the account's. */
  api: ApiClient
  store: PushStore
  clock: Clock
  subscribe: () => Promise<BrowserKeys | 'later' | 'failed'>
  currentSubscription: () => Promise<PushSubscription | undefined>
  /** An endpoint that was replaced hands its reminders to the new one. */
  settleReplaced: () => Promise<void>
}

export function createReminders({ api, store, clock, ...deps }: RemindersDeps) {
  const isToCome = ({ day }: Reminder) => day >= villageDay(Math.floor(clock.now() / 1000))
  const all = async () => (await store.read()).reminders
  const change = (decide: (known: StoredReminder[]) => StoredReminder[]) =>
    store.change(({ reminders }) => ({ reminders: decide(reminders) }))

  /** It waits no longer: the server has it, or nobody will. What was asked for since stays, its own request settles that. */
  const end = (sent: Reminder, isOn: boolean) =>
    change((known) =>
      known.flatMap((one) => {
        if (!isSameDate(one, sent) || String(one.before) !== String(sent.before)) return one
        return isOn && one.before.length > 0 ? { ...one, isPending: false } : []
      }),
    )

  /** The reminder is stored as pending by now. */
  async function send(reminder: Reminder): Promise<ReminderState> {
    const isOff = reminder.before.length === 0
    if (isOff && (await deps.currentSubscription()) === undefined) {
      await end(reminder, false)
      return 'on'
    }
    const browser = await deps.subscribe()
    if (typeof browser === 'string') return browser
    await deps.settleReplaced()
    const outcome = await api.call(setReminder, { body: { ...browser, ...reminder } })
    if (outcome.kind !== 'ok' && isTemporary(outcome)) return 'later'
    const isOn = outcome.kind === 'ok'
    await end(reminder, isOn)
    // The browser is told of something without an account: a sign-out leaves the subscription.
    if (isOn) await store.change(() => ({ endpoint: browser.endpoint, hasVisitors: true }))
    if (isOn || isOff) return 'on'
    return outcome.kind === 'refused' && outcome.code === 'NOT_FOUND' ? 'missing' : 'failed'
  }

  const readBefore = async (date: DateOfEvent) =>
    (await all()).find((one) => isSameDate(one, date))?.before ?? []

  return {
    /** The reminders that this browser wants of a date, as far as the device knows; nothing where its storage cannot be read. */
    of: (date: DateOfEvent) => readBefore(date).catch(() => []),
    /** Wants that and nothing else of a date. Without a connection `settle` sends it. Rejects where the device cannot store it. */
    async set(reminder: Reminder): Promise<ReminderState> {
      const others = (await all()).filter((one) => !isSameDate(one, reminder) && isToCome(one))
      const isOff = reminder.before.length === 0
      if (!isOff && others.filter(({ before }) => before.length > 0).length >= MAX_REMINDERS_A_BROWSER)
        return 'full'
      // A page that is closed while the network hangs has it by then.
      await change((known) => [
        ...known.filter((one) => !isSameDate(one, reminder) && isToCome(one)),
        { ...reminder, isPending: true },
      ])
      const state = await send(reminder)
      if (state === 'failed') await end(reminder, false)
      return state
    },
    /** A push service that is away, or a worker that is not there yet, may be there the next time. */
    async settle() {
      for (const { isPending, ...reminder } of await all())
        if (isPending) await (isToCome(reminder) ? send(reminder) : end(reminder, false))
    },
    /** 'lost': the browser has ended the subscription, and the reminders of this date with it. Never rejects. */
    async refresh(date: DateOfEvent) {
      try {
        const before = (await all()).find((one) => isSameDate(one, date))
        const endpoint = (await deps.currentSubscription())?.endpoint
        const outcome =
          endpoint === undefined ? undefined : await api.call(listReminders, { body: { endpoint } })
        if (outcome !== undefined && outcome.kind !== 'ok') return 'unknown'
        const fromServer = outcome?.data.reminders ?? []
        await change((known) => {
          const pending = known.filter((one) => one.isPending)
          const others = fromServer.filter((one) => !pending.some((other) => isSameDate(other, one)))
          return [...pending, ...others.map((one) => ({ ...one, isPending: false }))]
        })
        return before?.isPending === false && endpoint === undefined ? 'lost' : 'same'
      } catch {
        return 'unknown'
      }
    },
  }
}

function isSameDate(a: DateOfEvent, b: DateOfEvent): boolean {
  return a.event_id === b.event_id && a.day === b.day
}
