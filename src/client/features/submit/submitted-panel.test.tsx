import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { eventContent } from '@tests/support/offline/outbox-contents'
import { inRouter } from '@tests/support/in-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { ensureTemporal } from '@/domain/time/village-time'
import { deferred } from '@/offline/platform/deferred'
import type { OutboxEntry } from '@/offline/outbox/entry'
import type { EventResult } from './submission-result'
import { SubmittedPanel } from './submitted-panel'

const ID = 'a1b2c3d4-0000-4000-8000-000000000000'

function resultOf(outcome: EventResult['outcome'], part: Partial<OutboxEntry> = {}): EventResult {
  const entry: OutboxEntry = {
    ...eventContent('Sunset Sessions', '2199-06-22 19:00:00'),
    id: 'e1',
    seq: 1,
    owner: null,
    state: 'sent',
    attempts: 1,
    nextAttemptAt: 0,
    createdAt: 0,
    ...(outcome === 'sent' && { receipt: { id: ID, isNotifiedByMail: true } }),
    ...part,
  } as OutboxEntry
  return { outcome, entry, title: 'Sunset Sessions', photo: undefined }
}

async function show(submitted: EventResult | undefined, id = 'e1') {
  const done: string[] = []
  render(
    await inRouter(
      <SubmittedPanel
        id={id}
        submitted={submitted}
        knownTags={[]}
        headingRef={null}
        onAnother={({ title }) => done.push(`another like ${title}`)}
        onNew={() => done.push('new')}
        onRefused={() => done.push('refused')}
      />,
    ),
  )
  return done
}

beforeAll(ensureTemporal)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('what was sent is told with its reference, its card, and what happens next', async () => {
  const done = await show(resultOf('sent'))
  screen.getByRole('heading', { level: 1, name: 'Thank you, we’ve received your event' })
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
  fireEvent.click(panel.getByRole('button', { name: 'Start a new event' }))
  expect(done).toEqual(['another like Sunset Sessions', 'new'])
})

async function store(): Promise<string> {
  const { outbox } = await loadOfflineClient()
  return (await outbox.enqueue(eventContent('Sunset Sessions', '2199-06-22 19:00:00'))).id
}

test('after a reload it is told from the outbox, and what becomes of it meanwhile', async () => {
  const arrived = deferred<undefined>()
  vi.stubGlobal('fetch', async () => {
    await arrived.promise
    const data = { id: ID, title: 'Sunset Sessions', status: 'ON_REVIEW' }
    return Response.json({ data }, { status: 201 })
  })
  const done = await show(undefined, await store())
  await screen.findByText(/is on its way/)
  within(screen.getByRole('figure')).getByText('Sunset Sessions')
  arrived.resolve(undefined)
  await screen.findByText('Reference A1B2-C3D4')
  expect(done).toEqual([])
})

test('what the server refuses meanwhile is corrected, and what is not on this device begins anew', async () => {
  const refusal = { code: 'VALIDATION_FAILED', message: 'Not valid', fields: [] }
  vi.stubGlobal('fetch', async () => Response.json({ error: refusal }, { status: 422 }))
  const done = await show(undefined, await store())
  await vi.waitFor(() => expect(done).toEqual(['refused']))
  cleanup()
  const unknown = await show(undefined, 'unknown')
  await vi.waitFor(() => expect(unknown).toEqual(['new']))
})
