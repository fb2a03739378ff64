import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '@/server/http/errors/api-error'

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const FULL_RETRY_SECONDS = 120
/** A younger one may be another server's, which has opened it and not yet taken its name away. */
const LEFT_BEHIND_MS = 60 * 60 * 1000

/** The bytes of a body on the disk, while they arrive and until somebody has the time to read them. */
export interface SpooledBody {
  /** Throws INSUFFICIENT_STORAGE when the disk is full. */
  append(chunk: Buffer): Promise<void>
  readonly size: number
  /** The bytes from one place up to another. */
  read(from: number, to: number): Promise<Buffer>
  /** Frees the disk. */
  close(): Promise<void>
}

/** Makes the folder for bodies that are arriving, and removes what a server that died in the wrong moment left in it. */
export async function openSpoolDir(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  for (const name of await readdir(dir)) {
    const path = join(dir, name)
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile() === true && Date.now() - found.mtimeMs > LEFT_BEHIND_MS)
      await rm(path, { force: true })
  }
}

/** Opens a file without a name: whatever becomes of the server, its bytes go with the last handle. */
export async function spoolBody(dir: string): Promise<SpooledBody> {
  const path = join(dir, randomUUID())
  const file = await unlessFull(open(path, 'wx+', 0o600))
  try {
    await rm(path, { force: true })
  } catch (error) {
    await file.close()
    throw error
  }
  let size = 0
  return {
    async append(chunk) {
      await unlessFull(writeAll(file, chunk, size))
      size += chunk.length
    },
    get size() {
      return size
    },
    read: (from, to) => readRange(file, from, to),
    close: () => file.close(),
  }
}

async function writeAll(file: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done)
    done += bytesWritten
  }
}

async function readRange(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(to - from)
  for (let done = 0; done < bytes.length;) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, from + done)
    if (bytesRead === 0) throw new Error('a body on the disk is shorter than what was written')
    done += bytesRead
  }
  return bytes
}

async function unlessFull<T>(step: Promise<T>): Promise<T> {
  try {
    return await step
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (NO_ROOM.has(code))
      throw new ApiError('INSUFFICIENT_STORAGE', { retryAfterSeconds: FULL_RETRY_SECONDS })
    throw error
  }
}
