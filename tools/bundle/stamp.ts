import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Hash of a build's inputs: the files below `paths`. */
export function fingerprint(paths: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesBelow)) hash.update(path).update('\0').update(readFileSync(path))
  return hash.digest('hex')
}

interface Stamp {
  file: string
  fingerprint: string
  /** Works even if the stamp matches. */
  force: boolean
}

/**
 * Works unless the stamp says that it was done for this fingerprint; returns whether it did. While it works there is no
 * stamp, so that work that failed or was killed is never taken for done.
 */
export async function unlessStamped(stamp: Stamp, work: () => Promise<void>): Promise<boolean> {
  const { file, force } = stamp
  if (!force && readStamp(file) === stamp.fingerprint) return false
  rmSync(file, { force: true })
  await work()
  writeFileSync(file, stamp.fingerprint)
  return true
}

/** Reads what the last work was done for; undefined when it was not finished. */
export function readStamp(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Tests, and what codegen and tsc write beside the sources: with those, each of them would make the build stale. */
const NO_INPUT = /\.test\.tsx?$|messages\/compiled$|project\.inlang\/(?!settings\.json)|\.tsbuildinfo$/

function filesBelow(path: string): string[] {
  if (!existsSync(path) || NO_INPUT.test(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesBelow(join(path, name)))
}
