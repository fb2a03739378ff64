import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { useOfflineOutbox } from '@tests/support/offline/page-outbox'
import { useState } from 'react'
import { QueryProvider } from '@tests/support/query-provider'
import { expect, test, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import type { ManagedEvent } from '@/contract/events/managed-events'
import { ManagedForm } from './managed-form'
import type { KnownEvent } from './managed-form'

vi.mock('@/client/shared/event-form/place-and-tag-options', () => import('@tests/support/without-choices'))
useOfflineOutbox()

const ID = '0b0a5a3e-0000-4000-8000-000000000001'
const block = { start_time: '2199-06-20 19:00:00', end_time: '2199-06-20 22:00:00', is_all_day: false }
const content = {
  title: 'Fado',
  description: 'Guitar and voice on the cliff.',
  location_name: 'Praia do Sul',
  latitude: 38.96,
  longitude: -9.41,
  timetable: { list: [block] },
  info_links: [],
}
const event = {
  ...content,
  id: ID,
  status: 'ON_REVIEW',
  tags: [{ key: 'music', name: 'Music' }],
  audience: 'families',
  schedules: [],
  start_time: 32_000_000_000,
  end_time: 32_000_007_200,
  is_all_day: false,
  revision: 7,
  edited_revision: 7,
} as unknown as ManagedEvent

const outbox = async () => (await loadOfflineClient()).outbox
const list = async () => (await outbox()).list()

interface PartProps {
  now?: Partial<ManagedEvent>
  waiting?: KnownEvent['waiting']
  /** The page reads this version of the event at the press of 'Read again'. */
  later?: Partial<ManagedEvent>
}

function Part({ now = {}, waiting, later }: PartProps) {
  const [current, setCurrent] = useState({ ...event, ...now })
  return (
    <QueryProvider>
      <ManagedForm
        id={ID}
        token="t"
        known={{ event: current, replicated: undefined, waiting, waitingPhoto: undefined }}
        onDone={async () => undefined}
      />
      <button type="button" onClick={() => setCurrent({ ...event, ...later })}>
        Read again
      </button>
    </QueryProvider>
  )
}

async function open(props: PartProps = {}): Promise<void> {
  cleanup()
  render(await inRouter(<Part {...props} />))
}
const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ })
const type = async (value: string) => fireEvent.change(await title(), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

/** A change that waits, written over the event as it is. */
async function enqueueChange(changed: string): Promise<NonNullable<KnownEvent['waiting']>> {
  const change = { ...content, title: changed, tag_keys: ['music'], token: 't', revision: 7 }
  const { id } = await (
    await outbox()
  ).enqueue({ kind: 'updateManagedEvent', payload: { eventId: ID, change } })
  await (await outbox()).settled(id, 5000)
  const waiting = await (await outbox()).get(id)
  if (waiting?.kind !== 'updateManagedEvent') throw new Error('No change')
  return waiting
}

test('a change is kept while it is typed, and names no fact that nobody touched', async () => {
  await open()
  await type('Fado at nine')
  await open()
  await screen.findByText('We’ve kept what you wrote here last time.')
  expect((await title()).value).toBe('Fado at nine')
  press(/^Save/)
  await vi.waitFor(async () =>
    expect(await list()).toMatchObject([{ payload: { change: { title: 'Fado at nine', revision: 7 } } }]),
  )
  expect((await list())[0]?.payload).not.toHaveProperty('change.audience')
})

test('a form over an open proposal has what the team has changed since, where the organiser left it alone', async () => {
  const proposal = {
    id: 'p1',
    base: event,
    content: { ...content, tag_keys: ['music'], title: 'Fado at nine' },
    created_at: 0,
  }
  const now = { status: 'PUBLISHED', description: 'As the team has it.', title: 'Fado night', proposal }
  await open({ now: now as unknown as ManagedEvent })
  expect((await title()).value).toBe('Fado at nine')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Description/ }).value).toBe(
    'As the team has it.',
  )
})

test.each([
  ['over the event as it is then', { title: 'Fado at eight', revision: 8, edited_revision: 8 }, 8],
  [
    'over what the person has seen where the team has edited it since',
    { title: 'Fado at half past eight', revision: 9, edited_revision: 9 },
    7,
  ],
])(
  'what waits is held while it is written over, and once it is sent the rest is another change, %s',
  async (_how, later, revision) => {
    const waiting = await enqueueChange('Fado at eight')
    await open({ waiting, later })
    expect((await title()).value).toBe('Fado at eight')
    await type('Fado at nine')
    await vi.waitFor(async () => expect(await list()).toMatchObject([{ id: waiting.id, state: 'editing' }]))

    // It was on its way already.
    const { outbox: own } = await loadOfflineClient()
    await own.discard(waiting.id)
    press('Read again')
    press(/^Save/)
    await vi.waitFor(async () =>
      expect(await list()).toMatchObject([{ payload: { change: { title: 'Fado at nine', revision } } }]),
    )
  },
)

const EDITED = { description: 'As the team has it.', revision: 8, edited_revision: 8 }

test('over an edit of the team nothing is sent unseen: both versions are shown, and one’s own goes on over theirs', async () => {
  await open()
  await type('Fado at nine')
  await open({ now: EDITED })
  await screen.findByRole('heading', { name: 'Someone else has changed this event' })
  expect(screen.getByRole('region', { name: 'Title' }).textContent).toMatch(
    /Yours.*Fado at nine.*Theirs.*Fado/,
  )
  press('Go on with mine')
  expect((await title()).value).toBe('Fado at nine')
  press(/^Save/)
  const { edited_revision: _, ...theirs } = EDITED
  await vi.waitFor(async () =>
    expect(await list()).toMatchObject([{ payload: { change: { ...theirs, title: 'Fado at nine' } } }]),
  )
})

test('a change that came too late gives way to the team’s version where the person says so', async () => {
  const waiting = await enqueueChange('Fado at eight')
  await open({ waiting, now: EDITED })
  await screen.findByRole('heading', { name: 'Someone else has changed this event' })
  press('Take theirs')
  await vi.waitFor(async () => expect(await list()).toEqual([]))
})
