import { createECDH } from 'node:crypto'
import { join } from 'node:path'
import { readOrMakeOnce } from './make-once'

/** The key pair that identifies this site to push services (VAPID, RFC 8292): P-256, base64url. */
export interface VapidKeys {
  /** The uncompressed point. */
  publicKey: string
  privateKey: string
}

/**
 * The VAPID keys: made once and stored in DATA_DIR. Every subscription of a browser is bound to them: with others nobody who
 * allowed notifications gets any.
 */
export async function readOrCreateVapidKeys(dataDir: string): Promise<VapidKeys> {
  const path = join(dataDir, 'vapid-keys')
  const [publicKey = '', privateKey = ''] = (await readOrMakeOnce(path, newKeysFile)).split(/\s+/)
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
  // The key gets its leading zeros back, which `getPrivateKey` leaves out.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

function newKeysFile(): string {
  const { publicKey, privateKey } = newVapidKeys()
  return `${publicKey}\n${privateKey}\n`
}

function isBase64url(text: string, bytes: number): boolean {
  return /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').byteLength === bytes
}
