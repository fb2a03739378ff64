import 'fake-indexeddb/auto'
import { fireEvent, render, screen } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { useOfflineOutbox } from '@tests/support/offline/page-outbox'
import { useState } from 'react'
import { QueryProvider } from '@tests/support/query-provider'
import { expect, test, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import type { ManagedEvent } from '@/contract/events/managed-events'
import { isReadable } from '@/offline/outbox/entry'
import { ManagedForm } from './managed-form'
import type { ManagedEntries } from './managed-versions'
import { versionOf } from './managed-versions'

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
  schedules: [],
  start_time: 32_000_000_000,
  end_time: 32_000_007_200,
  is_all_day: false,
  revision: 7,
  edited_revision: 7,
} as unknown as ManagedEvent

async function list() {
  const { outbox } = await loadOfflineClient()
  return (await outbox.list()).filter(isReadable)
}

interface PartProps {
  waiting: ManagedEntries['change']
  /** The page reads this version of the event at the press of 'Read again'. */
  later: Partial<ManagedEvent>
}

function Part({ waiting, later }: PartProps) {
  const [current, setCurrent] = useState(event)
  return (
    <QueryProvider>
      <ManagedForm event={versionOf(current)} token="t" waiting={waiting} onDone={async () => undefined} />
      <button type="button" onClick={() => setCurrent({ ...event, ...later })}>
        Read again
      </button>
    </QueryProvider>
  )
}

async function open(props: PartProps) {
  render(await inRouter(<Part {...props} />))
  return screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ })
}

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
    const { outbox } = await loadOfflineClient()
    const change = { ...content, tag_keys: ['music'], token: 't', revision: 3 }
    const { id } = await outbox.enqueue({
      kind: 'updateManagedEvent',
      payload: { eventId: ID, change: { ...change, title: 'Fado at eight' } },
    })
    await outbox.settled(id, 5000)
    const [waiting] = await list()
    if (waiting?.kind !== 'updateManagedEvent') throw new Error('No change')
    const title = await open({ waiting, later })
    expect(title.value).toBe('Fado at eight')
    fireEvent.change(title, { target: { value: 'Fado at nine' } })
    await vi.waitFor(async () =>
      expect(await list()).toMatchObject([{ id, editingUntil: expect.any(Number) as number }]),
    )

    // Another tab sends it now.
    vi.stubGlobal('fetch', async () => Response.json({ data: { id: ID, is_proposal: false } }))
    await outbox.sendNow(id)
    await vi.waitFor(async () => expect(await list()).toMatchObject([{ id, state: 'sent' }]))
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    fireEvent.click(screen.getByRole('button', { name: 'Read again' }))
    fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
    await vi.waitFor(async () => {
      const other = (await list()).find((entry) => entry.id !== id)
      expect(other).toMatchObject({ payload: { change: { title: 'Fado at nine', revision } } })
    })
  },
)
