import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

interface PrecacheEntry {
  /** Path below the built client's folder. */
  url: string
}

/**
 * The entries of the precache that a public page needs, each with the digest of its file (subresource integrity): the browser then refuses
 * whatever else arrives under that address, such as the page of a captive portal. The digest is of the file as it was built, so a proxy
 * may compress it, but must not rewrite it.
 */
export async function precacheManifest<Entry extends PrecacheEntry>(
  entries: readonly Entry[],
  { folder, isPublic }: { folder: () => string; isPublic: (fileName: string) => boolean },
): Promise<(Entry & { integrity: string })[]> {
  const needed = entries.filter(({ url }) => !url.endsWith('.js') || isPublic(url))
  return Promise.all(
    needed.map(async (entry) => ({
      ...entry,
      integrity: `sha256-${createHash('sha256')
        .update(await readFile(join(folder(), entry.url)))
        .digest('base64')}`,
    })),
  )
}
