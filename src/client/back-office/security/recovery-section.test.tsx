import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { openDialog } from '@tests/support/open-dialog'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import { RecoverySection } from './security-sections'

beforeEach(() => signInAdministrator())
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const STATE = { totp: true, passkeys: [], recovery_codes_left: 10, is_due: false, has_password: true }

async function make() {
  fireEvent.click(screen.getByRole('button', { name: 'Create new codes' }))
  const dialog = await openDialog('alertdialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create new codes' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}

it('new codes whose response was lost leave a warning that the old ones may be dead, until there are new ones', async () => {
  const responses = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Promise.resolve(Response.json({ data: { recovery_codes: ['one'] } })),
  ]
  vi.stubGlobal('fetch', () => responses.shift()?.())
  const onChanged = vi.fn()
  render(<RecoverySection state={STATE} run={(attempt) => attempt({})} onChanged={onChanged} />)
  await make()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'We got no reply. Your old codes may no longer work: create new ones.',
  )
  expect(screen.queryByText(/10/)).toBeNull()
  expect(onChanged).toHaveBeenCalledExactlyOnceWith()
  await make()
  await waitFor(() => expect(onChanged).toHaveBeenLastCalledWith(['one']))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
