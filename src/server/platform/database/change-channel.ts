// Writes of other servers on the same database are heard here (PostgreSQL's LISTEN and NOTIFY). The triggers of migration 0000_first_release notify
// in the transaction that writes, so that nobody hears of what is rolled back, and no writer can forget it.

import { randomUUID } from 'node:crypto'
import type { Notification } from 'pg'
import type { Log } from '@/server/platform/process/logger'

/** A trigger says one of these: that the programme is another, or that a job was enqueued. */
const CHANGES = ['programme', 'jobs'] as const
export type Change = (typeof CHANGES)[number]

const CHANNEL = 'ericeira_events'
/** A notification to oneself takes milliseconds. */
const DEAF_AFTER_MS = 5_000

const DEAF =
  'changes of other servers are not heard, and show here after half a minute: DATABASE_URL has to lead to PostgreSQL itself, or to a pooler in session mode'

/** A connection of `pg`. */
interface Connection {
  query(text: string, values?: string[]): Promise<unknown>
  on(event: 'notification', listener: (message: Notification) => void): unknown
  once(event: 'end', listener: () => void): unknown
}

export interface ChangeChannel {
  /** Listens on a connection that nobody else uses, until it ends. Whatever was missed before counts as changed. */
  open(connection: Connection): Promise<void>
  isListening(): boolean
  /** Returns the function that ends it. */
  subscribe(listener: (change: Change) => void): () => void
}

/** `notify` runs on another connection than the one that listens: a pooler would bring back what that one says to itself. */
export function createChangeChannel(
  log: Log<'warn'>,
  notify: (statement: string, values: string[]) => Promise<unknown>,
  deafAfterMs = DEAF_AFTER_MS,
): ChangeChannel {
  let isListening = false
  const listeners = new Set<(change: Change) => void>()
  const notifyListeners = (change: Change) => {
    for (const listener of listeners) listener(change)
  }
  return {
    async open(connection) {
      const echo = randomUUID()
      const deafness = setTimeout(() => log.warn({}, DEAF), deafAfterMs).unref()
      connection.once('end', () => {
        clearTimeout(deafness)
        isListening = false
      })
      connection.on('notification', ({ payload }) => {
        if (payload === echo) {
          clearTimeout(deafness)
          isListening = true
        }
        const change = CHANGES.find((known) => known === payload)
        if (change !== undefined) notifyListeners(change)
      })
      await connection.query(`listen ${CHANNEL}`)
      for (const change of CHANGES) notifyListeners(change)
      // Nothing was said where it fails: the database is away or busy.
      notify('select pg_notify($1, $2)', [CHANNEL, echo]).catch(() => clearTimeout(deafness))
    },
    isListening: () => isListening,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
