import { expect, it } from 'vitest'
import { cutByWords } from './cut-by-words'

it('cuts a long title between words', () => {
  expect(cutByWords('Fado', 10)).toBe('Fado')
  expect(cutByWords('Fado at the beach, with wine', 20)).toBe('Fado at the beach…')
  expect(cutByWords('x'.repeat(30), 10)).toBe(`${'x'.repeat(9)}…`)
  expect(cutByWords(`${'x'.repeat(8)}🏄andmore`, 10)).toBe(`${'x'.repeat(8)}🏄…`)
})
