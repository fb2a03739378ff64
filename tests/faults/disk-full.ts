import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { findRunningEngine } from '@/server/platform/database/engine/start-engine'
import { photosDir } from '@/server/platform/photos/stores/disk-store'
import {
  compare,
  makeTag,
  newLedger,
  sendOne,
  sendPending,
  startFaultyServer,
  type FaultReport,
  type Photos,
} from './write-load'

/**
 * Photos on a file system with room for a few: the next one is 503 with `Retry-After` and leaves nothing, everything else
 * goes on, and once there is room the same attempt is accepted. Needs root for the small file system.
 */
export async function diskFull(dataDir: string, photos: Photos): Promise<FaultReport> {
  const name = 'disk full on photo write'
  if (process.getuid?.() !== 0)
    return { name, problems: [], facts: 'not run: it needs root for a small file system' }
  const dir = photosDir(dataDir)
  await mkdir(dir, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600k,mode=755', 'tmpfs', dir])
  const ledger = newLedger()
  const problems: string[] = []
  const server = startFaultyServer({ DATA_DIR: dataDir })
  try {
    const address = await server.address()
    const connection = await findRunningEngine(dataDir)
    if (connection === undefined) throw new Error('the database of the server is not there')
    await makeTag(connection)
    const write = (kind: 'event' | 'event with a photo') =>
      sendOne(address, { kind, key: randomUUID(), mark: `mark ${randomUUID()}` }, ledger, photos)

    for (let tries = 0; tries < 200 && !ledger.retries.has(503); tries += 1) await write('event with a photo')
    if (!ledger.retries.has(503)) problems.push('the disk never was full')
    const taken = ledger.acknowledged.size
    if (ledger.withoutRetryAfter > 0) problems.push('503 without Retry-After')
    if ((await readdir(dir)).some((file) => file.startsWith('.'))) problems.push('drafts are left behind')
    await write('event')
    if (ledger.acknowledged.size !== taken + 1) problems.push('an event without a photo was not taken')

    execFileSync('mount', ['-o', 'remount,size=64m', dir])
    await sendPending(address, ledger, photos)
    if (ledger.pending.size > 0) problems.push('the photo was not taken when there was room again')
    problems.push(...(await compare(connection, ledger)))
    return { name, problems, facts: `${taken} photos fitted, the next was taken after room was made` }
  } finally {
    server.process.kill('SIGTERM')
    await server.ended
    execFileSync('umount', [dir])
  }
}
