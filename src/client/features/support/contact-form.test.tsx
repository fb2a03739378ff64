// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ContactForm } from './contact-form'
import type { ContactFormEntry } from './use-contact-form-draft'
import type { ContactFormDraft } from './use-contact-form-draft'

afterEach(cleanup)

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

function renderForm(props: { entry?: ContactFormEntry; restored?: ContactFormDraft['restored'] } = {}) {
  const changes: unknown[] = []
  const draft: ContactFormDraft = {
    restored: props.restored,
    isKept: true,
    change: (values) => changes.push(values),
    submit: () => Promise.reject(new Error('nothing is sent here')),
  }
  render(
    <ContactForm
      entry={props.entry}
      wasSent={false}
      draft={draft}
      onStored={() => undefined}
      onRefused={() => undefined}
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

test('after the first try a mistake goes away as it is mended, and the other texts stay', async () => {
  renderForm()
  fireEvent.change(field('Message'), { target: { value: 'Where is the market?' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send Message' }))
  await screen.findByText('First name is required.')
  fireEvent.change(field('First name'), { target: { value: 'Ana' } })
  await waitFor(() => expect(screen.queryByText('First name is required.')).toBeNull())
  expect(field('First name').getAttribute('aria-invalid')).toBeNull()
  expect(field('Message')).toHaveProperty('value', 'Where is the market?')
  expect(screen.getByText('Last name is required.')).toBeTruthy()
})

test('what the server refused is wrong from the start, until it is changed', async () => {
  renderForm({ entry: refused })
  await waitFor(() => expect(field('Email').getAttribute('aria-invalid')).toBe('true'))
  expect(field('First name').getAttribute('aria-invalid')).toBeNull()
  fireEvent.change(field('Email'), { target: { value: 'ana@example.org' } })
  await waitFor(() => expect(field('Email').getAttribute('aria-invalid')).toBeNull())
})

test('a restored draft stands in the fields, and every change goes into the draft', () => {
  const restored = { ...refused.payload, message: 'Half a mess' }
  const changes = renderForm({ restored })
  expect(field('Message')).toHaveProperty('value', 'Half a mess')
  expect(changes).toEqual([])
  fireEvent.change(field('Message'), { target: { value: 'Half a message' } })
  expect(changes).toEqual([{ ...restored, message: 'Half a message' }])
})
