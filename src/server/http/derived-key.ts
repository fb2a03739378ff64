import { hkdfSync } from 'node:crypto'

const KEY_BYTES = 32

/** A key for one purpose out of the server's one secret, so that what is signed for one purpose is worth nothing for another. */
export function derivedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES))
}
