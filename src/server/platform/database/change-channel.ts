// Writes of other servers on the same database are heard here (PostgreSQL's LISTEN and NOTIFY). The triggers of migration 0013_several_servers notify
// in the transaction that writes, so that nobody hears of what is rolled back, and no writer can forget it.

import { randomUUID } from 'node:crypto'
import type { Notification } from 'pg'

/** A trigger says one of these: that the programme is another, or that a job was enqueued. */
const CHANGES = ['programme', 'jobs'] as const
export type Change = (typeof CHANGES)[number]

const CHANNEL = 'ericeira_events'
/** A notification to oneself takes milliseconds. */
const DEAF_AFTER_MS = 5_000

interface ChannelLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** A connection of `pg`. */
interface Connection {
  query(text: string, values?: string[]): Promise<unknown>
  on(event: 'notification', listener: (message: Notification) => void): unknown
  once(event: 'end', listener: () => void): unknown
}

export interface ChangeChannel {
  /** Listens on a connection that nobody else uses, until it ends. Whatever was missed before counts as changed. */
  open(connection: Connection): Promise<void>
  /** Whether a notification to itself has come back on the connection that is open. */
  isHeard(): boolean
  /** Returns the function that ends it. */
  subscribe(listener: (change: Change) => void): () => void
}

export function createChangeChannel(log: ChannelLog, deafAfterMs = DEAF_AFTER_MS): ChangeChannel {
  let isHeard = false
  const listeners = new Set<(change: Change) => void>()
  const tell = (change: Change) => {
    for (const listener of listeners) listener(change)
  }

  return {
    async open(connection) {
      const probe = randomUUID()
      const deafness = setTimeout(() => {
        log.warn(
          {},
          'changes of other servers are not heard, and show here after 15 s: DATABASE_URL has to lead to PostgreSQL itself, or to a pooler in session mode',
        )
      }, deafAfterMs).unref()
      connection.once('end', () => {
        clearTimeout(deafness)
        isHeard = false
      })
      connection.on('notification', ({ payload }) => {
        if (payload === probe) {
          clearTimeout(deafness)
          isHeard = true
        }
        const change = CHANGES.find((known) => known === payload)
        if (change !== undefined) tell(change)
      })
      await connection.query(`listen ${CHANNEL}`)
      for (const change of CHANGES) tell(change)
      await connection.query('select pg_notify($1, $2)', [CHANNEL, probe])
    },
    isHeard: () => isHeard,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
