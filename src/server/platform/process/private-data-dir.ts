import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, lchown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Log } from './logger'

const STICKY = 0o1000
const OTHERS = 0o077

/**
 * Makes DATA_DIR if it is missing and keeps it and everything that is written from now on from other accounts of the machine:
 * mode 0700. PostgreSQL, which has an account of its own when the server is root, still reaches its cluster (database/engine).
 * A directory that is somebody else's, or shared by design, is left as it is with a warning.
 */
export async function keepDataDirPrivate(dataDir: string, log: Log<'warn'>): Promise<void> {
  // Only Linux has the way around a closed directory that the engine takes as root.
  const closed = process.platform === 'linux' || process.getuid?.() !== 0 ? OTHERS : 0o066
  process.umask(closed)
  await mkdir(dataDir, { recursive: true })
  const { mode } = await stat(dataDir)
  if ((mode & closed) === 0) return
  try {
    if ((mode & STICKY) !== 0) throw new Error('it is shared by design')
    await chmod(dataDir, mode & 0o7777 & ~closed)
  } catch (error) {
    // A volume that belongs to another account: the server may write into it, and no more.
    log.warn({ dataDir, err: error }, 'other accounts of this machine may look into DATA_DIR')
  }
}

/** Gives what root has made to the account that its directory belongs to: a command of root's is for the server of that account. */
export async function giveToOwnerOfDir(path: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dirname(path))
  await lchown(path, uid, gid)
}

/** Makes a directory unless it is there, for the account that the one above belongs to. */
export async function ensureDir(dir: string): Promise<void> {
  const made = await mkdir(dir, { recursive: true })
  if (made !== undefined) await giveToOwnerOfDir(dir)
}

/** Afterwards the names in `dir` survive a power cut; what the files hold is their own matter. */
export async function syncDir(dir: string): Promise<void> {
  const handle = await open(dir)
  await handle.sync()
  await handle.close()
}

/** A draft that ends like this was left by a process that died. */
export const DRAFT_ENDING = '.part'

/** Writes a file whole or not at all, over what was there: it has its name when it is on the disk. */
export async function writeWhole(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  const draft = join(dirname(path), `.${randomUUID()}${DRAFT_ENDING}`)
  try {
    await writeFile(draft, content, { flag: 'wx', mode, flush: true })
    await giveToOwnerOfDir(draft)
    await rename(draft, path)
    await syncDir(dirname(path))
  } finally {
    await rm(draft, { force: true })
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** Gives the step's result; undefined if its file is not there (any more). */
export async function unlessMissing<T>(step: Promise<T>): Promise<T | undefined> {
  try {
    return await step
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** The secret that signs tokens, made once where JWT_SECRET does not give one. The directory is nobody else's meanwhile. */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'jwt-secret')
  const known = (await unlessMissing(readFile(path, 'utf8')))?.trim()
  if (known !== undefined && known.length < 32)
    throw new Error(`${path} is damaged: delete it, and everybody signs in again`)
  if (known !== undefined) return known
  const secret = randomBytes(32).toString('base64url')
  await writeWhole(path, secret, 0o600)
  return secret
}
