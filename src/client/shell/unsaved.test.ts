import { expect, it } from 'vitest'
import { hasUnsaved, markUnsaved, subscribeUnsaved } from './unsaved'

it('knows that something is unsaved until the last form has let go', () => {
  const one = markUnsaved()
  const other = markUnsaved()
  one()
  expect(hasUnsaved()).toBe(true)
  other()
  expect(hasUnsaved()).toBe(false)
})

it('lets a form let go twice without freeing another', () => {
  const one = markUnsaved()
  const other = markUnsaved()
  one()
  one()
  expect(hasUnsaved()).toBe(true)
  other()
})

it('tells who waits for it', () => {
  let told = 0
  const end = subscribeUnsaved(() => (told += 1))
  markUnsaved()()
  expect(told).toBe(2)
  end()
  markUnsaved()()
  expect(told).toBe(2)
})
