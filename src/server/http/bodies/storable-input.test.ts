import { describe, expect, it } from 'vitest'
import { assertStorable } from './storable-input'

describe('input that can be stored', () => {
  it.each([
    [{ title: 'nul\u0000byte' }],
    [{ 'nul\u0000byte': 1 }],
    [['\ud800 alone']],
    [Array.from({ length: 5000 }, () => 1)],
    [JSON.parse(`${'['.repeat(13)}1${']'.repeat(13)}`)],
  ])('is not %j', (input) => {
    expect(() => assertStorable(input)).toThrow('MALFORMED_REQUEST')
  })

  it.each([[undefined], [null], [{ title: 'Fado 🎸', list: [{ a: [1, true, null] }] }]])(
    'may be %j',
    (input) => {
      expect(() => assertStorable(input)).not.toThrow()
    },
  )

  it('is read no further than the first value that is too many', () => {
    let read = 0
    const list = Array.from({ length: 100_000 })
    const watched = new Proxy(list, {
      get(target, key) {
        read += 1
        return Reflect.get(target, key)
      },
    })
    expect(() => assertStorable(watched)).toThrow('MALFORMED_REQUEST')
    expect(read).toBeLessThan(6000)
  })
})
