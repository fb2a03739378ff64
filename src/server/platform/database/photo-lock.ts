import type { Pool } from 'pg'
import type { PhotoLock } from '@/server/platform/photos/stores/s3-store'
import { PHOTO_LOCK } from './locks'

/** An advisory lock on the name of a photo, held by a transaction of its own for as long as the work takes. */
export function createPhotoLock(pool: Pool): PhotoLock {
  return async (name, work) => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [PHOTO_LOCK, name])
      return await work()
    } finally {
      await client.query('commit').catch((error: Error) => (broken = error))
      client.release(broken)
    }
  }
}
