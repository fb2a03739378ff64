import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { afterEach, expect, test, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { storeReturnAddress } from '@/client/shared/session/return-address'
import { useSignOut } from './use-sign-out'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

function Page({ thenTo }: { thenTo?: string }) {
  const { request, isBusy } = useSignOut('/login', thenTo)
  return (
    <button type="button" aria-busy={isBusy} onClick={request}>
      go
    </button>
  )
}

async function signOutFor(thenTo?: string): Promise<void> {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await loadOfflineClient()
  storeReturnAddress(sessionStorage, '/profile')
  render(await inRouter(<Page {...(thenTo === undefined ? {} : { thenTo })} />))
  fireEvent.click(await screen.findByRole('button', { name: 'go' }))
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
}

const remembered = () => sessionStorage.getItem('redirect-address')

test('whoever signs in after a sign-out goes to the usual page', async () => {
  await signOutFor()
  await waitFor(() => expect(remembered()).toBeNull())
})

test('signing out to sign in as somebody else comes back to where that was asked for', async () => {
  await signOutFor('/outbox')
  await waitFor(() => expect(remembered()).toBe('/outbox'))
})
