import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { findRunningEngine } from '@/server/platform/database/engine/start-engine'
import { startFaultyServer } from './faulty-server'
import type { FaultReport } from './faulty-server'
import { makeTag, message, event } from './write-load'
import type { Photos } from './write-load'

const NAME = 'disk almost full'
const MB = 1024 * 1024
const RESERVE_MB = 200
/** The server looks at the disk every two seconds. */
const POLL_MS = 2500

/**
 * A whole data folder on a small file system that gets full: photos are refused in good time, then all that visitors send,
 * with 507 and `Retry-After`; the database never meets the end, readers go on, and with room everything is taken again.
 * Needs root for the small file system; undefined without.
 */
export async function diskReserve(dataDir: string, photos: Photos): Promise<FaultReport | undefined> {
  await mkdir(dataDir, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=755', 'tmpfs', dataDir], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  const problems: string[] = []
  const server = startFaultyServer({ DATA_DIR: dataDir, DISK_RESERVE_MB: String(RESERVE_MB) })
  try {
    const address = await server.address()
    const connection = await findRunningEngine(dataDir)
    if (connection === undefined) throw new Error('the database of the server is not there')
    await makeTag(connection)
    const filler = join(dataDir, 'filler')

    const expectStatuses = async (when: string, expected: Statuses) => {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      const found = await statusesOf(address, photos)
      if (JSON.stringify(found) !== JSON.stringify(expected))
        problems.push(`${when}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
    }
    await expectStatuses('with room', { photo: 201, event: 201, message: 201, read: 200 })
    await leave(dataDir, filler, RESERVE_MB * 0.8)
    await expectStatuses('below the reserve', { photo: 507, event: 201, message: 201, read: 200 })
    await leave(dataDir, filler, RESERVE_MB * 0.4)
    await expectStatuses('below half of it', { photo: 507, event: 507, message: 507, read: 200 })
    await rm(filler)
    await expectStatuses('with room again', { photo: 201, event: 201, message: 201, read: 200 })
    return {
      name: NAME,
      problems,
      facts: 'photos, then visitors were refused with 507, and taken after room was made',
    }
  } finally {
    server.process.kill('SIGTERM')
    await server.ended
    execFileSync('umount', [dataDir])
  }
}

const write = (kind: 'event' | 'event with a photo' | 'message') => ({
  kind,
  key: randomUUID(),
  mark: `mark ${randomUUID()}`,
})

interface Statuses {
  photo: number
  event: number
  message: number
  read: number
}

async function statusesOf(address: string, photos: Photos): Promise<Statuses> {
  const post = async (path: string, body: object) => {
    const response = await fetch(`${address}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await response.text()
    const isLater = response.status === 507 && response.headers.get('retry-after') === null
    return isLater ? 0 : response.status
  }
  return {
    photo: await post('/events', event(write('event with a photo'), photos)),
    event: await post('/events', event(write('event'), photos)),
    message: await post('/contact-form', message(write('message'))),
    read: (await fetch(`${address}/api/v1/events`)).status,
  }
}

/** Fills the file system until so many megabytes are free. */
async function leave(dir: string, filler: string, freeMb: number): Promise<void> {
  await rm(filler, { force: true })
  const { bavail, bsize } = await statfs(dir)
  execFileSync('fallocate', ['-l', String(Math.max(0, bavail * bsize - Math.round(freeMb * MB))), filler])
}
