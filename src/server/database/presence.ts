import { Client } from 'pg'
import type { PoolConfig } from 'pg'
import { SERVER_LOCK } from './locks'

export interface Presence {
  /** Gives the lock back. */
  close(): Promise<void>
}

interface PresenceLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** Milliseconds; tests are less patient. */
const TRY_AGAIN_MS = 1_000
/** It waits, and then has nothing to say, for as long as that takes: whatever the address or the role of the database says. */
const PATIENCE = 'set statement_timeout = 0; set lock_timeout = 0; set idle_session_timeout = 0'

/**
 * Holds a lock by which a restore knows that a server runs, on a connection of its own: in a pool it would not stay. Settles
 * when it has it, after a restore that is under way; throws if the database cannot be reached. When the connection
 * breaks later, it takes the lock again as soon as the database lets it.
 */
export async function announceServer(
  connection: PoolConfig,
  log: PresenceLog,
  tryAgainMs = TRY_AGAIN_MS,
): Promise<Presence> {
  let client: Client | undefined
  let nextTry: NodeJS.Timeout | undefined
  let isHeld = false
  let isClosed = false

  async function take(): Promise<void> {
    const taker = new Client({
      connectionTimeoutMillis: 10_000,
      // A firewall forgets a connection that is silent for long, and tells nobody.
      keepAlive: true,
      keepAliveInitialDelayMillis: 60_000,
      application_name: 'events-guide',
      ...connection,
    })
    client = taker
    // What breaks a connection ends it, too.
    taker.on('error', () => undefined)
    taker.once('end', takeAgain)
    try {
      await taker.connect()
      await taker.query(PATIENCE)
      await lock(taker, log)
      isHeld = true
    } catch (error) {
      void taker.end()
      throw error
    }
  }
  function takeAgain(): void {
    if (isClosed) return
    if (isHeld) log.warn({}, 'a restore would not notice this server any more: its connection has ended')
    isHeld = false
    nextTry = setTimeout(() => {
      take().then(
        () => log.info({}, 'a restore would notice this server again'),
        // It has ended and comes back here.
        () => undefined,
      )
    }, tryAgainMs).unref()
  }
  async function close(): Promise<void> {
    isClosed = true
    clearTimeout(nextTry)
    const ended = client?.end()
    // A connection that is still being made may take its time to end, and holds up nobody.
    if (isHeld) await ended
  }

  try {
    await take()
  } catch (error) {
    await close()
    throw error
  }
  return { close }
}

async function lock(client: Client, log: PresenceLog): Promise<void> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock_shared($1) as got', [
    SERVER_LOCK,
  ])
  if (rows[0]?.got === true) return
  log.warn({}, 'the database is being restored: waiting for the end of that')
  await client.query('select pg_advisory_lock_shared($1)', [SERVER_LOCK])
}
