import * as z from 'zod/mini'
import { expect, it } from 'vitest'
import { problemsOf } from './problem'

it('names no more problems than a form may have, whatever a script sends', () => {
  const schema = z.strictObject({ list: z.array(z.number()) })
  const list = Array.from({ length: 5000 }, () => 'x')
  const unknown = Object.fromEntries(list.map((_, index) => [`key${index}`, 1]))
  const result = schema.safeParse({ list, ...unknown })
  const problems = problemsOf(result.success ? [] : result.error.issues)
  expect(problems).toHaveLength(100)
  expect(problems[0]).toEqual({ path: 'list.0', code: 'invalid' })
})
