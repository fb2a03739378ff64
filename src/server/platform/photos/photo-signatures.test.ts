import { describe, expect, it } from 'vitest'
import { createPhotoSignatures } from './photo-gate'

const NAME = 'a'.repeat(32)
const NOW = 1_800_000_100

const at = (seconds: number, secret = 'a secret') => createPhotoSignatures(Buffer.from(secret), () => seconds)
const queryOf = (text: string) => Object.fromEntries(new URLSearchParams(text))

describe('a signed address', () => {
  const signed = at(NOW).sign(NAME)

  it('holds for ten to fifteen minutes, and stays the same for five', () => {
    expect(at(NOW).isValid(NAME, queryOf(signed))).toBe(true)
    expect(at(NOW + 600).isValid(NAME, queryOf(signed))).toBe(true)
    expect(at(NOW + 900).isValid(NAME, queryOf(signed))).toBe(false)
    expect(at(NOW + 199).sign(NAME)).toBe(signed)
    expect(at(NOW + 201).sign(NAME)).not.toBe(signed)
  })

  it('is of one photo, one secret and one time', () => {
    const { expires = '', signature = '' } = queryOf(signed)
    const { isValid } = at(NOW)
    expect(isValid('b'.repeat(32), { expires, signature })).toBe(false)
    expect(at(NOW, 'another').isValid(NAME, { expires, signature })).toBe(false)
    expect(isValid(NAME, { expires: String(Number(expires) + 300), signature })).toBe(false)
  })

  it('is not made of anything else', () => {
    const { expires = '', signature = '' } = queryOf(signed)
    for (const query of [
      undefined,
      {},
      { expires },
      { signature },
      { expires, signature: '' },
      { expires, signature: signature.slice(1) },
      { expires, signature: [signature] },
      { expires: [expires], signature },
      { expires: `${expires}x`, signature },
      { expires: 'Infinity', signature },
    ])
      expect(at(NOW).isValid(NAME, query)).toBe(false)
  })
})
