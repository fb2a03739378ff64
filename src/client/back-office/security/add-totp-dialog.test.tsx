import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signInAdministrator } from '@/client/back-office/layout/administrator.fixture'
import { renderToastsWith } from '@/client/shared/notifications/toast'
import { AddTotpDialog } from './add-totp-dialog'

beforeEach(() => signInAdministrator())
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('a factor whose response was lost is found to be on, and its lost recovery codes are told of', async () => {
  let isStored = false
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    if (method === 'POST') {
      isStored = true
      throw new TypeError('Failed to fetch')
    }
    return Response.json({
      data: { totp: isStored, passkeys: [], recovery_codes_left: 10, is_due: false, has_password: true },
    })
  })
  const shown: string[] = []
  const stop = renderToastsWith(({ title }) => shown.push(title))
  const added = vi.fn()
  render(<AddTotpDialog secret="ABCDEFGH" uri="otpauth://totp/x" onClose={() => undefined} onAdded={added} />)
  fireEvent.change(await screen.findByLabelText(/Code from your authenticator app/), {
    target: { value: '123456' },
  })
  fireEvent.submit(document.querySelector('form') as HTMLFormElement)
  await waitFor(() => expect(added).toHaveBeenCalledExactlyOnceWith(undefined))
  expect(shown).toEqual(['It’s on after all'])
  stop()
})
