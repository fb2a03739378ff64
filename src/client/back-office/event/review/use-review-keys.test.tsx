import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useReviewKeys } from './use-review-keys'

afterEach(cleanup)

function Desk({ onApprove, areOn = true }: { onApprove: () => void; areOn?: boolean }) {
  useReviewKeys({ a: onApprove }, areOn)
  return (
    <>
      <textarea aria-label="Reason" />
      <button type="button">Elsewhere</button>
      <dialog open>
        <button type="button">In a dialog</button>
      </dialog>
    </>
  )
}

function press(target: Element, init: KeyboardEventInit = {}) {
  fireEvent.keyDown(target, { key: 'a', ...init })
}

test('a key does its work, on the page and on a button', () => {
  const onApprove = vi.fn<() => void>()
  render(<Desk onApprove={onApprove} />)
  press(document.body)
  press(screen.getByText('Elsewhere'))
  expect(onApprove).toHaveBeenCalledTimes(2)
})

test('a key is a letter while somebody types or a dialog is open, and part of another shortcut with a modifier', () => {
  const onApprove = vi.fn<() => void>()
  render(<Desk onApprove={onApprove} />)
  press(screen.getByLabelText('Reason'))
  press(screen.getByText('In a dialog'))
  press(document.body, { ctrlKey: true })
  press(document.body, { metaKey: true })
  press(document.body, { repeat: true })
  press(document.body, { key: 'x' })
  expect(onApprove).not.toHaveBeenCalled()
})

test('nothing happens while the keys are off', () => {
  const onApprove = vi.fn<() => void>()
  render(<Desk onApprove={onApprove} areOn={false} />)
  press(document.body)
  expect(onApprove).not.toHaveBeenCalled()
})
