import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { BackupError } from './backup-error'
import { MANIFEST_NAME, manifestSchema, pictureOfEntry, tableOfEntry } from './manifest'
import type { Manifest, ManifestEntry } from './manifest'

interface ArchiveEntry extends ManifestEntry {
  content: Buffer
}

/** Far more than any part of a table or picture has, and than the manifest of a very large guide needs. */
const MAX_ENTRY_BYTES = 256 * 1024 * 1024

/** Reads the whole backup and proves it against its manifest. Throws BackupError for what is damaged or something else. */
export async function verifyArchive(file: string): Promise<Manifest> {
  const found: ManifestEntry[] = []
  let last: ArchiveEntry | undefined
  for await (const entry of readEntries(file)) {
    if (last !== undefined) found.push({ name: last.name, bytes: last.bytes, sha256: last.sha256 })
    last = entry
  }
  const manifest = last?.name === MANIFEST_NAME ? parseManifest(last.content) : undefined
  if (manifest === undefined) throw damaged(file)
  const { entries } = manifest
  const isWhole =
    entries.length === found.length && entries.every((entry, index) => isSame(entry, found[index]))
  const isKnown = entries.every(
    ({ name }) => tableOfEntry(name) !== undefined || pictureOfEntry(name) !== undefined,
  )
  if (!isWhole || !isKnown) throw damaged(file)
  return manifest
}

/** The entries before the manifest, which `verifyArchive` has read; throws if they are not the same any more. */
export async function* readVerified(file: string, manifest: Manifest): AsyncGenerator<ArchiveEntry> {
  let index = 0
  for await (const entry of readEntries(file)) {
    if (index === manifest.entries.length) return
    if (!isSame(entry, manifest.entries[index])) throw damaged(file)
    index += 1
    yield entry
  }
  throw damaged(file)
}

async function* readEntries(file: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  const read = pipeline(createReadStream(file), createGunzip(), tar)
  // The loop below gets the same error.
  read.catch(() => undefined)
  try {
    for await (const source of tar) {
      const { name, size, type } = source.header
      if (type !== 'file' || size > MAX_ENTRY_BYTES) throw damaged(file)
      const chunks: Uint8Array[] = []
      for await (const chunk of source) chunks.push(chunk as Uint8Array)
      const content = Buffer.concat(chunks)
      yield {
        name,
        bytes: content.length,
        sha256: hash('sha256', content, 'hex'),
        content,
      }
    }
  } catch (error) {
    throw readable(file, error)
  } finally {
    tar.destroy()
  }
}

function parseManifest(content: Buffer): Manifest | undefined {
  try {
    const { success, data } = manifestSchema.safeParse(JSON.parse(content.toString('utf8')))
    return success ? data : undefined
  } catch {
    return undefined
  }
}

function isSame(one: ManifestEntry, other: ManifestEntry | undefined): boolean {
  return one.name === other?.name && one.bytes === other.bytes && one.sha256 === other.sha256
}

function readable(file: string, error: unknown): BackupError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (error instanceof BackupError) return error
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`)
  if (/^E[A-Z]+$/.test(code)) return new BackupError(`${file} cannot be read (${code}).`)
  return damaged(file)
}

function damaged(file: string): BackupError {
  return new BackupError(
    `${file} is not a whole backup of this guide: it is damaged, incomplete, or something else.`,
  )
}
