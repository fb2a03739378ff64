import { describe, expect, it } from 'vitest'
import { canonical } from './idempotency'

describe('canonical', () => {
  it('is the same text whatever the order of the fields', () => {
    expect(canonical({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
      canonical({ a: true, b: [1, { c: 'x', d: null }] }),
    )
  })

  it('distinguishes other content', () => {
    const texts = [{ a: 1 }, { a: '1' }, { a: [1] }, { a: null }, {}, [], { b: 1 }].map(canonical)
    expect(new Set(texts).size).toBe(texts.length)
  })
})
