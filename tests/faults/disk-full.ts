import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findRunningEngine } from '@/server/platform/database/engine/start-engine'
import { photosDir } from '@/server/platform/photos/stores/disk-store'
import { startFaultyServer } from './faulty-server'
import type { FaultReport } from './faulty-server'
import { compare, makeTag, newLedger, sendOne } from './write-load'
import type { Photos } from './write-load'

const NAME = 'disk full on photo write'

/**
 * Photos on a file system with room for a few: the next one is 503 with `Retry-After` and leaves nothing, everything else
 * goes on, and once there is room the same attempt is accepted. Needs root for the small file system; undefined without.
 */
export async function diskFull(dataDir: string, photos: Photos): Promise<FaultReport | undefined> {
  const dir = photosDir(dataDir)
  await mkdir(dir, { recursive: true })
  if (!mount('-t', 'tmpfs', '-o', 'size=600k,mode=755', 'tmpfs', dir)) return undefined
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
    if ((await readdir(join(dir, '.drafts'))).length > 0) problems.push('drafts are left behind')
    await write('event')
    if (ledger.acknowledged.size !== taken + 1) problems.push('an event without a photo was not taken')
    problems.push(...(await compare(connection, ledger)))

    mount('-o', 'remount,size=64m', dir)
    for (const pending of ledger.pending.values()) await sendOne(address, pending, ledger, photos)
    if (ledger.pending.size > 0) problems.push('the photo was not taken when there was room again')
    problems.push(...(await compare(connection, ledger)))
    return {
      name: NAME,
      problems,
      facts: `${taken} photos fitted, the next was 503 with Retry-After, and taken after room was made`,
    }
  } finally {
    server.process.kill('SIGTERM')
    await server.ended
    execFileSync('umount', [dir])
  }
}

function mount(...args: string[]): boolean {
  try {
    execFileSync('mount', args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
