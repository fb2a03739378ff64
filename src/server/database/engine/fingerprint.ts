import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'

/** Twelve hex digits that stand for a directory, the same however its path is spelt. */
export async function fingerprint(dir: string): Promise<string> {
  return createHash('sha256')
    .update(await realpath(dir))
    .digest('hex')
    .slice(0, 12)
}
