import { readFile, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import {
  DRAFT_ENDING,
  ensureDir,
  unlessMissing,
  writeWhole,
} from '@/server/platform/process/private-data-dir'
import { PhotoStoreFullError, type FileStore, type StoredFile } from './store'

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
/** Drafts older than this were left by a process that died; younger ones may be another server's work. */
const DRAFT_LIFETIME_MS = 60 * 60 * 1000
/** There may be tens of thousands of files, and others read files, too. */
const statAtATime = pLimit(32)

export function photosDir(dataDir: string): string {
  return join(dataDir, 'photos')
}

/** Plain files in one folder, which is made if need be. Names are the caller's: they must not begin with a dot. */
export async function openDiskStore(dir: string): Promise<FileStore> {
  await ensureDir(dir)
  await removeOldDrafts(dir)
  const find = async (name: string): Promise<StoredFile | undefined> => {
    const found = await unlessMissing(stat(join(dir, name)))
    return found && { name, bytes: found.size, writtenAtMs: found.mtimeMs }
  }
  return {
    async put(name, content) {
      try {
        await writeWhole(join(dir, name), content, 0o644)
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : ''
        throw NO_ROOM.has(code) ? new PhotoStoreFullError('no room for the file', { cause: error }) : error
      }
    },
    read: (name) => unlessMissing(readFile(join(dir, name))),
    remove: (name) => rm(join(dir, name), { force: true }),
    async list() {
      const entries = await readdir(dir, { withFileTypes: true })
      const ours = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      const files = await Promise.all(ours.map(({ name }) => statAtATime(find, name)))
      return files.filter((file) => file !== undefined)
    },
  }
}

async function removeOldDrafts(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!name.startsWith('.') || !name.endsWith(DRAFT_ENDING)) continue
    const found = await unlessMissing(stat(join(dir, name)))
    if (found !== undefined && Date.now() - found.mtimeMs > DRAFT_LIFETIME_MS)
      await rm(join(dir, name), { force: true })
  }
}
