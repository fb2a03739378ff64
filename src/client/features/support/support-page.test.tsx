import 'fake-indexeddb/auto'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renderRoute } from '@tests/support/in-route'
import { useOfflineOutbox } from '@tests/support/offline/page-outbox'
import { collectToasts } from '@tests/support/toasts'
import { expect, test, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { isReadable } from '@/offline/outbox/entry'
import { deferred } from '@/offline/platform/deferred'
import { Route } from './support-route'

const toasts = collectToasts(({ title }) => title)
useOfflineOutbox()

const MESSAGE = {
  first_name: 'Ana',
  last_name: 'Sousa',
  email: 'ana@example.pt',
  topic: 'Feedback',
  message: 'One',
} as const

const openPage = (edit: string) =>
  renderRoute(Route, {
    path: '/contacts',
    address: `/contacts?edit=${edit}`,
    programme: {
      event: async () => null,
      list: async () => ({ data: { items: [], has_more: false } }),
      usedTags: async () => ({ data: [] }),
    },
  })

const field = (name: string) => screen.getByLabelText(name)
const isInvalid = (name: string) => field(name).getAttribute('aria-invalid') === 'true'

function send(name: string, value: string): void {
  fireEvent.change(field(name), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: 'Send Message' }))
}

function refuse(path: string, code: string): void {
  const error = { code: 'VALIDATION_FAILED', message: 'Not valid', fields: [{ path, code }] }
  vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 422 }))
}

test('a message that is refused again is corrected as it is by then', async () => {
  refuse('email', 'email_invalid')
  const { outbox } = await loadOfflineClient()
  const { id } = await outbox.enqueue({ kind: 'sendSupportMessage', payload: MESSAGE })
  await outbox.settled(id, 5000)
  await openPage(id)
  await waitFor(() => expect(isInvalid('Email')).toBe(true))
  refuse('message', 'message_too_long')
  send('Email', 'ana@example.org')
  await waitFor(() => expect(isInvalid('Message')).toBe(true))
  expect(isInvalid('Email')).toBe(false)
  vi.stubGlobal('fetch', async () => Response.json({ data: { id: crypto.randomUUID() } }, { status: 201 }))
  send('Message', 'Two')
  const sent = async () =>
    (await outbox.list()).filter(isReadable).map(({ state, payload }) => [state, payload])
  const now = { ...MESSAGE, email: 'ana@example.org', message: 'Two' }
  await waitFor(async () => expect(await sent()).toEqual([['sent', now]]))
  expect(toasts).not.toContain('This was changed in another tab')
})

test('a message that is on its way says so instead of a form without a word, and when it was sent', async () => {
  const [begun, arrived] = [deferred<void>(), deferred<Response>()]
  vi.stubGlobal('fetch', () => {
    begun.resolve()
    return arrived.promise
  })
  const { outbox } = await loadOfflineClient()
  const { id } = await outbox.enqueue({ kind: 'sendSupportMessage', payload: MESSAGE })
  await begun.promise
  await openPage(id)
  await screen.findByText(/^This message is being sent right now/)
  expect(screen.queryByRole('button', { name: 'Send Message' })).toBeNull()
  arrived.resolve(Response.json({ data: { id: crypto.randomUUID() } }, { status: 201 }))
  await screen.findByText('This message has already been sent.')
})
