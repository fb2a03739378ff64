import { hkdfSync } from 'node:crypto'

/** Makes the key of one purpose (32 bytes) out of the server's secret: what is signed for one purpose never passes for another. */
export type DeriveKey = (purpose: string) => Buffer

/** HKDF-SHA256 (RFC 5869) of the server's secret. */
export function keysFrom(secret: string): DeriveKey {
  return (purpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
