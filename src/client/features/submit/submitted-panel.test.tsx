import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { eventContent, photoOf } from '@tests/support/offline/outbox-contents'
import { inRouter } from '@tests/support/in-router'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ensureTemporal } from '@/domain/time/temporal'
import type { OutboxEntry } from '@/offline/outbox/entry'
import type { EventResult } from './submission-result'
import { SubmittedPanel } from './submitted-panel'

const ID = 'a1b2c3d4-0000-4000-8000-000000000000'

function resultOf(outcome: EventResult['outcome'], part: Partial<OutboxEntry> = {}): EventResult {
  const entry: OutboxEntry = {
    ...eventContent('Sunset Sessions', '2999-06-22 19:00:00'),
    id: 'e1',
    seq: 1,
    schemaVersion: 1,
    owner: null,
    state: 'sent',
    attempts: 1,
    nextAttemptAt: 0,
    leaseUntil: 0,
    createdAt: 0,
    ...(outcome === 'sent' && { receipt: { id: ID, isNotifiedByMail: true } }),
    ...part,
  } as OutboxEntry
  return { outcome, entry, title: 'Sunset Sessions', photo: undefined }
}

async function show(result: EventResult) {
  const pressed: string[] = []
  render(
    await inRouter(
      <SubmittedPanel
        result={result}
        knownTags={[]}
        onAnother={() => pressed.push('another')}
        onClose={() => pressed.push('close')}
      />,
    ),
  )
  return pressed
}

beforeAll(ensureTemporal)
afterEach(cleanup)

test('what was sent is told with its reference, its card, and what happens next', async () => {
  const pressed = await show(resultOf('sent'))
  const panel = within(screen.getByRole('region', { name: 'Thank you, we’ve received your event' }))
  panel.getByText('Reference A1B2-C3D4')
  const card = within(panel.getByRole('figure'))
  card.getByText('This is how it will look')
  card.getByText('Sunset Sessions')
  card.getByText('Praia do Sul - Rua da Praia do Sul, Ericeira')
  panel.getByText('A confirmation with this reference is on its way to ana@example.com.')
  panel.getByText('Our team will review it and email the decision to ana@example.com.')
  expect(panel.queryByRole('link')).toBeNull()
  fireEvent.click(panel.getByRole('button', { name: 'Add another at this place' }))
  fireEvent.click(panel.getByRole('button', { name: 'Close' }))
  expect(pressed).toEqual(['another', 'close'])
})

test('says so when no mail comes, and nothing of it when the server has not said', async () => {
  await show(resultOf('sent', { receipt: { id: ID, isNotifiedByMail: false } }))
  screen.getByText(/^We won’t email a confirmation this time: ana@example.com/)
  cleanup()
  await show(resultOf('sent', { receipt: { id: ID } }))
  expect(screen.queryByText(/confirmation/)).toBeNull()
})

test('shows the photo that was submitted, which the sent entry has no more', async () => {
  await show({ ...resultOf('sent'), photo: photoOf(new Uint8Array([1, 2, 3])) })
  expect(document.querySelector('figure img')?.getAttribute('src')).toMatch(/^blob:/)
})

test.each([
  ['queued', 'Saved on this device', /^Your event .* is waiting to be sent/],
  ['paused', 'Saved on this device', /once you sign in/],
  ['sending', 'Saved on this device, sending…', /is on its way/],
] as const)(
  'what is %s is told in the same place, with the way to the outbox',
  async (outcome, title, text) => {
    await show(resultOf(outcome))
    const panel = within(screen.getByRole('region', { name: title }))
    panel.getByText(text)
    panel.getByRole('link', { name: 'See what’s waiting to be sent' })
    expect(panel.queryByText(/^Reference/)).toBeNull()
  },
)

test('an account is led to its profile', async () => {
  await show(resultOf('sent', { owner: 'ana' }))
  screen.getByRole('link', { name: 'Track it in your profile' })
})

test('the heading has the focus, unless somebody has begun to write the next event', async () => {
  await show(resultOf('sent'))
  expect(document.activeElement?.textContent).toBe('Thank you, we’ve received your event')
  cleanup()
  const input = document.body.appendChild(document.createElement('input'))
  input.focus()
  await show(resultOf('sent'))
  expect(document.activeElement).toBe(input)
  input.remove()
})
