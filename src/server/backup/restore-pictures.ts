import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '@/server/platform/photos/picture-files'
import { syncDir } from '@/server/platform/process/sync-dir'

export interface PictureRestorer {
  add(fileName: string, bytes: Buffer): Promise<void>
  /** Gets the names down to the disk, as the pictures are already. */
  sync(): Promise<void>
  /** Removes the pictures that were not there before. */
  undo(): Promise<void>
}

/** Puts pictures back under their names. One that is there and the same is left alone; one that is damaged is mended. */
export function createPictureRestorer(photosDir: string): PictureRestorer {
  // The photo store's place for what is not finished, which it clears up after a crash.
  const draftsDir = join(photosDir, '.drafts')
  const added: string[] = []
  return {
    add: async (fileName, bytes) => {
      const path = join(photosDir, fileName)
      const existing = await readFile(path).catch(() => undefined)
      if (existing?.equals(bytes)) return
      await mkdir(draftsDir, { recursive: true })
      const draft = join(draftsDir, randomUUID())
      try {
        await writeDurably(draft, bytes)
        await rename(draft, path)
      } finally {
        await rm(draft, { force: true })
      }
      if (existing === undefined) added.push(path)
    },
    sync: async () => {
      if (added.length > 0) await syncDir(photosDir)
    },
    undo: async () => {
      for (const path of added.splice(0)) await rm(path, { force: true })
    },
  }
}
