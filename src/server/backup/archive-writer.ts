import { hash, randomUUID } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { access, rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { BackupError } from './backup-error'
import { MANIFEST_NAME } from './manifest'
import type { Manifest, ManifestEntry } from './manifest'

export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>
  /** Writes the manifest, syncs all of it to the disk, and renames the file. */
  finish(contents: Omit<Manifest, 'entries'>): Promise<Manifest>
  /** Removes what was written; does nothing after `finish`. */
  abandon(): Promise<void>
}

/**
 * Writes a backup beside its place, so that a file with its name is always a whole one. It holds addresses and password
 * hashes: only its owner reads it. Throws BackupError if the file is there already.
 */
export async function createArchive(file: string): Promise<ArchiveWriter> {
  if (await isThere(file))
    throw new BackupError(`${file} is already there: choose another name, or move it away.`)
  const partial = `${file}.${randomUUID().slice(0, 8)}.partial`
  const tar = pack()
  const entries: ManifestEntry[] = []
  const output = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
  const written = pipeline(tar, createGzip(), output).catch((error: unknown) => {
    throw unwritable(file, error)
  })
  // The writer of an entry gets the error; there may be none at the moment.
  written.catch(() => undefined)
  const removeAtExit = () => rmSync(partial, { force: true })
  process.once('exit', removeAtExit)

  const put = async (name: string, bytes: Buffer) => {
    const added = new Promise<void>((resolve, reject) => {
      // The header has no time of writing and the like: the same content is the same archive.
      const header = { name, size: bytes.length, mode: 0o600, mtime: new Date(0) }
      const sink = tar.entry(header, (error) => (error ? reject(error) : resolve()))
      sink.end(bytes)
    })
    try {
      await Promise.race([added, written])
    } catch (error) {
      // The error that ended the pipeline (a full disk) says more than that of the entry that it broke.
      await written
      throw error
    }
  }
  return {
    add: async (name, bytes) => {
      entries.push({ name, bytes: bytes.length, sha256: hash('sha256', bytes, 'hex') })
      await put(name, bytes)
    },
    finish: async (contents) => {
      const manifest = { ...contents, entries }
      await put(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest, undefined, 1)))
      tar.finalize()
      await written
      await rename(partial, file)
      process.removeListener('exit', removeAtExit)
      return manifest
    },
    abandon: async () => {
      tar.destroy()
      await written.catch(() => undefined)
      await rm(partial, { force: true })
      process.removeListener('exit', removeAtExit)
    },
  }
}

function unwritable(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^E[A-Z]+$/.test(code) ? new BackupError(`${file} cannot be written (${code}).`) : error
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
