import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { afterPress } from './use-schema-form'

let active: MockInstance<typeof document.querySelector>
beforeEach(() => {
  active = vi.spyOn(document, 'querySelector')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  active.mockRestore()
})

test('what moves the page waits for the end of a press, however long it is', () => {
  const move = vi.fn()
  // Browsers say this while something is pressed; the page of the tests does not.
  active.mockReturnValueOnce(document.body)
  afterPress(move)
  vi.advanceTimersByTime(5000)
  expect(move).not.toHaveBeenCalled()
  document.dispatchEvent(new MouseEvent('mouseup'))
  expect(move, 'before the click').not.toHaveBeenCalled()
  vi.advanceTimersByTime(0)
  expect(move).toHaveBeenCalledOnce()
  document.dispatchEvent(new MouseEvent('mouseup'))
  vi.advanceTimersByTime(0)
  expect(move).toHaveBeenCalledOnce()
})
