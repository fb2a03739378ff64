import { hkdfSync } from 'node:crypto'

/**
 * A key of 32 bytes for one purpose, derived from the server's secret (HKDF, RFC 5869): what is signed for one purpose
 * never passes for another.
 */
export function derivedKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
