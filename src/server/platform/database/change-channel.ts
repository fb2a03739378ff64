// Writes of other servers on the same database are heard here (PostgreSQL's LISTEN and NOTIFY). The triggers of migration
// 0000_first_release notify in the transaction that writes, so that nobody hears of what is rolled back, and no writer can forget it.

import type { Client, PoolConfig } from 'pg'
import { connectAlone } from './client'
import type { Log } from '@/server/platform/process/logger'

/** A trigger says one of these: that the programme is another, or that a job was enqueued. */
export type Change = 'programme' | 'jobs'

const CHANNEL = 'ericeira_events'
const RETRY_MS = 1000

interface ChannelOptions {
  log: Log<'warn'>
  onChange: (change: Change) => void
  retryMs?: number
}

/**
 * Listens on a connection of its own, which in a pool would not stay. Throws if the database cannot be reached; when the connection
 * breaks later, it makes a new one, and whatever was missed counts as changed. Returns what ends it. One that breaks without a word is
 * closed by TCP's keep-alive; until then, and behind a pooler, the server shows changes when it looks for itself (start-server).
 */
export async function openChangeChannel(
  connection: PoolConfig,
  { log, onChange, retryMs = RETRY_MS }: ChannelOptions,
): Promise<() => Promise<void>> {
  let client: Client | undefined
  let retryTimer: NodeJS.Timeout | undefined
  let isClosed = false

  async function listen(): Promise<void> {
    const connecting = await connectAlone(connection)
    connecting.on('notification', ({ payload }) => {
      if (payload === 'programme' || payload === 'jobs') onChange(payload)
    })
    await connecting.query(`listen ${CHANNEL}`)
    client = connecting
    connecting.once('end', () => {
      if (isClosed) return
      log.warn({}, 'changes of other servers are not heard until the database is back')
      retry()
    })
    onChange('programme')
    onChange('jobs')
  }
  function retry(): void {
    if (!isClosed) retryTimer = setTimeout(() => void listen().catch(retry), retryMs).unref()
  }

  await listen()
  return async () => {
    isClosed = true
    clearTimeout(retryTimer)
    await client?.end()
  }
}
