import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryProvider } from '@tests/support/query-provider'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { collectToasts } from '@tests/support/toasts'
import { hasUnsaved } from '@/client/shared/forms/unsaved'
import { deferred } from '@/offline/platform/deferred'
import { NameForm } from './name-form'
import type { NameDraft } from './name-form'
import { signInHere } from './own-account.fixture'

const texts = collectToasts(({ title }) => title)
afterEach(cleanup)

/** The form as its page has it: the page keeps the text. */
function Page({ ownerId, onClose }: { ownerId: string; onClose: () => void }) {
  const [draft, setDraft] = useState<NameDraft>({ ownerId, name: 'Ana', savedName: 'Ana' })
  return <NameForm draft={draft} onChange={setDraft} onClose={onClose} />
}

async function openForm(respond: (body: unknown) => Response | Promise<Response>) {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const { user } = await signInHere()
  const sent: { body: unknown; token: string | null }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    // The session before is ended on the server as well.
    if (!url.endsWith('/profile/me')) return Response.json({ data: {} })
    const body: unknown = JSON.parse(String(init.body))
    sent.push({ body, token: new Headers(init.headers).get('authorization') })
    return respond(body)
  })
  const onClose = vi.fn()
  render(<Page ownerId={user.id} onClose={onClose} />, { wrapper: QueryProvider })
  const name = screen.getByRole('textbox', { name: 'Name' })
  const type = (value: string) => fireEvent.change(name, { target: { value } })
  return { sent, onClose, name, type }
}

const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

const saved = (name: string) =>
  Response.json({
    data: {
      id: 'ana',
      name,
      email: 'ana@example.com',
      role: 'USER',
      created_at: 0,
      updated_at: 0,
      isAppleConnected: false,
      isGoogleConnected: false,
    },
  })

test('saves the trimmed name with the own token, says so and closes', async () => {
  const { sent, onClose, type } = await openForm(() => saved('Ana Sousa'))
  type('  Ana Sousa ')
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toEqual([{ body: { name: 'Ana Sousa' }, token: 'Bearer first-access' }])
  expect(texts).toEqual(['Profile updated successfully'])
})

test('closes where the server says no more than that it is done', async () => {
  const { onClose, type } = await openForm(() => Response.json({ data: {} }))
  type('Ana Sousa')
  save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(texts).toEqual(['Profile updated successfully'])
})

test('a name that is too short after trimming is not sent', async () => {
  const { sent, name, type } = await openForm(() => saved('A'))
  type('  A  ')
  save()
  await screen.findByText('Name must be at least 3 characters long')
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect(sent).toEqual([])
})

test('a failure keeps the text and says why; an update of the app waits for it', async () => {
  const { onClose, name, type } = await openForm(() => {
    throw new TypeError('Failed to fetch')
  })
  type('Ana Sousa')
  save()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to update profile')
  expect(name).toHaveProperty('value', 'Ana Sousa')
  expect(onClose).not.toHaveBeenCalled()
  expect(hasUnsaved()).toBe(true)
})

test('Escape closes the form without sending anything, but not while an input method is open', async () => {
  const { sent, onClose, name, type } = await openForm(() => saved('x'))
  type('Ana Sousa')
  fireEvent.keyDown(name, { key: 'Escape', isComposing: true })
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(name, { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
  expect(sent).toEqual([])
})

test('Cancel does nothing while a name is being saved', async () => {
  const response = deferred<Response>()
  const { onClose, type } = await openForm(() => response.promise)
  type('Ana Sousa')
  save()
  await screen.findByRole('button', { name: 'Saving...' })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).not.toHaveBeenCalled()
  response.resolve(saved('Ana Sousa'))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})
