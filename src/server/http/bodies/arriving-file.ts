import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '@/server/http/errors/api-error'

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const FULL_RETRY_SECONDS = 120
const ENDING = '.part'
/** A younger one may be that of another server, which it is still arriving at. */
const LEFT_BEHIND_MS = 60 * 60 * 1000

/** The bytes of a body on the disk while they arrive, so that slow senders take no memory. */
export interface ArrivingFile {
  /** Throws INSUFFICIENT_STORAGE when the disk is full. */
  append(chunk: Uint8Array): Promise<void>
  readonly size: number
  content(): Promise<Buffer>
  text(): Promise<string>
  /** Takes its name away: whatever becomes of the server, its bytes go with the end of its work. */
  hide(): Promise<void>
  /** Gives it this path in place of what is there. */
  storeAs(path: string): Promise<void>
  /** Frees the disk unless it is kept. */
  close(): Promise<void>
}

/** Makes the folder for bodies that are arriving, and removes what a server that died in the wrong moment left in it. */
export async function openArrivals(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  for (const name of await readdir(dir)) {
    const path = join(dir, name)
    const found = name.endsWith(ENDING) ? await stat(path).catch(() => undefined) : undefined
    if (found !== undefined && Date.now() - found.mtimeMs > LEFT_BEHIND_MS) await rm(path, { force: true })
  }
}

export async function openArrivingFile(dir: string): Promise<ArrivingFile> {
  const path = join(dir, `${randomUUID()}${ENDING}`)
  const file = await unlessFull(open(path, 'wx+', 0o600))
  const hide = () => rm(path, { force: true })
  let size = 0
  return {
    async append(chunk) {
      await unlessFull(writeAll(file, chunk, size))
      size += chunk.length
    },
    get size() {
      return size
    },
    content: () => readAll(file, size),
    text: async () => (await readAll(file, size)).toString('utf8'),
    hide,
    storeAs: (target) => rename(path, target),
    async close() {
      await file.close()
      await hide()
    },
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await file.write(chunk, done, chunk.length - done, position + done)
    done += bytesWritten
  }
}

async function readAll(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size)
  for (let done = 0; done < size;) {
    const { bytesRead } = await file.read(bytes, done, size - done, done)
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
