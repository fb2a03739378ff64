import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomSecret } from './config'

/** The secret of the access tokens: made once and kept in DATA_DIR, readable by its owner only. */
export async function keptSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'jwt-secret')
  await mkdir(dataDir, { recursive: true })
  try {
    // `wx`: of two servers that start together, one writes and both read.
    await writeFile(path, randomSecret(), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const secret = (await readFile(path, 'utf8')).trim()
  if (secret.length < 32) throw new Error(`${path} is damaged: delete it, and everybody signs in again`)
  return secret
}
