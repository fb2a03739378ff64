import { Client, DatabaseError } from 'pg'
import type { ClientConfig } from 'pg'
import { hasCode } from '@/server/platform/process/system-errors'

const CANNOT_CONNECT_NOW = '57P03'

/** Whether the server accepts connections; false while it starts up. Any other refusal is thrown. */
export async function canConnect(connection: ClientConfig): Promise<boolean> {
  const client = new Client({ ...connection, database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    const startingUp = error instanceof DatabaseError && error.code === CANNOT_CONNECT_NOW
    if (startingUp || ['ENOENT', 'ECONNREFUSED', 'ECONNRESET'].some((code) => hasCode(error, code)))
      return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}
