// Writes of other servers on the same database are heard here (PostgreSQL's LISTEN and NOTIFY). The triggers of migration 0000_first_release notify
// in the transaction that writes, so that nobody hears of what is rolled back, and no writer can forget it.

import { randomUUID } from 'node:crypto'
import type { Notification } from 'pg'
import type { Log } from '@/server/platform/process/logger'

/** A trigger says one of these: that the programme is another, or that a job was enqueued. */
const CHANGES = ['programme', 'jobs'] as const
export type Change = (typeof CHANGES)[number]

const CHANNEL = 'ericeira_events'
/** A notification to oneself takes milliseconds. The first asks whether this listens at all, the others whether it still does. */
const TIMES = { firstProbeMs: 100, probeEveryMs: 10_000, deafAfterMs: 5_000 }

const DEAF =
  'changes of other servers are not heard, and show here after 15 s: DATABASE_URL has to lead to PostgreSQL itself, or to a pooler in session mode'

/** A connection of `pg`. */
interface Connection {
  query(text: string, values?: string[]): Promise<unknown>
  on(event: 'notification', listener: (message: Notification) => void): unknown
  once(event: 'end', listener: () => void): unknown
  end(): Promise<void>
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
  log: Log<'info' | 'warn'>,
  notify: (statement: string, values: string[]) => Promise<unknown>,
  { firstProbeMs, probeEveryMs, deafAfterMs } = TIMES,
): ChangeChannel {
  let isListening = false
  const listeners = new Set<(change: Change) => void>()
  const notifyListeners = (change: Change) => {
    for (const listener of listeners) listener(change)
  }

  /** Asks again and again whether the connection hears. Returns the function that ends it, and the one that takes an echo. */
  function probe(connection: Connection) {
    let sent: string | undefined
    let hasWarned = false
    let next: NodeJS.Timeout | undefined
    let deafness: NodeJS.Timeout | undefined
    const sendProbe = () => {
      next = setTimeout(sendProbe, probeEveryMs).unref()
      const id = randomUUID()
      sent = id
      notify('select pg_notify($1, $2)', [CHANNEL, id]).then(
        () => {
          if (sent === id) deafness ??= setTimeout(deaf, deafAfterMs).unref()
          return undefined
        },
        // Nothing was said: the database is away or busy.
        () => undefined,
      )
    }
    const deaf = () => {
      deafness = undefined
      if (!hasWarned) log.warn({}, DEAF)
      hasWarned = true
      if (!isListening) return
      // It did hear: a new connection may. One that never did has a pooler before it, and so would the next.
      isListening = false
      // The end does not wait for a machine that has gone without a word when a statement is under way.
      connection.query('select 1').catch(() => undefined)
      void connection.end()
    }
    next = setTimeout(sendProbe, firstProbeMs).unref()
    return {
      end() {
        sent = undefined
        clearTimeout(next)
        clearTimeout(deafness)
        isListening = false
      },
      receive(payload: string | undefined) {
        if (payload === undefined || payload !== sent) return
        sent = undefined
        clearTimeout(deafness)
        deafness = undefined
        isListening = true
      },
    }
  }

  return {
    async open(connection) {
      let probing: ReturnType<typeof probe> | undefined
      connection.once('end', () => probing?.end())
      connection.on('notification', ({ payload }) => {
        probing?.receive(payload)
        const change = CHANGES.find((known) => known === payload)
        if (change !== undefined) notifyListeners(change)
      })
      await connection.query(`listen ${CHANNEL}`)
      for (const change of CHANGES) notifyListeners(change)
      probing = probe(connection)
    },
    isListening: () => isListening,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
