import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { collectToasts } from '@tests/support/toasts'
import { ChangePassword } from './change-password'
import { sessionOf, signInHere } from '../own-account.fixture'

const texts = collectToasts(({ title, description }) => `${title}: ${description}`)
afterEach(cleanup)

async function openForm(respond: () => Response) {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const { user } = await signInHere()
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    // The session before is ended on the server as well.
    if (!url.endsWith('/profile/password')) return Response.json({ data: {} })
    sent.push(JSON.parse(String(init.body)))
    return respond()
  })
  render(<ChangePassword userId={user.id} email={user.email} />)
  return { sent }
}

function fill(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Change password' }))
}

const OLD = 'Current password'
const NEW = 'New password'
const AGAIN = 'Confirm new password'

test('stores the session that comes with the new password, and empties the form', async () => {
  const next = sessionOf('second')
  const { sent } = await openForm(() => Response.json({ data: { session: next } }))
  fill({ [OLD]: 'old-and-good', [NEW]: 'new-and-better', [AGAIN]: 'new-and-better' })
  await waitFor(() =>
    expect(texts.join()).toContain('Password changed successfully: You’re still signed in here.'),
  )
  expect(sent).toEqual([{ old_password: 'old-and-good', new_password: 'new-and-better' }])
  const { session } = await loadOfflineClient()
  expect(await session.accessToken()).toBe('second-access')
  await waitFor(() => expect(screen.getByLabelText(NEW)).toHaveProperty('value', ''))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Change password' })),
  )
})

test('goes on with the session it has where none comes with the new password', async () => {
  await openForm(() => Response.json({ data: {} }))
  fill({ [OLD]: 'old-and-good', [NEW]: 'new-and-better', [AGAIN]: 'new-and-better' })
  await waitFor(() => expect(texts).toEqual(['Password changed successfully: undefined']))
  const { session } = await loadOfflineClient()
  expect(await session.accessToken()).toBe('first-access')
})

test('says what is wrong before anything is sent', async () => {
  const { sent } = await openForm(() => Response.error())
  fill({ [OLD]: 'old-and-good', [NEW]: 'short', [AGAIN]: 'other' })
  await screen.findByText('New password must be at least 8 characters long')
  await screen.findByText('New passwords do not match')
  expect(sent).toEqual([])
})

test('a wrong current password is shown at its field, which gets the focus; the texts stay', async () => {
  await openForm(() =>
    Response.json(
      {
        error: {
          code: 'VALIDATION_FAILED',
          message: '',
          fields: [{ path: 'old_password', code: 'password_wrong', message: '' }],
        },
      },
      { status: 422 },
    ),
  )
  fill({ [OLD]: 'wrong', [NEW]: 'new-and-better', [AGAIN]: 'new-and-better' })
  await screen.findByText('The current password is incorrect')
  const old = screen.getByLabelText(OLD)
  await waitFor(() => expect(document.activeElement).toBe(old))
  expect(old).toHaveProperty('value', 'wrong')
  fireEvent.change(old, { target: { value: 'wrong-no-more' } })
  await waitFor(() => expect(screen.queryByText('The current password is incorrect')).toBeNull())
})

test('a lost response is not called a failure: the password may have been changed', async () => {
  await openForm(() => {
    throw new TypeError('Failed to fetch')
  })
  fill({ [OLD]: 'old-and-good', [NEW]: 'new-and-better', [AGAIN]: 'new-and-better' })
  expect((await screen.findByRole('alert')).textContent).toContain('may already have been changed')
})
