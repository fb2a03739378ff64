import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { QueryProvider } from '@tests/support/query-provider'
import { collectToasts } from '@tests/support/toasts'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { BackOfficeEvent, AnnouncementWrite } from '@/contract/back-office/back-office-events'
import { desk, publishedEvent, refused, serve } from './back-office.fixture'
import { StateDialog } from './state-dialog'

desk({})
const toasts = collectToasts((toast) => toast)

const NOW_SECONDS = Math.floor(Date.now() / 1000)
const TIMES = { start_time: NOW_SECONDS + 86_400, end_time: NOW_SECONDS + 90_000, is_all_day: false }
const CONTEST: BackOfficeEvent = { ...publishedEvent, ...TIMES, schedules: [TIMES], revision: 3 }

/** The event as the server has it, and what it was sent. */
let stored: BackOfficeEvent
let sent: AnnouncementWrite[]
/** The event can't be read. */
let isDown: boolean
beforeEach(() => {
  stored = CONTEST
  sent = []
  isDown = false
  serve(({ method, body }) => {
    if (isDown) return refused('FORBIDDEN')
    if (method === 'GET') return stored
    const write = body as AnnouncementWrite
    sent.push(write)
    if (write.revision !== stored.revision) return refused('CONFLICT')
    const { states: _, ...unsaid } = stored
    const { state, note } = write
    stored = {
      ...unsaid,
      revision: stored.revision + 1,
      ...(state !== null && { states: { whole: { state, ...(note && { note }) }, days: [] } }),
    }
    return stored
  })
})

/** Another administrator postpones the event meanwhile. */
function postponedByAnother(): void {
  const whole = { state: 'postponed' as const, note: 'Until Sunday' }
  stored = { ...stored, revision: stored.revision + 1, states: { whole, days: [] } }
}

/** The dialog is there until it is closed, as on the page of an event. */
function Opened() {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? <StateDialog event={CONTEST} onClose={() => setOpen(false)} /> : null
}

async function open(): Promise<void> {
  render(await inRouter(<Opened />), { wrapper: QueryProvider })
}

async function callOff(): Promise<void> {
  await open()
  fireEvent.change(await screen.findByLabelText('State'), { target: { value: 'cancelled' } })
}
const noteField = () => screen.getByLabelText<HTMLInputElement>(/^Note/)
const day = () => screen.getByLabelText<HTMLSelectElement>('Which date')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('what was chosen and written is kept when the day is chosen after it', async () => {
  await callOff()
  fireEvent.change(noteField(), { target: { value: 'Too much wind' } })
  fireEvent.change(day(), { target: { value: day().options[1]?.value } })
  expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('cancelled')
  expect(noteField().value).toBe('Too much wind')
})

test('a note without a state asks for one; a stored one goes with its state', async () => {
  stored = { ...CONTEST, states: { whole: { state: 'postponed', note: 'Until Sunday' }, days: [] } }
  await open()
  fireEvent.change(await screen.findByLabelText('State'), { target: { value: '' } })
  fireEvent.change(noteField(), { target: { value: 'Bring a towel' } })
  press('Save')
  await screen.findByText('Choose a state for this note')
  expect(sent).toEqual([])
  fireEvent.change(noteField(), { target: { value: 'Until Sunday' } })
  press('Save')
  await waitFor(() => expect(sent.map(({ state }) => state)).toEqual([null]))
})

test('who was second sees both versions, and says with the new revision which one is meant', async () => {
  await callOff()
  postponedByAnother()
  press('Save')
  await screen.findByText(/Now: Postponed – Until Sunday\. Yours: Cancelled\./)
  press('Use mine')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.map(({ state, revision }) => [state, revision])).toEqual([
    ['cancelled', 3],
    ['cancelled', 4],
  ])
})

test('an Undo that somebody else was faster than says so, though its dialog is closed', async () => {
  await callOff()
  press('Save')
  await waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['State saved']))
  postponedByAnother()
  toasts[0]?.action?.onPress()
  await waitFor(() =>
    expect(toasts[1]).toMatchObject({ kind: 'error', title: 'The state couldn’t be saved' }),
  )
})

test('an event that can’t be read is said, and is read again', async () => {
  isDown = true
  await open()
  await screen.findByText('Failed to load event')
  isDown = false
  press('Try again')
  await screen.findByLabelText('State')
})
