import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { deferred } from '@/offline/platform/deferred'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { collectToasts } from '@tests/support/toasts'
import { AlreadySubmitted } from '@/offline/outbox/drafts/drafts'
import { OutboxUnavailable } from '@/offline/outbox/delivery/send-unstored'
import { ContactForm } from './contact-form'
import type { ContactFormEntry } from './use-contact-form-draft'
import type { ContactFormDraft } from './use-contact-form-draft'

const toasts = collectToasts((toast) => toast)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const refused: ContactFormEntry = {
  kind: 'sendSupportMessage',
  payload: {
    first_name: 'Ana',
    last_name: 'Sousa',
    email: 'ana@example.com',
    topic: 'Feedback',
    message: 'Thank you!',
  },
  id: '0b0a5a3e-0000-4000-8000-000000000001',
  seq: 1,
  schemaVersion: 1,
  owner: null,
  state: 'needs-attention',
  attempts: 1,
  nextAttemptAt: 0,
  leaseUntil: 0,
  lastError: {
    code: 'VALIDATION_FAILED',
    fields: [{ path: 'email', code: 'email_invalid', message: '' }],
  },
  createdAt: 0,
}

interface FormState {
  entry?: ContactFormEntry
  restored?: ContactFormDraft['restored']
  opened?: string
  submit?: ContactFormDraft['submit']
  onStored?: (outcome: string) => void
  onSettled?: (outcome: string) => void
  onRefused?: (id: string) => void
}

function renderForm(props: FormState = {}) {
  const changes: unknown[] = []
  const draft: ContactFormDraft = {
    restored: props.restored,
    opened: props.opened,
    isStored: true,
    change: (values) => changes.push(values),
    submit: props.submit ?? (() => Promise.reject(new Error('nothing is sent here'))),
  }
  render(
    <ContactForm
      entry={props.entry}
      wasSent={false}
      draft={draft}
      onStored={props.onStored ?? (() => undefined)}
      onSettled={props.onSettled ?? (() => undefined)}
      onRefused={props.onRefused ?? (() => undefined)}
    />,
  )
  return changes
}

const field = (name: string) => screen.getByLabelText(name)
const describedBy = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

const fill = (values: Record<string, string>) => {
  for (const [name, value] of Object.entries(values)) fireEvent.change(field(name), { target: { value } })
}
const MESSAGE = {
  'First name': 'Ana',
  'Last name': 'Sousa',
  Email: ' ana@example.pt ',
  Topic: 'Urgent Matter',
  Message: 'Where do I park a van?',
}

test('what is too long is said at its field, and what just fits is sent trimmed, once', async () => {
  const sent: unknown[] = []
  // The reply takes as long as the test wants.
  renderForm({
    submit: (message) => {
      sent.push(message)
      return new Promise(() => undefined)
    },
  })
  const names = { 'First name': 'a'.repeat(201), 'Last name': 'b'.repeat(201) }
  fill({ ...MESSAGE, ...names, Message: 'x'.repeat(1001) })
  fireEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  await waitFor(() => expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(3))
  expect(sent).toEqual([])

  const fitting = { 'First name': 'a'.repeat(200), 'Last name': 'b'.repeat(200), Message: 'x'.repeat(1000) }
  fill(fitting)
  const button = screen.getByRole('button', { name: 'Send Message' })
  fireEvent.click(button)
  fireEvent.click(button)
  const busy = await screen.findByRole('button', { name: 'Sending...' })
  expect(busy.getAttribute('aria-disabled')).toBe('true')
  // A word typed now would be in nothing that is sent or stored.
  field('Message').focus()
  fill({ Message: 'And one more thing', Topic: 'Other' })
  expect(field('Message')).toHaveProperty('value', fitting.Message)
  expect(field('Topic')).toHaveProperty('value', 'Urgent Matter')
  expect(document.activeElement).toBe(field('Message'))
  expect(sent).toEqual([
    {
      first_name: fitting['First name'],
      last_name: fitting['Last name'],
      email: 'ana@example.pt',
      topic: 'Urgent Matter',
      message: fitting.Message,
    },
  ])
})

test('a refused message is said to have failed, and stays in the form', async () => {
  const fields = [{ path: 'email', code: 'email_invalid' }]
  const error = { code: 'VALIDATION_FAILED', message: 'Not valid', fields }
  vi.stubGlobal('fetch', async () => Response.json({ error }, { status: 422 }))
  const { outbox } = await loadOfflineClient()
  const ids: string[] = []
  renderForm({
    submit: (payload) => outbox.enqueue({ kind: 'sendSupportMessage', payload }),
    onRefused: (id) => ids.push(id),
  })
  fill(MESSAGE)
  fireEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  await waitFor(() =>
    expect(toasts).toMatchObject([
      { kind: 'error', title: 'Failed to send message. Please try again later.' },
    ]),
  )
  expect(field('Message')).toHaveProperty('value', MESSAGE.Message)
  const [entry] = await outbox.list()
  expect(ids).toEqual([entry?.id])
  await outbox.discard(entry?.id ?? '')
})

test('where nothing is kept and the network is away the form keeps the text, and says so', async () => {
  renderForm({ submit: () => Promise.reject(new OutboxUnavailable({ code: 'NETWORK' }, {})) })
  fill(MESSAGE)
  fireEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(toasts[0]).toMatchObject({
    kind: 'error',
    description: expect.stringContaining('this device can’t save it'),
  })
  expect(field('Message')).toHaveProperty('value', MESSAGE.Message)
  // oxlint-disable-next-line no-console -- it is reported, too
  vi.mocked(console.error).mockClear()
})

test('an empty form says next to each field what is missing, and takes the focus to the first', async () => {
  renderForm()
  expect(document.querySelector('[aria-invalid]')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  await waitFor(() => expect(document.activeElement).toBe(field('First name')))
  for (const [name, sentence] of [
    ['First name', 'First name is required.'],
    ['Last name', 'Last name is required.'],
    ['Email', 'Please enter a valid email address'],
    ['Topic', 'Please select a topic.'],
    ['Message', 'Message is required.'],
  ] as const) {
    expect(field(name).getAttribute('aria-invalid'), name).toBe('true')
    expect(describedBy(field(name)), name).toContain(sentence)
  }
})

test('what was refused for no field says why, and what sending it does where an earlier version has arrived', () => {
  const { lastError: _, ...entry } = refused
  renderForm({ entry: { ...entry, lastError: { code: 'PAYLOAD_TOO_LARGE' } } })
  screen.getByText(/too large/)
  screen.getByRole('button', { name: 'Send Message' })
  cleanup()
  renderForm({ entry: { ...entry, lastError: { code: 'IDEMPOTENCY_KEY_REUSED' } } })
  screen.getByText(/^An earlier version of this has already arrived/)
  expect(screen.queryByText(/hasn’t been sent yet/)).toBeNull()
  screen.getByRole('button', { name: 'Send as another message' })
})

test('a message that another tab has sent is said to be sent', async () => {
  renderForm({ submit: () => Promise.reject(new AlreadySubmitted('1')) })
  fill(MESSAGE)
  fireEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(toasts[0]).toMatchObject({
    title: 'Already submitted',
    description: expect.stringContaining('this message in another tab'),
  })
})

test('a restored draft stands in the fields, and every change goes into the draft', () => {
  const restored = { ...refused.payload, message: 'Half a mess' }
  const changes = renderForm({ restored })
  expect(field('Message')).toHaveProperty('value', 'Half a mess')
  expect(changes).toEqual([])
  fireEvent.change(field('Message'), { target: { value: 'Half a message' } })
  expect(changes).toEqual([{ ...restored, message: 'Half a message' }])
})

test('of a message that is still being sent the page hears later what has become of it', async () => {
  const responds = deferred<void>()
  vi.stubGlobal('fetch', async () => {
    await responds.promise
    return Response.json({ data: { id: crypto.randomUUID() } }, { status: 201 })
  })
  const { outbox } = await loadOfflineClient()
  const told: string[] = []
  renderForm({
    submit: (payload) => outbox.enqueue({ kind: 'sendSupportMessage', payload }),
    onStored: (outcome) => told.push(outcome),
    onSettled: (outcome) => told.push(outcome),
  })
  fill(MESSAGE)
  fireEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  await waitFor(() => expect(told).toEqual(['sending']), { timeout: 10_000 })
  responds.resolve()
  await waitFor(() => expect(told).toEqual(['sending', 'sent']))
  expect(toasts.at(-1)?.title).toBe('Your message has been sent successfully!')
})

test('a draft of changes takes the place of what it was begun over, not of what somebody has saved since', async () => {
  const replaced: unknown[] = []
  const entry = { ...refused, state: 'queued' } as const
  renderForm({
    entry,
    restored: { ...refused.payload, email: 'ana@example.org', message: 'Half a mess' },
    opened: 'before',
    submit: (_, replaces) => {
      replaced.push(replaces)
      return new Promise(() => undefined)
    },
  })
  fireEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  await waitFor(() => expect(replaced).toEqual([{ id: entry.id, opened: 'before' }]))
})
