import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
/** NIST SP 800-38D, 8.2.2: random, of 96 bits. */
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a text with AES-256-GCM; `owner` has to be the same to decrypt it, so that no row passes for another's. */
export function encryptSecret(text: string, key: Buffer, owner: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Undefined when it was encrypted with another key (the server's secret is a new one), for another owner, or was changed. */
export function decryptSecret(stored: string, key: Buffer, owner: string): string | undefined {
  const bytes = Buffer.from(stored, 'base64url')
  const iv = bytes.subarray(0, IV_BYTES)
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  try {
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(tag)
    const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
    return text.toString('utf8')
  } catch {
    return undefined
  }
}
