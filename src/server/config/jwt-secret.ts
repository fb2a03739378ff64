import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomSecret } from './read-config'

/** The secret that all keys are derived from: made once and stored in DATA_DIR, readable by its owner only. */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'jwt-secret')
  await mkdir(dataDir, { recursive: true })
  if (!existsSync(path)) await makeSecret(path)
  const secret = (await readFile(path, 'utf8')).trim()
  if (secret.length < 32) throw new Error(`${path} is damaged: delete it, and everybody signs in again`)
  return secret
}

/** Whole, then under its name: of two servers that start together one's stays, and a crash leaves no half of it. */
async function makeSecret(path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, randomSecret(), { mode: 0o600, flag: 'wx', flush: true })
  try {
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
}
