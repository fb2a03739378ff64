import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ImportKnownStep } from './import-page'

afterEach(cleanup)

function show() {
  const onSame = vi.fn<() => void>()
  const onOther = vi.fn<(name: string) => void>()
  render(
    <ImportKnownStep
      name="agenda.csv"
      known={{ events: 24, last_run_at: Date.UTC(2026, 6, 3, 10) / 1000 }}
      isBusy={false}
      onSame={onSame}
      onOther={onOther}
      onBack={() => undefined}
    />,
  )
  return { onSame, onOther }
}
const nameOther = (name: string) => {
  fireEvent.change(screen.getByLabelText('Name of the other calendar'), { target: { value: name } })
  fireEvent.click(screen.getByRole('button', { name: 'No, it’s a different calendar' }))
}

test('asks whether a file of a known name is the same calendar, and says what that one brought', () => {
  const { onSame, onOther } = show()
  expect(screen.getByText(/“agenda\.csv” was last imported on.*Events from it: 24/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Yes, update its events' }))
  expect(onSame).toHaveBeenCalledOnce()
  expect(onOther).not.toHaveBeenCalled()
})

test('takes another name for another calendar', async () => {
  const { onOther } = show()
  nameOther('  School agenda ')
  await waitFor(() => expect(onOther).toHaveBeenCalledExactlyOnceWith('School agenda'))
})

test.each([
  ['agenda.csv', 'Choose a name other than “agenda.csv”'],
  ['', 'This field is required'],
])('does not take “%s” for another name', async (name, error) => {
  const { onOther } = show()
  nameOther(name)
  await screen.findByText(error)
  expect(onOther).not.toHaveBeenCalled()
})
