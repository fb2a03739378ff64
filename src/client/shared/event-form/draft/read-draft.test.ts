import { expect, test } from 'vitest'
import { draftContent, readDraftContent } from './use-draft'
import { emptyValues } from '../form-values'

const values = { ...emptyValues(), title: 'Half a title' }

test('reads what it has written, and nothing of another shape', () => {
  expect(readDraftContent(draftContent(values))).toEqual({ values })
  const origin = { kind: 'earlier-event', title: 'Fado' } as const
  expect(readDraftContent(draftContent(values, { origin, context: { revision: 3 } }))).toEqual({
    values,
    origin,
    context: { revision: 3 },
  })
  expect(readDraftContent({ values: { title: 'x' } })).toBeUndefined()
  expect(readDraftContent(undefined)).toBeUndefined()
})
