import { createPrivateKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** The configured key is not one of Apple's private keys. The message never holds any of it. */
export class AppleKeyError extends Error {
  override name = 'AppleKeyError'

  constructor() {
    super('is not a private key of Apple: give the text of the .p8 file (PEM, elliptic curve P-256)')
  }
}

/** The key that signs for Apple (ES256), from PEM text. An environment variable may spell its line breaks `\n`. */
export function readAppleKey(pem: string): KeyObject {
  const key = parse(pem.replaceAll('\\n', '\n'))
  if (key?.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new AppleKeyError()
  return key
}

/** Parses a key. No cause is attached: OpenSSL's errors may quote what they read. */
function parse(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
