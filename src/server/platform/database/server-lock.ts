import { Client } from 'pg'
import type { PoolConfig } from 'pg'
import { SERVER_LOCK } from './locks'
import type { Log } from '@/server/platform/process/logger'

export interface ServerLock {
  release(): Promise<void>
}

/** Milliseconds; tests wait for less. */
const RETRY_MS = 1_000

interface LockOptions {
  retryMs?: number
  /** Begins what else needs a connection that stays; called again with every new one. */
  onConnected?: (client: Client) => Promise<void>
}

/** It waits, and then is idle, for as long as that takes: whatever the URL or the role of the database says. */
const NO_TIMEOUTS = 'set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0'

/**
 * Holds a shared advisory lock by which a restore knows that a server runs, on a connection of its own: in a pool it would
 * not stay. Settles when it is acquired, after a restore that is under way; throws if the database cannot be reached.
 * When the connection breaks later, it acquires the lock again as soon as the database lets it.
 */
export async function acquireServerLock(
  connection: PoolConfig,
  log: Log<'info' | 'warn'>,
  { retryMs = RETRY_MS, onConnected }: LockOptions = {},
): Promise<ServerLock> {
  let client: Client | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let isHeld = false
  let isClosed = false

  async function acquire(): Promise<void> {
    const connecting = new Client({
      connectionTimeoutMillis: 10_000,
      // A firewall drops a connection that is idle for long, and notifies nobody.
      keepAlive: true,
      keepAliveInitialDelayMillis: 60_000,
      application_name: 'events-guide',
      ...connection,
    })
    client = connecting
    // An error that breaks the connection also ends it.
    connecting.on('error', () => undefined)
    connecting.once('end', acquireAgain)
    try {
      await connecting.connect()
      await connecting.query(NO_TIMEOUTS)
      await lock(connecting, log)
      await onConnected?.(connecting)
      isHeld = true
    } catch (error) {
      void connecting.end()
      throw error
    }
  }
  function acquireAgain(): void {
    if (isClosed) return
    if (isHeld)
      log.warn(
        {},
        'a restore would not notice this server any more, nor it what other servers write: its connection has ended',
      )
    isHeld = false
    retryTimer = setTimeout(() => {
      acquire().then(
        () => log.info({}, 'a restore would notice this server again, and it what other servers write'),
        // It has ended and comes back here.
        () => undefined,
      )
    }, retryMs).unref()
  }
  async function release(): Promise<void> {
    isClosed = true
    clearTimeout(retryTimer)
    const ended = client?.end()
    // A connection that is still being made may take its time to end, and holds up nobody.
    if (isHeld) await ended
  }

  try {
    await acquire()
  } catch (error) {
    await release()
    throw error
  }
  return { release }
}

async function lock(client: Client, log: Log<'info' | 'warn'>): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock_shared($1) as got', [
    SERVER_LOCK,
  ])
  if (rows[0]?.got === true) return
  log.warn({}, 'the database is being restored: waiting for the end of that')
  await client.query('select pg_advisory_lock_shared($1)', [SERVER_LOCK])
}
