import { deleteReminder, listReminders, type Reminder, setReminder } from '@/contract/accounts/push'
import { MAX_REMINDERS_A_BROWSER, type ReminderKind } from '@/domain/events/reminder'
import { villageDay } from '@/domain/time/local-time'
import type { ApiClient } from '@/offline/api/api-client'
import { isTemporary } from '@/offline/api/next-step'
import type { Outcome } from '@/offline/api/next-step'
import type { Clock } from '@/offline/platform/deferred'
import { subscribeLive, unlessFull } from '@/offline/platform/indexed-db'
import type { Subscribed } from '@/offline/push/push-store'
import type { PushStore } from './push-store'
import { createReminderStore, type StoredReminder } from './push-store'

/** `later`: once there is a connection. `full`: no more for this browser. `missing`: the programme has no such date to come. */
export type ReminderState = 'on' | 'later' | 'full' | 'missing' | 'failed'

type DateOfEvent = Pick<Reminder, 'event_id' | 'day'>

export type Reminders = ReturnType<typeof createReminders>

export interface RemindersDeps {
  /** A client without tokens: a reminder is the browser's, not the account's. */
  api: ApiClient
  store: PushStore
  clock: Clock
  subscribe: () => Promise<Subscribed>
  currentSubscription: () => Promise<PushSubscription | undefined>
  /** An endpoint that was replaced hands its reminders to the new one. */
  settleReplaced: () => Promise<void>
}

export function createReminders(deps: RemindersDeps) {
  const { api, clock } = deps
  const store = createReminderStore(deps.store.reminders)
  const today = () => villageDay(Math.floor(clock.now() / 1000))

  /** Stores it in place of what is known of the date; dates that are over go. */
  const put = (reminder: Reminder, { isPending }: { isPending: boolean }) =>
    store.change((known) => {
      const others = known.filter((one) => !isSameDate(one, reminder) && one.day >= today())
      return reminder.before.length > 0 || isPending ? [...others, { ...reminder, isPending }] : others
    })

  /** It waits no longer: the server has it, or nobody will. What was asked for since stays, its own request settles that. */
  const end = (sent: Reminder, { isOn }: { isOn: boolean }) =>
    unlessFull(
      store.change((known) =>
        known.flatMap((one) => {
          if (!isSameDate(one, sent) || String(one.before) !== String(sent.before)) return one
          return isOn && one.before.length > 0 ? { ...one, isPending: false } : []
        }),
      ),
    )

  async function settled(reminder: Reminder, outcome: Outcome<unknown>): Promise<ReminderState> {
    const state = stateOf(outcome)
    if (state !== 'later') await end(reminder, { isOn: state === 'on' })
    return state
  }

  /** The reminder is stored as pending by now. `isAsked`: a person waits for what becomes of it. */
  async function send(reminder: Reminder, { isAsked }: { isAsked: boolean }): Promise<ReminderState> {
    const subscribed = await deps.subscribe()
    if (subscribed.kind === 'unreachable') return 'later'
    if (subscribed.kind === 'impossible') {
      // Nobody would hear of it: a push service that is away, or a worker that is not there yet, may be there the next time.
      if (!isAsked) return 'later'
      await end(reminder, { isOn: false })
      return 'failed'
    }
    const { keys } = subscribed
    await deps.settleReplaced()
    const state = await settled(reminder, await api.call(setReminder, { body: { ...keys, ...reminder } }))
    // The browser is told of something without an account: a sign-out leaves the subscription.
    if (state === 'on') await deps.store.changeEndpoints((known) => ({ ...known, visitor: keys.endpoint }))
    return state
  }

  async function remove({ event_id, day }: DateOfEvent): Promise<ReminderState> {
    const reminder = { event_id, day, before: [] }
    const endpoint = (await deps.currentSubscription())?.endpoint
    if (endpoint === undefined) {
      await end(reminder, { isOn: true })
      return 'on'
    }
    const outcome = await api.call(deleteReminder, { body: { endpoint, event_id, day } })
    const state = await settled(reminder, outcome)
    return state === 'later' ? 'later' : 'on'
  }

  const settleOne = ({ event_id, day, before }: Reminder, isAsked: boolean) =>
    before.length === 0 ? remove({ event_id, day }) : send({ event_id, day, before }, { isAsked })

  const readBefore = async (date: DateOfEvent) =>
    (await store.all()).find((one) => isSameDate(one, date))?.before ?? []

  return {
    /** The reminders that this browser wants of a date, as far as the device knows; nothing where its storage cannot be read. */
    of: (date: DateOfEvent) => readBefore(date).catch(() => []),
    /** Calls the listener now and after each change, also by another tab or the worker. The returned function ends it. */
    watch: (date: DateOfEvent, listener: (before: ReminderKind[]) => void) =>
      subscribeLive(() => readBefore(date), listener),
    /** Wants that and nothing else of a date. Without a connection `settle` sends it. Rejects where the device cannot store it. */
    async set(reminder: Reminder) {
      const others = (await store.all()).filter(
        (one) => !isSameDate(one, reminder) && one.before.length > 0 && one.day >= today(),
      )
      if (reminder.before.length > 0 && others.length >= MAX_REMINDERS_A_BROWSER) return 'full'
      // A page that is closed while the network hangs has it by then.
      const storing = put(reminder, { isPending: true })
      // What is taken back is worth a request also where there is no room to store it.
      const stored = await (reminder.before.length > 0 ? storing : unlessFull(storing))
      const state = await settleOne(reminder, true)
      if (stored !== 'full') return state
      if (state === 'later') throw new Error('No room on this device')
      await unlessFull(put(reminder, { isPending: false }))
      return state
    },
    async settle() {
      for (const { isPending, ...reminder } of await store.all()) {
        if (!isPending) continue
        if (reminder.day < today()) await end(reminder, { isOn: false })
        else await settleOne(reminder, false)
      }
    },
    /** 'lost': the browser has ended the subscription, and the reminders of this date with it. Never rejects. */
    async refresh(date: DateOfEvent) {
      try {
        const before = (await store.all()).find((one) => isSameDate(one, date))
        const endpoint = (await deps.currentSubscription())?.endpoint
        const outcome =
          endpoint === undefined ? undefined : await api.call(listReminders, { body: { endpoint } })
        if (outcome !== undefined && outcome.kind !== 'ok') return 'unknown'
        const fromServer = outcome?.data.reminders ?? []
        await store.change((known) => [
          ...known.filter((one) => one.isPending),
          ...fromServer
            .filter((one) => !known.some((other) => other.isPending && isSameDate(other, one)))
            .map((one): StoredReminder => ({ ...one, isPending: false })),
        ])
        const isLost =
          before?.isPending === false &&
          endpoint === undefined &&
          !fromServer.some((one) => isSameDate(one, date))
        return isLost ? 'lost' : 'same'
      } catch {
        return 'unknown'
      }
    },
  }
}

function isSameDate(a: DateOfEvent, b: DateOfEvent): boolean {
  return a.event_id === b.event_id && a.day === b.day
}

function stateOf(outcome: Outcome<unknown>): ReminderState {
  if (outcome.kind === 'ok') return 'on'
  if (isTemporary(outcome)) return 'later'
  return outcome.kind === 'refused' && outcome.code === 'NOT_FOUND' ? 'missing' : 'failed'
}
