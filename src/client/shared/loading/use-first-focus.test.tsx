import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useFirstFocus } from './use-first-focus'

test('loads when something gets the focus, once, and not before; what fails is left to whoever needs it', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  function Form() {
    useFirstFocus(load)
    return (
      <>
        <input aria-label="Title" />
        <input aria-label="Place" />
      </>
    )
  }
  const { unmount } = render(<Form />)
  expect(load).not.toHaveBeenCalled()
  screen.getByLabelText('Title').focus()
  screen.getByLabelText('Place').focus()
  expect(load).toHaveBeenCalledTimes(1)
  unmount()
  render(<Form />).unmount()
  document.body.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  expect(load).toHaveBeenCalledTimes(1)
})
