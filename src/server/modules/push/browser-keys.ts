import { createECDH } from 'node:crypto'

const AUTH_BYTES = 16

/** Whether a message can be encrypted for these keys (RFC 8291 3.1): a point of P-256, and 16 bytes. */
export function areBrowserKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  if (Buffer.from(auth, 'base64url').byteLength !== AUTH_BYTES) return false
  try {
    const ours = createECDH('prime256v1')
    ours.generateKeys()
    ours.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
