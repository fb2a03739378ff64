import { expect, it } from 'vitest'
import { hasUnsaved, markUnsaved } from './unsaved'

it('there are unsaved changes until the last form has released its mark', () => {
  const one = markUnsaved()
  const other = markUnsaved()
  one()
  expect(hasUnsaved()).toBe(true)
  other()
  expect(hasUnsaved()).toBe(false)
})
