import { open, readFile, rename, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

const MAX_LOG_BYTES = 5 * 1024 * 1024
const TAIL_LINES = 15

/** The file that PostgreSQL logs to, in the engine's home. */
export function serverLogPath(home: string): string {
  return join(home, 'postgres.log')
}

/** Opens the log for appending; at a start a long one is set aside, and the one before that goes. */
export async function openServerLog(home: string): Promise<FileHandle> {
  const path = serverLogPath(home)
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  )
  if (size > MAX_LOG_BYTES) await rename(path, `${path}.1`)
  return open(path, 'a', 0o600)
}

/** The last lines, for an error message. */
export async function tailOfServerLog(home: string): Promise<string> {
  const text = await readFile(serverLogPath(home), 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-TAIL_LINES).join('\n')
}
