import { createHmac, timingSafeEqual } from 'node:crypto'

/** Addresses stay the same for so long, so that a page that is read again does not load its photos again. */
const STEP_SECONDS = 5 * 60
/** The time counts from the end of the step: an address holds ten to fifteen minutes. */
const VALID_SECONDS = 10 * 60

/** Signed addresses of photos that only some may see: whoever has one may see the photo until it expires. */
export interface PhotoSignatures {
  /** The query of a signed address of any picture of this photo: `?expires=…&signature=…`. */
  sign(name: string): string
  /** Whether the query of a request is one that `sign` gave for this photo, and has not expired. */
  isValid(name: string, query: unknown): boolean
}

/** `key` is for this purpose alone. `nowSeconds`: epoch seconds. */
export function createPhotoSignatures(key: Buffer, nowSeconds: () => number): PhotoSignatures {
  const signature = (name: string, expires: string) =>
    createHmac('sha256', key).update(`${name} ${expires}`).digest()
  return {
    sign(name) {
      const expires = String((Math.floor(nowSeconds() / STEP_SECONDS) + 1) * STEP_SECONDS + VALID_SECONDS)
      return `?expires=${expires}&signature=${signature(name, expires).toString('base64url')}`
    },
    isValid(name, query) {
      const { expires, signature: given } = (query ?? {}) as Record<string, unknown>
      if (typeof expires !== 'string' || typeof given !== 'string') return false
      if (!/^\d{1,12}$/.test(expires) || Number(expires) <= nowSeconds()) return false
      const expected = signature(name, expires)
      const bytes = Buffer.from(given, 'base64url')
      return bytes.length === expected.length && timingSafeEqual(bytes, expected)
    },
  }
}
