/**
 * `npm run fill -- [--events 500] [--users 200] [--photos 24]`: adds that many events in all statuses, half of them with one of
 * so many photos, and people with devices, notifications and contact forms, to the app that runs on `DATA_DIR` (default `data`):
 * for looking at, tests and measuring. The same numbers add the same texts. Never for a real guide.
 */
import { parseArgs } from 'node:util'
import { randomFrom } from '@/domain/posters/poster'
import { ensureTemporal } from '@/domain/time/village-time'
import { connect } from '../../src/server/platform/database/client'
import { findRunningEngine } from '@/server/platform/database/engine/start-engine'
import { fillServer } from './guide'
import { storePhotos } from './photos'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '500' },
    users: { type: 'string', default: '200' },
    photos: { type: 'string', default: '24' },
  },
})
const dataDir = process.env.DATA_DIR ?? 'data'
const connection = await findRunningEngine(dataDir)
if (connection === undefined) throw new Error(`no guide runs on ${dataDir}: start it first (npm start)`)
await ensureTemporal()
const { pool, db } = connect(connection, { error: (_, text) => process.stderr.write(`${text}\n`) })
try {
  const random = randomFrom(1)
  const photos = await storePhotos(dataDir, Number(values.photos), random)
  const size = { events: Number(values.events), users: Number(values.users) }
  await fillServer(db, size, { photos, random, nowSeconds: Math.floor(Date.now() / 1000) })
  process.stdout.write(`Added ${size.events} events and ${size.users} people.\n`)
} finally {
  await pool.end()
}
