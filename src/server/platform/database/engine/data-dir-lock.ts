// One server per data directory. The lock is a listening socket, because the kernel closes it with the process:
// it survives kill -9 without leaving a stale lock behind, knows no reused pids, and (being a path on the shared disk)
// is also seen by a second container that mounts the same volume, where a pid in a file would mean nothing.

import { randomUUID } from 'node:crypto'
import { link, readdir, rm, symlink } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { hasCode } from '@/server/platform/process/system-errors'
import { EngineInUseError } from './engine-errors'
import { makeShortDir } from './socket-dir'

export interface DataDirLock {
  release(): Promise<void>
}

type Owner = { alive: true; pid: string } | { alive: false }

const LOCK_FILE = /^lock-(\d+)\.sock$/
const LONGEST_SOCKET_PATH = 103
const LONGEST_NAME = 20
const OWNER_RESPONSE_TIMEOUT_MS = 500

/**
 * Acquires the lock in `home` (an existing directory) or throws EngineInUseError. Locks are numbered, and a new one takes the number after the last dead one. So nobody ever has to clear a dead lock
 * out of the way before taking his own, which is the moment when two could each clear away the other's.
 */
export async function acquireDataDirLock(home: string): Promise<DataDirLock> {
  const ownName = `new-${randomUUID().slice(0, 8)}.sock`
  const server = await viaShortPath(home, (dir) => listen(join(dir, ownName)))
  let acquired: string | undefined
  const release = async () => {
    if (acquired !== undefined) await rm(join(home, acquired), { force: true })
    await close(server)
  }
  try {
    while (acquired === undefined) {
      const dead = await refuseLiveLocks(home)
      // It listens before it is published, so nobody can mistake a newborn lock for a dead one.
      acquired = await publish(home, ownName, numberAfter(dead))
    }
    // Only now is it sure that nobody else took a number meanwhile, and that these are nobody's.
    for (const name of await refuseLiveLocks(home, acquired)) await rm(join(home, name), { force: true })
    return { release }
  } catch (error) {
    await release()
    throw error
  } finally {
    await rm(join(home, ownName), { force: true })
  }
}

/** The names of the dead locks; throws EngineInUseError if any but `own` is alive. */
async function refuseLiveLocks(home: string, own?: string): Promise<string[]> {
  const names = (await readdir(home)).filter((name) => LOCK_FILE.test(name) && name !== own)
  for (const name of names) {
    const owner = await viaShortPath(home, (dir) => probe(join(dir, name)))
    if (owner.alive) throw new EngineInUseError(home, owner.pid)
  }
  return names
}

async function publish(home: string, ownName: string, number: number): Promise<string | undefined> {
  const name = `lock-${number}.sock`
  try {
    await link(join(home, ownName), join(home, name))
    return name
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return undefined
    throw error
  }
}

function numberAfter(names: string[]): number {
  return Math.max(0, ...names.map((name) => Number(LOCK_FILE.exec(name)?.[1] ?? 0))) + 1
}

function probe(path: string): Promise<Owner> {
  return new Promise((resolve, reject) => {
    let pid = ''
    const socket = connect(path)
    // Being connected is proof enough: the kernel accepts even when the owner is too busy to say its pid.
    const reportAlive = () => {
      socket.destroy()
      resolve({ alive: true, pid: pid.trim() })
    }
    socket.setEncoding('utf8')
    socket.once('connect', () => socket.setTimeout(OWNER_RESPONSE_TIMEOUT_MS, reportAlive))
    socket.on('data', (text: string) => (pid += text))
    socket.once('end', reportAlive)
    socket.once('error', (error) => {
      if (hasCode(error, 'ECONNREFUSED') || hasCode(error, 'ENOENT')) resolve({ alive: false })
      // A full waiting line is a sign of life, too.
      else if (hasCode(error, 'ECONNRESET') || hasCode(error, 'EAGAIN')) reportAlive()
      else reject(error)
    })
  })
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.once('error', () => socket.destroy())
      socket.end(`${process.pid}\n`)
    })
    server.once('error', reject)
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
  })
}

/** Socket addresses hold about a hundred bytes; a deep directory is reached through a short-lived short link. */
async function viaShortPath<T>(dir: string, use: (dir: string) => Promise<T>): Promise<T> {
  if (Buffer.byteLength(dir) + LONGEST_NAME <= LONGEST_SOCKET_PATH) return use(dir)
  const shortDir = await makeShortDir()
  const short = join(shortDir, 'd')
  try {
    await symlink(dir, short, 'dir')
    return await use(short)
  } finally {
    await rm(shortDir, { recursive: true, force: true })
  }
}
