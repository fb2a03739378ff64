import { expect, it } from 'vitest'
import { truncateAtWord } from './week-page'

it('cuts a long title between words', () => {
  expect(truncateAtWord('Fado', 10)).toBe('Fado')
  expect(truncateAtWord('Fado at the beach, with wine', 20)).toBe('Fado at the beach…')
  expect(truncateAtWord('x'.repeat(30), 10)).toBe(`${'x'.repeat(9)}…`)
  expect(truncateAtWord(`${'x'.repeat(8)}🏄andmore`, 10)).toBe(`${'x'.repeat(8)}🏄…`)
})
