import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toast } from './toast'
import { Toaster } from './toaster'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a toast comes at the top right, and goes by itself after 4 s', async () => {
  render(<Toaster />)
  act(() => toast.success('Your message has been sent successfully!'))
  await pass(0)
  const shown = screen.getByText('Your message has been sent successfully!').closest('li')
  expect(shown?.dataset).toMatchObject({ yPosition: 'top', xPosition: 'right' })
  await pass(3900)
  expect(shown?.dataset['removed']).toBe('false')
  await pass(600)
  expect(screen.queryByText('Your message has been sent successfully!')).toBeNull()
})
