import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { usePausedKeys, useShortcutKeys } from './shortcut-keys'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

function Page({ onApprove, isDialogLoading = false }: { onApprove: () => void; isDialogLoading?: boolean }) {
  useShortcutKeys({ a: onApprove })
  usePausedKeys(isDialogLoading)
  return (
    <>
      <textarea aria-label="Reason" />
      <input type="checkbox" aria-label="Select" />
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

test('a key does its work, on the page, on a button and on a checkbox', () => {
  const onApprove = vi.fn<() => void>()
  render(<Page onApprove={onApprove} />)
  press(document.body)
  press(screen.getByText('Elsewhere'))
  press(screen.getByLabelText('Select'))
  expect(onApprove).toHaveBeenCalledTimes(3)
})

test('a key is a letter while somebody types or a dialog is open, and part of another shortcut with a modifier', () => {
  const onApprove = vi.fn<() => void>()
  render(<Page onApprove={onApprove} />)
  press(screen.getByLabelText('Reason'))
  press(screen.getByText('In a dialog'))
  press(document.body, { ctrlKey: true })
  press(document.body, { metaKey: true })
  press(document.body, { repeat: true })
  press(document.body, { key: 'x' })
  expect(onApprove).not.toHaveBeenCalled()
})

test('nothing happens while a dialog is being loaded, and again when it is closed', () => {
  const onApprove = vi.fn<() => void>()
  const { rerender } = render(<Page onApprove={onApprove} isDialogLoading />)
  press(document.body)
  expect(onApprove).not.toHaveBeenCalled()
  rerender(<Page onApprove={onApprove} />)
  press(document.body)
  expect(onApprove).toHaveBeenCalledOnce()
})

test('nothing happens while the keys are off', () => {
  localStorage.setItem('back-office-shortcuts', 'off')
  const onApprove = vi.fn<() => void>()
  render(<Page onApprove={onApprove} />)
  press(document.body)
  expect(onApprove).not.toHaveBeenCalled()
})
