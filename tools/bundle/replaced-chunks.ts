import { cp, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { unlessMissing } from '../../src/server/platform/process/system-errors'

// A tab that was opened before a new version requests the chunks of its own version: they stay for a while.

/** How long replaced chunks are served, milliseconds. */
export const RETENTION_MS = 30 * 24 * 3600 * 1000

interface Place {
  /** `dist/client/assets`, which a build empties. */
  assets: string
  /** The folder where its files wait during a build. */
  aside: string
  /**
   * The record, as JSON: since when each carried file belongs to no build, in epoch milliseconds. Times of files do not survive every
   * deployment.
   */
  record: string
}

export function placesIn(dist: string): Place {
  return {
    assets: join(dist, 'client/assets'),
    aside: join(dist, '.assets-before'),
    record: join(dist, '.replaced-assets.json'),
  }
}

/**
 * Copies the chunks before a build. A build that fails leaves the old ones in place; files that a killed build left
 * aside stay.
 */
export async function setAside({ assets, aside }: Place): Promise<void> {
  await unlessMissing(cp(assets, aside, { recursive: true, preserveTimestamps: true }))
}

/**
 * Brings back what the new build does not have, as it was, for 30 days from the build that replaced it; it runs when whatever looks at the
 * build's files has done so.
 */
export async function carryOver({ assets, aside, record }: Place, nowMs: number): Promise<void> {
  const known = await readRecord(record)
  const current = new Set(await filesIn(assets))
  const carried: Record<string, number> = {}
  for (const file of await filesIn(aside)) {
    const replacedAtMs = known[file] ?? nowMs
    if (current.has(file) || nowMs - replacedAtMs >= RETENTION_MS) continue
    await mkdir(dirname(join(assets, file)), { recursive: true })
    await rename(join(aside, file), join(assets, file))
    carried[file] = replacedAtMs
  }
  // The record is written in one step: half a record would stop every later build.
  await writeFile(`${record}.new`, JSON.stringify(carried))
  await rename(`${record}.new`, record)
  await rm(aside, { recursive: true, force: true })
}

async function filesIn(dir: string): Promise<string[]> {
  const entries = await unlessMissing(readdir(dir, { recursive: true, withFileTypes: true }))
  return (entries ?? [])
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
}

async function readRecord(file: string): Promise<Record<string, number>> {
  const text = await unlessMissing(readFile(file, 'utf8'))
  return text === undefined ? {} : (JSON.parse(text) as Record<string, number>)
}
