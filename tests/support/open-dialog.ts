import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/**
 * The dialog that opens, once it has the focus. A person cannot answer it sooner; one that a test closes before then has
 * no focus to give back, which on a busy machine failed the tests of where it goes.
 */
export async function openDialog(role: 'dialog' | 'alertdialog'): Promise<HTMLElement> {
  const dialog = await screen.findByRole(role)
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  return dialog
}
