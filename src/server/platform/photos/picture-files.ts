// The store's operations on single files.

import { open, rm, stat, utimes } from 'node:fs/promises'
import { giveToOwnerOfDir } from '@/server/platform/process/new-files'
import { unlessMissing } from '@/server/platform/process/system-errors'

export async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o644)
  try {
    await giveToOwnerOfDir(path)
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes a file as young as a fresh one. False if it is not there, not whole or not ours: then it is written anew. */
export async function touch(path: string, wholeBytes: number): Promise<boolean> {
  const now = new Date()
  try {
    // Touched before it is looked at: from then on who removes it restores it.
    await utimes(path, now, now)
    return (await stat(path)).size === wholeBytes
  } catch {
    return false
  }
}

/** When the youngest of these files was touched, in milliseconds since 1970; undefined if none is there. */
export async function lastTouchedAtMs(paths: readonly string[]): Promise<number | undefined> {
  let lastMs: number | undefined
  for (const path of paths) {
    const found = await unlessMissing(stat(path))
    if (found !== undefined) lastMs = Math.max(lastMs ?? 0, found.mtimeMs)
  }
  return lastMs
}

/** Removes a file, and also a directory that stood where a picture belongs: neither a sweep nor a start may fail over it. */
export function removeFile(path: string): Promise<void> {
  return rm(path, { force: true, recursive: true })
}
