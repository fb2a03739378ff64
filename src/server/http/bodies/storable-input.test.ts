import { describe, expect, it } from 'vitest'
import { assertStorable } from './receive-body'

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
