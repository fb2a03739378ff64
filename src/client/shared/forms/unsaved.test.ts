import { expect, it } from 'vitest'
import { hasUnsaved, markUnsaved, subscribeUnsaved } from './unsaved'

it('there are unsaved changes until the last form has released its mark', () => {
  const one = markUnsaved()
  const other = markUnsaved()
  one()
  expect(hasUnsaved()).toBe(true)
  other()
  expect(hasUnsaved()).toBe(false)
})

it('a mark released twice does not release another', () => {
  const one = markUnsaved()
  const other = markUnsaved()
  one()
  one()
  expect(hasUnsaved()).toBe(true)
  other()
})

it('notifies its subscribers', () => {
  let notified = 0
  const end = subscribeUnsaved(() => (notified += 1))
  markUnsaved()()
  expect(notified).toBe(2)
  end()
  markUnsaved()()
  expect(notified).toBe(2)
})
