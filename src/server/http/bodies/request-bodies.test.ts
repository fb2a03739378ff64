import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentFingerprint, assertStorable } from './request-bodies'

const sha256 = (text: string) => hash('sha256', text, 'hex')

describe('the fingerprint of a content', () => {
  it('is the same whatever the order of the fields', () => {
    expect(contentFingerprint({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
      contentFingerprint({ a: true, b: [1, { c: 'x', d: null }] }),
    )
  })

  it.each([
    { a: [], b: {}, c: [1, 'x', { d: null }] },
    { photo: 'A'.repeat(200_000), title: 'x' },
    // Every cut falls into a pair, or between two.
    ...[0, 1, 2].map((before) => ({ photo: 'x'.repeat(before) + '🎸'.repeat(100_000) })),
    { photo: '"\n\\'.repeat(50_000) },
    null,
  ])('is that of its JSON, as stored for what was sent before', (content) => {
    expect(contentFingerprint(content)).toBe(sha256(JSON.stringify(content)))
  })
})

describe('input that can be stored', () => {
  it.each([[{ title: 'nul\u0000byte' }], [{ 'nul\u0000byte': 1 }], [['\ud800 alone']]])(
    'is not %j',
    (input) => {
      expect(() => assertStorable(input)).toThrow('MALFORMED_REQUEST')
    },
  )

  it.each([[undefined], [null], [{ title: 'Fado 🎸', list: [{ a: [1, true, null] }] }]])(
    'may be %j',
    (input) => {
      expect(() => assertStorable(input)).not.toThrow()
    },
  )
})
