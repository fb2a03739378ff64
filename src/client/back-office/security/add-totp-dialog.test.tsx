import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import { collectToasts } from '@tests/support/toasts'
import { AddTotpDialog } from './security-sections'

beforeEach(() => signInAdministrator())
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const toasts = collectToasts(({ title, description }) => [title, description])

/** Adds an authenticator app to these passkeys; the response is lost. */
async function addWithoutResponse(passkeys: { id: string; name: string }[]) {
  let isStored = false
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method === 'POST') {
      isStored = true
      throw new TypeError('Failed to fetch')
    }
    const more = { recovery_codes_left: 10, is_due: false, has_password: true }
    const dated = passkeys.map((one) => ({ ...one, created_at: 1_700_000_000, last_used_at: null }))
    return Response.json({ data: { totp: isStored, passkeys: dated, ...more } })
  })
  const added = vi.fn()
  render(<AddTotpDialog secret="ABCDEFGH" uri="otpauth://totp/x" onClose={() => undefined} onAdded={added} />)
  fireEvent.change(await screen.findByLabelText(/Code from your authenticator app/), {
    target: { value: '123456' },
  })
  fireEvent.submit(document.querySelector('form') as HTMLFormElement)
  await waitFor(() => expect(added).toHaveBeenCalledExactlyOnceWith(undefined))
}

it('a factor whose response was lost is found to be on, and its lost recovery codes are told of', async () => {
  await addWithoutResponse([])
  expect(toasts).toEqual([['It’s on after all', expect.stringContaining('recovery codes')]])
})

it('a second factor has no recovery codes that could be lost: those of the first are good', async () => {
  await addWithoutResponse([{ id: '0b0a5a3e-0000-4000-8000-000000000001', name: 'Laptop' }])
  expect(toasts).toEqual([['It’s on after all', undefined]])
})
