import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { renderRoute } from '@tests/support/in-route'
import { useOfflineOutbox } from '@tests/support/offline/page-outbox'
import { collectToasts } from '@tests/support/toasts'
import { expect, test, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'

import { deferred } from '@/offline/platform/deferred'
import { Route } from './support-route'

const toasts = collectToasts(({ title, description }) => [title, description].filter(Boolean).join(': '))
useOfflineOutbox()

const PAYLOAD = {
  first_name: 'Ana',
  last_name: 'Sousa',
  email: 'ana@example.pt',
  topic: 'Feedback',
  message: 'One',
} as const
const MESSAGE = {
  'First name': 'Ana',
  'Last name': 'Sousa',
  Email: ' ana@example.pt ',
  Topic: 'Urgent Matter',
  Message: 'Where do I park a van?',
}

async function openPage(edit?: string): Promise<void> {
  cleanup()
  await renderRoute(Route, {
    path: '/contacts',
    address: edit === undefined ? '/contacts' : `/contacts?edit=${edit}`,
  })
}

async function openForm(edit?: string): Promise<void> {
  await openPage(edit)
  await waitFor(() => expect(document.querySelector('form')?.closest('[inert]')).toBeNull())
}

const outbox = async () => (await loadOfflineClient()).outbox
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const fill = (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) fireEvent.change(field(name), { target: { value } })
}
const press = () => fireEvent.click(screen.getByRole('button', { name: /^Send/ }))
const invalid = () =>
  [...document.querySelectorAll('[aria-invalid=true]')].map((control) => control.getAttribute('name'))

function respond(response: () => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', async () => response())
}
const accepted = () => Response.json({ data: { id: crypto.randomUUID() } }, { status: 201 })
const refused = (path: string, code: string) => () =>
  Response.json(
    { error: { code: 'VALIDATION_FAILED', message: 'Not valid', fields: [{ path, code }] } },
    { status: 422 },
  )

async function enqueue(response: () => Response | Promise<Response>): Promise<string> {
  respond(response)
  const { id } = await (await outbox()).enqueue({ kind: 'sendSupportMessage', payload: PAYLOAD })
  await (await outbox()).settled(id, 5000)
  return id
}

test('what is too long is said at its field; what just fits is sent trimmed, once, and takes no input meanwhile', async () => {
  const arrived = deferred<Response>()
  respond(() => arrived.promise)
  await openForm()
  const names = { 'First name': 'a'.repeat(201), 'Last name': 'b'.repeat(201) }
  fill({ ...MESSAGE, ...names, Message: 'x'.repeat(1001) })
  press()
  await waitFor(() => expect(invalid()).toEqual(['first_name', 'last_name', 'message']))
  const fitting = { 'First name': 'a'.repeat(200), 'Last name': 'b'.repeat(200), Message: 'x'.repeat(1000) }
  fill(fitting)
  press()
  press()
  await screen.findByRole('button', { name: 'Sending...' })
  // A word typed now would be in nothing that is sent or stored.
  fill({ Message: 'And one more thing' })
  expect(field('Message').value).toBe(fitting.Message)
  const sent = { email: 'ana@example.pt', message: fitting.Message }
  await waitFor(async () => expect(await (await outbox()).list()).toMatchObject([{ payload: sent }]))
  arrived.resolve(accepted())
  await waitFor(() => expect(toasts).toHaveLength(1))
})

test('a message that is refused, also again, is corrected as it is by then', async () => {
  await openForm()
  respond(refused('email', 'email_invalid'))
  fill(MESSAGE)
  press()
  await waitFor(() => expect(invalid()).toEqual(['email']))
  expect(toasts[0]).toMatch(/^Failed to send message/)
  respond(refused('message', 'message_too_long'))
  fill({ Email: 'ana@example.org' })
  press()
  await waitFor(() => expect(invalid()).toEqual(['message']))
  respond(accepted)
  fill({ Message: 'Two' })
  press()
  const payload = { email: 'ana@example.org', message: 'Two' }
  await waitFor(async () => expect(await (await outbox()).list()).toMatchObject([{ state: 'sent', payload }]))
})

test('what another tab has saved of a message is not overwritten before the person was told', async () => {
  const id = await enqueue(() => Promise.reject(new TypeError('Failed to fetch')))
  await openForm(id)
  fill({ Message: 'Mine' })
  const content = { kind: 'sendSupportMessage', payload: { ...PAYLOAD, message: 'Theirs' } } as const
  await (await outbox()).save({ id, edits: undefined }, content)
  await (await outbox()).settled(id, 5000)
  // The draft is over the message as it was.
  await openForm(id)
  expect(field('Message').value).toBe('Mine')
  press()
  await waitFor(() => expect(toasts[0]).toMatch(/^This was changed in another tab/))
  press()
  await waitFor(async () =>
    expect(await (await outbox()).list()).toMatchObject([{ id, payload: { message: 'Mine' } }]),
  )
})
