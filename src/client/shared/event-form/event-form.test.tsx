import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ensureTemporal } from '@/domain/time/village-time'
import { EventForm } from './event-form'
import type { EventFormProps } from './event-form'
import { emptyBlock, emptyValues, toSubmission } from './form-values'
import type { EventFormValues, SubmissionPayload } from './form-values'

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
    {
      isAllDay: true,
      isDaily: false,
      startDate: '2199-01-01',
      startTime: '09:00',
      endDate: '2199-01-01',
      endTime: '17:00',
    },
  ],
}

const choices = { places: [], tags: [], areTagsLoading: false, retryTags: () => undefined }

function renderForm(props: Partial<EventFormProps>) {
  const sent: SubmissionPayload[] = []
  const storedPhotos: boolean[] = []
  render(
    <EventForm
      initialValues={filled}
      wasBegunBefore
      today="2198-12-31"
      choices={choices}
      submitLabel="Create Event"
      busyLabel="Creating Event..."
      onSubmit={async (payload, _, keepsStoredPhoto) => {
        sent.push(payload)
        storedPhotos.push(keepsStoredPhoto)
      }}
      {...props}
    />,
    { wrapper: QueryProvider },
  )
  const button = screen.getByRole('button', { name: 'Create Event' })
  return { sent, storedPhotos, submit: () => fireEvent.click(button) }
}

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('has no block of text within a label or a button, where HTML allows none', () => {
  renderForm({})
  expect(document.querySelectorAll('label :is(div, p), button :is(div, p)')).toHaveLength(0)
})

test('what is typed before the first paint is told as well: nothing would write it to the draft', () => {
  const onChange = vi.fn()
  function TypedAtOnce() {
    // It acts in the commit of the form, before any effect that comes after paint, as a browser does: a helper of tests would run those.
    useLayoutEffect(() => {
      const field = screen.getByLabelText<HTMLInputElement>(/^Title/)
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
        field,
        'Sunset session, moved',
      )
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }, [])
    return (
      <EventForm
        initialValues={filled}
        today="2198-12-31"
        choices={choices}
        submitLabel="Create Event"
        busyLabel="Creating Event..."
        onChange={onChange}
        onSubmit={async () => undefined}
      />
    )
  }
  render(<TypedAtOnce />, { wrapper: QueryProvider })
  expect(onChange.mock.calls.map(([values]) => (values as EventFormValues).title)).toEqual([
    'Sunset session, moved',
  ])
})

test('submits valid values, once', async () => {
  const { sent, submit } = renderForm({})
  submit()
  submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ title: 'Sunset session', location_name: 'Coxos - Mafra' })
})

test('takes no input while it is being sent, and the focus stays', async () => {
  const changes: unknown[] = []
  const form = renderForm({
    onChange: (values) => changes.push(values),
    onSubmit: () => new Promise(() => undefined),
  })
  form.submit()
  await screen.findByRole('button', { name: 'Creating Event...' })
  const title = screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/ })
  title.focus()
  fireEvent.change(title, { target: { value: 'Sunset session at eight' } })
  const allDay = screen.getByRole<HTMLInputElement>('checkbox', { name: 'All day' })
  fireEvent.click(allDay)
  fireEvent.click(screen.getByRole('button', { name: 'Add time block' }))
  expect([title.value, allDay.checked, changes]).toEqual(['Sunset session', true, []])
  expect(document.activeElement).toBe(title)
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

test('takes input again in the commit that shows an error: a letter that follows at once is not lost', async () => {
  const { submit } = renderForm({ initialValues: { ...filled, title: 'Ab' } })
  const title = screen.getByRole('textbox', { name: /^Title/ })
  const wasBusy = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!title.hasAttribute('aria-invalid')) return
      observer.disconnect()
      resolve(title.closest('form')?.hasAttribute('aria-busy'))
    })
    observer.observe(title, { attributeFilter: ['aria-invalid'] })
  })
  submit()
  expect(await wasBusy).toBe(false)
})

test('lists several errors with a link to each field, and gets shorter as they are mended', async () => {
  const links = filled.links.map((link) => (link.type === 'facebook' ? { ...link, data: 'nowhere' } : link))
  const { sent, submit } = renderForm({
    initialValues: { ...filled, title: 'Ab', links, eventType: 'recurring' },
  })
  submit()
  const summary = await screen.findByRole('region', { name: 'Please fix the following errors:' })
  await waitFor(() => expect(document.activeElement).toBe(summary))
  const lines = () =>
    within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  expect(lines()).toEqual([
    'Title must be at least 3 characters',
    'Start date is required',
    'End date is required',
    'Days of the week: Please select at least one day of the week',
    'Info link 2 (Facebook): Please enter a valid URL',
  ])

  fireEvent.click(within(summary).getByRole('link', { name: /^Info link 2/ }))
  const facebook = screen.getByLabelText('Facebook')
  await waitFor(() => expect(document.activeElement).toBe(facebook))
  fireEvent.change(facebook, { target: { value: 'https://facebook.com/ericeira' } })
  await waitFor(() => expect(lines()).toHaveLength(4))
  fireEvent.click(within(summary).getByRole('link', { name: /^Days/ }))
  const days = screen.getByRole('group', {
    name: 'Days of the week',
    description: 'Please select at least one day of the week',
  })
  await waitFor(() => expect(document.activeElement).toBe(days))

  fireEvent.click(screen.getByRole('tab', { name: 'Common' }))
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Abc' } })
  await waitFor(() => expect(screen.queryByRole('region', { name: /Please fix/ })).toBeNull())
  submit()
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('a single error is focused at its field', async () => {
  const { submit } = renderForm({ initialValues: { ...filled, title: 'Ab' } })
  submit()
  const title = await screen.findByRole('textbox', { name: 'Title', description: /at least 3 characters/ })
  await waitFor(() => expect(document.activeElement).toBe(title))
})

test('who fills it in faster than a person can waits, and is not told of an error', async () => {
  await ensureTemporal()
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const { sent, submit } = renderForm({ wasBegunBefore: false })
  submit()
  await vi.advanceTimersByTimeAsync(2900)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.filled_in_ms).toBeGreaterThanOrEqual(3000)
})

test('a server that asks for no pause gets the event at once', async () => {
  vi.stubGlobal('SETTINGS', { minFillMs: 0 })
  await ensureTemporal()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { sent, submit } = renderForm({ wasBegunBefore: false })
  submit()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toHaveLength(1)
})

test('an evening past midnight ends on the next day, says so, and is no error', async () => {
  const evening = { ...emptyBlock(), startDate: '2199-12-31', endDate: '2199-12-31', startTime: '22:00' }
  const { sent, submit } = renderForm({ initialValues: { ...filled, blocks: [evening] } })
  fireEvent.change(screen.getByLabelText('End time'), { target: { value: '00:30' } })
  expect(screen.getByLabelText('End date')).toHaveProperty('value', '2200-01-01')
  await screen.findByText('Ends at 12:30 AM the next day')
  fireEvent.change(screen.getByLabelText('End time'), { target: { value: '23:30' } })
  expect(screen.getByLabelText('End date')).toHaveProperty('value', '2199-12-31')
  expect(screen.queryByText(/on the next day/)).toBeNull()
  fireEvent.change(screen.getByLabelText('End time'), { target: { value: '00:30' } })
  submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.timetable).toEqual({
    list: [{ start_time: '2199-12-31 22:00:00', end_time: '2200-01-01 00:30:00', is_all_day: false }],
  })
})

test('several days at the same times are one choice, told from an event without a break', async () => {
  const festival = { ...emptyBlock(), startDate: '2199-07-05', endDate: '2199-07-07' }
  const { sent, submit } = renderForm({ initialValues: { ...filled, blocks: [festival] } })
  await screen.findByText(/^Runs without a break from Jul 5, 2199 to Jul 7, 2199/)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Several days, same times' }))
  await screen.findByText('3 days, Jul 5, 2199 to Jul 7, 2199: 9:00 AM – 5:00 PM each day')
  submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  const { timetable } = sent[0] ?? {}
  expect(timetable && 'list' in timetable && timetable.list.map((block) => block.start_time)).toEqual([
    '2199-07-05 09:00:00',
    '2199-07-06 09:00:00',
    '2199-07-07 09:00:00',
  ])
})

test('another time block is the last one plus a day', () => {
  const evening = { ...emptyBlock(), startDate: '2199-12-30', endDate: '2199-12-30', startTime: '15:00' }
  renderForm({ initialValues: { ...filled, blocks: [evening] } })
  fireEvent.click(screen.getByRole('button', { name: 'Add time block' }))
  const second = within(screen.getByRole('group', { name: 'Time block 2' }))
  expect(second.getByLabelText('Start date')).toHaveProperty('value', '2199-12-31')
  expect(second.getByLabelText('Start time')).toHaveProperty('value', '15:00')
  expect(second.getByLabelText('End date')).toHaveProperty('value', '2199-12-31')
})

test('after a failed submit nothing is an error before it was left: neither a price nor a new block', async () => {
  const { submit } = renderForm({ initialValues: { ...filled, title: 'Ab' } })
  submit()
  await screen.findByRole('textbox', { name: 'Title', description: /at least 3 characters/ })
  fireEvent.click(screen.getByRole('button', { name: /Additional Information/ }))
  await screen.findByRole('button', { name: /Additional Information/, expanded: true })
  fireEvent.click(await screen.findByRole('radio', { name: 'Amount' }))
  const price = await screen.findByLabelText('Price (EUR)')
  fireEvent.click(screen.getByRole('tab', { name: 'Recurring' }))
  expect(screen.queryByText(/Enter the price/)).toBeNull()
  expect(screen.queryByText('Please select at least one day of the week')).toBeNull()
  price.focus()
  fireEvent.blur(price)
  await waitFor(() => expect(screen.getAllByText(/Enter the price/)).not.toEqual([]))
  expect(screen.queryByText('Please select at least one day of the week')).toBeNull()
  submit()
  await waitFor(() => expect(screen.getAllByText(/at least one day/)).not.toEqual([]))
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
  const serverErrors = {
    payload: toSubmission(filled, { website: '', filledInMs: 5000 }),
    problems: [{ path: 'email', code: 'email_invalid' as const }],
  }
  const { sent, submit } = renderForm({ serverErrors })
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

describe('the form of the back office', () => {
  const past = [
    {
      isAllDay: true,
      isDaily: false,
      startDate: '2020-01-01',
      startTime: '09:00',
      endDate: '2020-01-01',
      endTime: '17:00',
    },
  ]

  test('asks for no contact address, and needs none', async () => {
    const { sent, submit } = renderForm({
      initialValues: { ...filled, email: '' },
      staff: { allowPast: () => false },
    })
    expect(screen.queryByLabelText('Contact email')).toBeNull()
    submit()
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  test('takes times in the past for an event that has begun, and for no other', async () => {
    const begun = renderForm({
      initialValues: { ...filled, blocks: past },
      staff: { allowPast: () => true },
    })
    begun.submit()
    await waitFor(() => expect(begun.sent).toHaveLength(1))
    cleanup()
    const coming = renderForm({
      initialValues: { ...filled, blocks: past },
      staff: { allowPast: () => false },
    })
    coming.submit()
    await screen.findByText('Start date cannot be in the past')
    expect(coming.sent).toEqual([])
  })

  test('says that times are missing, in one sentence', async () => {
    const { submit } = renderForm({
      initialValues: { ...filled, blocks: [{ ...emptyBlock(), startDate: '' }] },
      staff: { allowPast: () => false },
    })
    submit()
    await screen.findByText('Please fill in all required time fields')
  })

  test('keeps the stored photo until it is removed', async () => {
    const staff = { allowPast: () => false, storedPhotoUrl: 'https://guide.example/photos/a-full.jpg' }
    const { storedPhotos, submit } = renderForm({ staff })
    screen.getByAltText('Photo of the event')
    submit()
    await waitFor(() => expect(storedPhotos).toEqual([true]))
    fireEvent.click(screen.getByRole('button', { name: 'Remove photo' }))
    await waitFor(() => expect(screen.queryByAltText('Photo of the event')).toBeNull())
    submit()
    await waitFor(() => expect(storedPhotos).toEqual([true, false]))
  })
})
