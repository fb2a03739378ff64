import { createECDH, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The key pair that identifies this site to push services (VAPID, RFC 8292): P-256, base64url. */
export interface VapidKeys {
  /** The uncompressed point. */
  publicKey: string
  privateKey: string
}

/**
 * The VAPID keys: made once and stored in DATA_DIR, readable by their owner only. Every subscription of a browser is bound to
 * them: with others nobody who allowed notifications gets any.
 */
export async function readOrCreateVapidKeys(dataDir: string): Promise<VapidKeys> {
  const path = join(dataDir, 'vapid-keys')
  await mkdir(dataDir, { recursive: true })
  if (!existsSync(path)) await makeKeys(path)
  const [publicKey = '', privateKey = ''] = (await readFile(path, 'utf8')).trim().split(/\s+/)
  if (!isKeyPair({ publicKey, privateKey }))
    throw new Error(`${path} is damaged: delete it, and browsers that allowed notifications ask again`)
  return { publicKey, privateKey }
}

/** Whether the public key is the one of the private key. */
export function isKeyPair({ publicKey, privateKey }: VapidKeys): boolean {
  if (!isBase64url(privateKey, 32)) return false
  try {
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
  // With its leading zeros, which `getPrivateKey` leaves out.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

function isBase64url(text: string, bytes: number): boolean {
  return /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').byteLength === bytes
}

/** Whole, then under its name: of two servers that start together one's stays, and a crash leaves no half of it. */
async function makeKeys(path: string): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  const { publicKey, privateKey } = newVapidKeys()
  await writeFile(draft, `${publicKey}\n${privateKey}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    await link(draft, path)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
}
