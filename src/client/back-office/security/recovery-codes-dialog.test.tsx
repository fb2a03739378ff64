import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { openDialog } from '@tests/support/open-dialog'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, expect, test, vi } from 'vitest'
import { RecoveryCodesDialog } from './security-sections'

afterEach(cleanup)

test('only the button that says they are stored closes the codes, which are shown this once', async () => {
  const onClose = vi.fn<() => void>()
  render(
    <QueryProvider>
      <RecoveryCodesDialog codes={['one', 'two']} onClose={onClose} />
    </QueryProvider>,
  )
  const dialog = await openDialog('alertdialog')
  fireEvent.keyDown(dialog, { key: 'Escape' })
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'I’ve stored them' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})
