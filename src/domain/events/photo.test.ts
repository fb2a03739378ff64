import { describe, expect, it } from 'vitest'
import { photoHash, photoVariant } from './event'

const HASH = '0123456789abcdef'

describe('another picture of the same photo', () => {
  it('stands beside it, signed alike', () => {
    const full = `https://guide.test/photos/${HASH}-full.jpg`
    expect(photoVariant(full, '400')).toBe(`https://guide.test/photos/${HASH}-400.webp`)
    const signed = '?expires=1800000000&signature=a-b_c'
    expect(photoVariant(full + signed, '1200x630')).toBe(
      `https://guide.test/photos/${HASH}-1200x630.jpg${signed}`,
    )
    expect(photoHash(full + signed)).toBe(HASH)
    expect(photoVariant(photoVariant(full, '1200x630'), 'full')).toBe(full)
  })
})
