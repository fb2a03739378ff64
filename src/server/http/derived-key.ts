import { hkdfSync } from 'node:crypto'

/** Makes the key of one purpose (32 bytes) out of the server's secret: what one of them reveals says nothing of the others. */
export type DeriveKey = (purpose: string) => Buffer

/** HKDF-SHA256 (RFC 5869) of the server's secret. */
export function keysFrom(secret: string): DeriveKey {
  return (purpose) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
