// Secrets that are made once and kept in DATA_DIR, where the environment does not give them.

import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The secret that signs tokens. */
export async function readOrCreateSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'jwt-secret')
  const secret = await readOrMakeOnce(path, () => randomBytes(32).toString('base64url'))
  if (secret.length < 32) throw new Error(`${path} is damaged: delete it, and everybody signs in again`)
  return secret
}

/** The key pair that identifies this site to push services (VAPID, RFC 8292): P-256, base64url. */
export interface VapidKeys {
  /** The uncompressed point. */
  publicKey: string
  privateKey: string
}

/** Subscriptions are bound to these keys: with others nobody gets notifications. */
export async function readOrCreateVapidKeys(dataDir: string): Promise<VapidKeys> {
  const path = join(dataDir, 'vapid-keys')
  const text = await readOrMakeOnce(path, () => `${Object.values(newVapidKeys()).join('\n')}\n`)
  const [publicKey = '', privateKey = ''] = text.split(/\s+/)
  if (!isKeyPair({ publicKey, privateKey }))
    throw new Error(`${path} is damaged: delete it, and browsers that allowed notifications ask again`)
  return { publicKey, privateKey }
}

export function isKeyPair({ publicKey, privateKey }: VapidKeys): boolean {
  try {
    if (!/^[\w-]+$/.test(privateKey) || Buffer.from(privateKey, 'base64url').length !== 32) return false
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url') === publicKey
  } catch {
    return false
  }
}

export function newVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // The key gets its leading zeros back, which `getPrivateKey` leaves out.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

/**
 * The text of a file that is made once, readable by its owner only. It is written whole, then under its name: of two servers that
 * start together one's stays, and a crash leaves no half of it.
 */
async function readOrMakeOnce(path: string, makeText: () => string): Promise<string> {
  await mkdir(join(path, '..'), { recursive: true })
  if (!existsSync(path)) {
    const draft = `${path}.${randomUUID()}`
    await writeFile(draft, makeText(), { mode: 0o600, flag: 'wx', flush: true })
    try {
      await link(draft, path)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    } finally {
      await rm(draft)
    }
  }
  return (await readFile(path, 'utf8')).trim()
}
