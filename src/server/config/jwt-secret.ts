import { join } from 'node:path'
import { readOrMakeOnce } from './make-once'
import { randomSecret } from './read-config'

/** The secret that all keys are derived from: made once and stored in DATA_DIR. */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'jwt-secret')
  const secret = await readOrMakeOnce(path, randomSecret)
  if (secret.length < 32) throw new Error(`${path} is damaged: delete it, and everybody signs in again`)
  return secret
}
