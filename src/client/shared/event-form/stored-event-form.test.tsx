import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, expect, test, vi } from 'vitest'
import type { EventUpdateInput } from '@/domain/submissions/submission'
import type { Outcome } from '@/offline/api/next-step'
import { StoredEventForm, type StoredEventChange } from './stored-event-form'

vi.mock('@/client/shared/event-form/place-and-tag-options', () => import('@tests/support/without-choices'))

const event = {
  id: '0b0a5a3e-0000-4000-8000-000000000001',
  title: 'Fado',
  description: 'Guitar and voice on the cliff.',
  location_name: 'Praia do Sul',
  latitude: 38.96,
  longitude: -9.41,
  timetable: {
    list: [{ start_time: '2199-06-20 19:00:00', end_time: '2199-06-20 22:00:00', is_all_day: false }],
  },
  info_links: [],
  tags: [{ id: 'music', key: 'music', name: 'Music' }],
  audience: 'families' as const,
  schedules: [],
  revision: 7,
}
const EDITED = { ...event, description: 'As the team has it.', revision: 8 }
const REFUSED = { kind: 'refused', code: 'CONFLICT', status: 409, fields: [] } as unknown as Outcome<unknown>
const UNREACHABLE: Outcome<unknown> = { kind: 'unreachable', reason: 'network' }

const sent: EventUpdateInput[] = []
const saved: string[] = []
afterEach(() => {
  cleanup()
  sent.length = 0
  saved.length = 0
  localStorage.clear()
})

interface Server {
  answers?: Outcome<unknown>[]
  stored?: typeof event
}

async function open({ answers = [], stored = event }: Server = {}, shown = event): Promise<void> {
  cleanup()
  const send = async (_: unknown, change: StoredEventChange): Promise<Outcome<unknown>> => {
    sent.push(change)
    return answers.shift() ?? { kind: 'ok', status: 200, data: {} }
  }
  render(
    await inRouter(
      <QueryProvider>
        <StoredEventForm
          slot="manage/0b0a5a3e-0000-4000-8000-000000000001"
          mode="organiser"
          event={shown}
          photoOf={() => undefined}
          refetch={async () => stored}
          send={send}
          onSaved={(title) => void saved.push(title)}
          submitLabel="Save"
          busyLabel="Sending..."
          failure="Not saved"
          missing="It is gone"
          opening={null}
          Notice={({ draft }) => (draft.restored === undefined ? null : <p>restored</p>)}
        />
      </QueryProvider>,
    ),
  )
}
const title = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Title/ })
const type = async (value: string) => fireEvent.change(await title(), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('what is typed is kept, and sent over the version that was shown, without the facts that nobody touched', async () => {
  await open()
  await type('Fado at nine')
  await open({}, EDITED)
  await screen.findByText('restored')
  expect((await title()).value).toBe('Fado at nine')
  press('Save')
  await vi.waitFor(() => expect(saved).toEqual(['Fado at nine']))
  expect(sent).toMatchObject([{ title: 'Fado at nine', revision: 7 }])
  expect(sent[0]).not.toHaveProperty('audience')
})

test('a form in which nothing is written shows what is stored by now', async () => {
  await open()
  await title()
  await open({}, { ...EDITED, title: 'Fado at ten' })
  expect((await title()).value).toBe('Fado at ten')
})

test('what could not be sent stays in the form and on the device, and is sent by the next press', async () => {
  await open({ answers: [UNREACHABLE] })
  await type('Fado at nine')
  press('Save')
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect((await title()).value).toBe('Fado at nine')
  await screen.findByRole('button', { name: 'Save' })
  press('Save')
  await vi.waitFor(() => expect(saved).toEqual(['Fado at nine']))
})

test('what had arrived although its response was lost is saved, and no conflict with itself', async () => {
  await open({ answers: [REFUSED], stored: { ...event, title: 'Fado at nine', revision: 8 } })
  await type('Fado at nine')
  press('Save')
  await vi.waitFor(() => expect(saved).toEqual(['Fado at nine']))
})

test('over another’s edit nothing is sent unseen: both versions are shown, and one’s own goes on over theirs', async () => {
  await open({ answers: [REFUSED], stored: { ...EDITED, title: 'Fado at ten' } })
  await type('Fado at nine')
  press('Save')
  await screen.findByRole('heading', { name: 'Someone else has changed this event' })
  const shown = screen.getByRole('region', { name: 'Title' }).textContent
  expect(shown).toMatch(/Yours.*Fado at nine.*Theirs.*Fado at ten/)
  press('Go on with mine')
  expect((await title()).value).toBe('Fado at nine')
  press('Save')
  await vi.waitFor(() => expect(saved).toEqual(['Fado at nine']))
  expect(sent[1]).toMatchObject({ title: 'Fado at nine', description: EDITED.description, revision: 8 })
})
