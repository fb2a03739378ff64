// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, expect, test, vi } from 'vitest'
import { EventForm } from './event-form'
import type { EventFormProps } from './event-form'
import { emptyValues } from './form-values'
import type { EventFormValues } from './form-values'
import type { SubmissionPayload } from './to-submission'
import { toSubmission } from './to-submission'

const filled: EventFormValues = {
  ...emptyValues(),
  email: 'ana@example.com',
  title: 'Sunset session',
  description: 'Longboards only, bring a jacket.',
  place: {
    name: 'Coxos',
    displayName: 'Coxos',
    formattedAddress: 'Mafra',
    latitude: 38.9997,
    longitude: -9.4249,
  },
  tagKeys: ['surf'],
  blocks: [
    { isAllDay: true, startDate: '2999-01-01', startTime: '09:00', endDate: '2999-01-01', endTime: '17:00' },
  ],
}

const choices = { places: [], tags: [], areTagsLoading: false, retryTags: () => undefined }

function renderForm(props: Partial<EventFormProps>) {
  const sent: SubmissionPayload[] = []
  render(
    <EventForm
      initialValues={filled}
      wasBegunBefore
      today="2998-12-31"
      choices={choices}
      submitLabel="Create Event"
      busyLabel="Creating Event..."
      onSubmit={async (payload) => void sent.push(payload)}
      {...props}
    />,
    { wrapper: QueryProvider },
  )
  const button = screen.getByRole('button', { name: 'Create Event' })
  return { sent, submit: () => fireEvent.click(button) }
}

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('submits valid values, once', async () => {
  const { sent, submit } = renderForm({})
  submit()
  submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ title: 'Sunset session', location_name: 'Coxos - Mafra' })
})

test('keeps invalid values, shows the error at its field, and removes it as it is corrected', async () => {
  const { sent, submit } = renderForm({ initialValues: { ...filled, title: 'Ab' } })
  submit()
  const title = await screen.findByRole('textbox', { name: 'Title', description: /at least 3 characters/ })
  expect(sent).toEqual([])
  fireEvent.change(title, { target: { value: 'Abc' } })
  await waitFor(() => expect(title.getAttribute('aria-invalid')).toBeNull())
  submit()
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('opens the folded part when something in it is wrong', async () => {
  const links = filled.links.map((link) =>
    link.type === 'telegram' ? { ...link, data: 'https://example.com' } : link,
  )
  const { submit } = renderForm({ initialValues: { ...filled, links } })
  submit()
  await screen.findByText(/valid Telegram URL/)
  await screen.findByRole('button', { name: /Additional Information/, expanded: true })
})

test('shows what the server refused until that value has changed', async () => {
  const refusal = {
    payload: toSubmission(filled, { website: '', filledInMs: 5000 }),
    problems: [{ path: 'email', code: 'email_invalid' as const }],
  }
  const { sent, submit } = renderForm({ refusal })
  const email = await screen.findByRole('textbox', {
    name: 'Contact email',
    description: /valid email address/,
  })
  submit()
  await screen.findByRole('button', { name: 'Create Event' })
  expect(sent).toEqual([])
  fireEvent.change(email, { target: { value: 'ana@example.org' } })
  submit()
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('can be submitted when the device’s clock was set back while it was open', async () => {
  const { sent, submit } = renderForm({})
  vi.useFakeTimers({ now: Date.now() - 3_600_000, toFake: ['Date'] })
  submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.filled_in_ms).toBeGreaterThanOrEqual(3000)
})
