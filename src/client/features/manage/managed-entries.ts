import { useEffect, useEffectEvent, useRef } from 'react'
import { useLiveOutbox } from '@/client/shared/outbox/use-live-outbox'
import { isReadable, isUnsent } from '@/offline/outbox/entry'
import type { OutboxEntry } from '@/offline/outbox/entry'

type Entry<Kind extends OutboxEntry['kind']> = Extract<OutboxEntry, { kind: Kind }>

/** The entries of one event that wait in the outbox. */
export interface ManagedEntries {
  change: Entry<'updateManagedEvent'> | undefined
  /** Any entry that sets a state of it. */
  state: Entry<'setManagedState'> | undefined
  /** The entry that sets the state of this village day, or of the event as a whole when `day` is undefined. */
  stateOf: (day: string | undefined) => Entry<'setManagedState'> | undefined
}

/** Undefined while the outbox is read. `onSent`: one of them has gone, most likely to the server. */
export function useManagedEntries(eventId: string, onSent: () => void): ManagedEntries | undefined {
  const found = useLiveOutbox((outbox) => outbox.list(), [])
  const entries =
    found === 'loading' || found === 'unreadable' ? [] : found.filter(isReadable).filter(isUnsent)
  const changes = entries.filter((entry) => entry.kind === 'updateManagedEvent')
  const states = entries.filter((entry) => entry.kind === 'setManagedState')
  const own = [...changes, ...states].filter(({ payload }) => payload.eventId === eventId)
  const before = useRef(0)
  const notify = useEffectEvent(onSent)
  const count = own.length
  useEffect(() => {
    if (count < before.current) notify()
    before.current = count
  }, [count])
  if (found === 'loading') return undefined
  return {
    change: changes.find(({ payload }) => payload.eventId === eventId),
    state: states.find(({ payload }) => payload.eventId === eventId),
    stateOf: (day) => states.find(({ payload }) => payload.eventId === eventId && payload.said.day === day),
  }
}
