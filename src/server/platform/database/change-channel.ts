// Writes of other servers on the same database are heard here (PostgreSQL's LISTEN and NOTIFY). The triggers of migration
// 0000_first_release notify in the transaction that writes, so that nobody hears of what is rolled back, and no writer can forget it.

import { Client, type Pool, type PoolConfig } from 'pg'
import type { Log } from '@/server/platform/process/logger'

/** A trigger says one of these: that the programme is another, or that a job was enqueued. */
const CHANGES = ['programme', 'jobs'] as const
export type Change = (typeof CHANGES)[number]

const CHANNEL = 'ericeira_events'
/** What a server says to itself through the pool, to find out whether it listens. */
const ECHO = 'echo'
/** Milliseconds; tests wait for less. */
const TIMES = { retryMs: 1_000, echoMs: 10_000 }

const DEAF =
  'changes of other servers are not heard, and show here after 15 s: DATABASE_URL has to lead to PostgreSQL itself, or to a pooler in session mode'

export interface ChangeChannel {
  isListening(): boolean
  /** Returns the function that ends it. */
  subscribe(listener: (change: Change) => void): () => void
  close(): Promise<void>
}

interface ChannelOptions {
  /** Other connections than the one that listens: a pooler would bring back what that one says to itself. */
  pool: Pick<Pool, 'query'>
  log: Log<'info' | 'warn'>
  /** Called with each new connection: what it holds there it holds for as long as that lasts. */
  onConnected?: (client: Client) => Promise<void>
  times?: typeof TIMES
}

/**
 * Listens on a connection of its own, which in a pool would not stay. Throws if the database cannot be reached; when the connection
 * breaks later, or has gone deaf, it makes a new one, and whatever was missed counts as changed.
 */
export async function openChangeChannel(
  connection: PoolConfig,
  { pool, log, onConnected, times = TIMES }: ChannelOptions,
): Promise<ChangeChannel> {
  const listeners = new Set<(change: Change) => void>()
  let client: Client | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let isListening = false
  let isClosed = false
  let hasWarned = false

  const notifyAll = (payload: string | undefined) => {
    for (const change of CHANGES.filter((known) => known === payload))
      for (const listener of listeners) listener(change)
  }
  const warn = () => {
    if (!hasWarned && !isClosed) log.warn({}, DEAF)
    hasWarned = true
  }

  async function listen(): Promise<void> {
    const connecting = new Client({
      connectionTimeoutMillis: 10_000,
      application_name: 'events-guide',
      ...connection,
    })
    client = connecting
    let isConnected = false
    let isEchoMissing = false
    const sendEcho = () => {
      if (isEchoMissing) {
        warn()
        // It did hear: a new connection may. One that never did has a pooler before it, and so would the next.
        if (!isListening) return
        // The end does not wait for a machine that has gone without a word when a statement is under way.
        connecting.query('select 1').catch(() => undefined)
        void connecting.end()
        return
      }
      isEchoMissing = true
      pool.query('select pg_notify($1, $2)', [CHANNEL, ECHO]).catch(() => {
        // Nothing was said: the database is away or busy.
        isEchoMissing = false
      })
    }
    // An error that breaks the connection also ends it.
    connecting.on('error', () => undefined)
    connecting.on('notification', ({ payload }) => {
      if (payload !== ECHO) return notifyAll(payload)
      if (hasWarned) log.info({}, 'changes of other servers are heard again')
      isEchoMissing = hasWarned = false
      isListening = true
    })
    let echoTimer: NodeJS.Timeout | undefined
    connecting.once('end', () => {
      clearInterval(echoTimer)
      isListening = false
      if (!isConnected) return
      warn()
      retry()
    })
    try {
      await connecting.connect()
      // It is idle for as long as nothing changes, whatever the URL or the role of the database says.
      await connecting.query('set idle_session_timeout = 0')
      await onConnected?.(connecting)
      await connecting.query(`listen ${CHANNEL}`)
      isConnected = true
      for (const change of CHANGES) notifyAll(change)
      sendEcho()
      echoTimer = setInterval(sendEcho, times.echoMs).unref()
    } catch (error) {
      void connecting.end()
      throw error
    }
  }
  function retry(): void {
    if (!isClosed) retryTimer = setTimeout(() => void listen().catch(retry), times.retryMs).unref()
  }

  await listen()
  return {
    isListening: () => isListening,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      isClosed = true
      clearTimeout(retryTimer)
      const isOpen = isListening
      const ended = client?.end()
      // A connection that is still being made may take its time to end, and holds up nobody.
      if (isOpen) await ended
    },
  }
}
