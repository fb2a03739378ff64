import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'

import { inRouter } from '@tests/support/in-router'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { setClockOffset } from '@/client/shared/time/use-now'
import { ensureTemporal } from '@/domain/time/village-time'
import { EventEditor, type EventEditorProps } from './event-editor'
import { emptyValues, type EventValues, type SubmissionPayload } from './event-values'

vi.mock('@/client/shared/event-form/place-and-tag-options', () => import('@tests/support/without-choices'))

const filled: EventValues = {
  ...emptyValues('ana@example.com'),
  title: 'Sunset session',
  description: 'Longboards only, bring a jacket.',
  location_name: 'Coxos - Mafra',
  latitude: 38.9997,
  longitude: -9.4249,
  tag_keys: ['surf'],
  timetable: { list: [{ start_time: '2199-01-01', end_time: '2199-01-01', is_all_day: true }] },
}
const past = { list: [{ start_time: '2020-01-01', end_time: '2020-01-01', is_all_day: true }] }

interface Shown extends Partial<EventEditorProps> {
  values?: EventValues
}

async function renderForm({ values = filled, ...props }: Shown = {}) {
  const changes: unknown[] = []
  const draft = { change: (content: unknown) => void changes.push(content) }
  const sent: SubmissionPayload[] = []
  const photos: unknown[] = []
  render(
    await inRouter(
      <QueryProvider>
        <EventEditor
          mode="visitor"
          draft={draft}
          begun={{ content: { values } }}
          submitLabel="Create Event"
          busyLabel="Creating Event..."
          onSubmit={async (payload, chosen) => {
            sent.push(payload)
            photos.push(chosen)
          }}
          {...props}
        />
      </QueryProvider>,
    ),
  )
  const button = await screen.findByRole('button', { name: 'Create Event' })
  return { sent, photos, changes, submit: () => fireEvent.click(button) }
}

afterEach(() => {
  cleanup()
  setClockOffset(undefined)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('takes no input while it is being sent, and the focus stays', async () => {
  const { changes, submit } = await renderForm({ onSubmit: () => new Promise(() => undefined) })
  submit()
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

test('takes input again in the commit that shows an error: a letter that follows at once is not lost', async () => {
  const { submit } = await renderForm({ values: { ...filled, title: 'Ab' } })
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

test('who fills it in faster than a person can waits, and is not told of an error', async () => {
  await ensureTemporal()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  const { sent, submit } = await renderForm({ isNew: true })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  submit()
  await vi.advanceTimersByTimeAsync(2900)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(sent).toHaveLength(1)
  clock.mockRestore()
})

async function submitAt(serverTime: string | undefined) {
  cleanup()
  setClockOffset(serverTime === undefined ? undefined : Date.parse(serverTime) - Date.now())
  const form = await renderForm({ values: { ...filled, timetable: past } })
  form.submit()
  return form.sent
}

test('a start has passed by the server’s time: without it the server decides, whatever this device’s clock says', async () => {
  for (const time of [undefined, '2019-12-01T00:00Z']) {
    const sent = await submitAt(time)
    await waitFor(() => expect(sent).toHaveLength(1))
  }
  const sent = await submitAt('2026-11-20T00:00Z')
  await screen.findByText('Start date cannot be in the past')
  expect(sent).toEqual([])
})

describe('the form of the back office', () => {
  test('keeps the stored photo where there was no room for the one that was to replace it', async () => {
    const begun = { content: { values: filled, hasOwnPhoto: true }, lostPhoto: true }
    const photo = 'https://guide.example/photos/a-full.jpg'
    const { changes, photos, submit } = await renderForm({ mode: 'staff', begun, photo })
    fireEvent.change(screen.getByRole('textbox', { name: /^Title/ }), { target: { value: 'Fado' } })
    expect(changes).toMatchObject([{ values: { title: 'Fado' }, hasOwnPhoto: false }])
    submit()
    await waitFor(() => expect(photos).toEqual([undefined]))
  })

  test('keeps the stored photo until it is removed', async () => {
    const photo = 'https://guide.example/photos/a-full.jpg'
    const { photos, submit } = await renderForm({ mode: 'staff', photo })
    screen.getByAltText('Photo of the event')
    submit()
    await waitFor(() => expect(photos).toEqual([undefined]))
    fireEvent.click(screen.getByRole('button', { name: 'Remove photo' }))
    await waitFor(() => expect(screen.queryByAltText('Photo of the event')).toBeNull())
    submit()
    await waitFor(() => expect(photos).toEqual([undefined, null]))
  })
})
