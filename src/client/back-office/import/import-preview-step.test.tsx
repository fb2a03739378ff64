import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, expect, test, vi } from 'vitest'
import type { ImportPreview, ImportRow } from '@/contract/back-office/import'
import { ImportPreviewStep } from './import-preview-step'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const row = (uid: string, changes: Partial<ImportRow> = {}): ImportRow => ({
  uid,
  title: `Event ${uid}`,
  digest: uid.padEnd(64, '0'),
  state: 'new',
  has_place: true,
  problems: [],
  notes: [],
  event: {
    title: `Event ${uid}`,
    description: 'An evening at the sea.',
    location_name: 'Praia do Sul',
    latitude: 38.9583,
    longitude: -9.4166,
    tag_keys: ['music'],
    timetable: {
      list: [{ start_time: '2026-07-01 21:00:00', end_time: '2026-07-01 23:00:00', is_all_day: false }],
    },
  },
  ...changes,
})
/** As many as a timetable may have: six such events are one request. */
function manyDates(one: ImportRow): ImportRow {
  const { event } = one
  if (event === undefined) return one
  const block = { start_time: '2026-07-01 21:00:00', end_time: '2026-07-01 23:00:00', is_all_day: false }
  const list = Array.from({ length: 50 }, () => block)
  return { ...one, event: { ...event, timetable: { list } } }
}

const unreadable: ImportRow = {
  uid: '9',
  title: 'No date',
  digest: '',
  state: 'invalid',
  has_place: false,
  problems: [],
  notes: [],
  obstacle: 'start_missing',
}

const preview = (changes: Partial<ImportPreview> = {}): ImportPreview => ({
  name: 'Surf Club',
  format: 'ics',
  items: [
    row('1'),
    row('2', { state: 'changed', status: 'PUBLISHED', notes: ['place_unknown'] }),
    unreadable,
  ],
  past: 3,
  unchanged: 0,
  left_out: 0,
  gone: [],
  ...changes,
})

async function show(shown: ImportPreview) {
  const onDone = vi.fn<(outcome: object) => void>()
  const request = {
    source: { url: 'https://example.com/club.ics' },
    defaults: {
      location_name: 'Ericeira',
      latitude: 38.96,
      longitude: -9.41,
      tag_keys: ['music'],
      email: '',
    },
  }
  const step = (
    <ImportPreviewStep
      request={request}
      preview={shown}
      isPreviewing={false}
      onPreview={() => undefined}
      onBack={() => undefined}
      onDone={onDone}
    />
  )
  render(await inRouter(step), { wrapper: QueryProvider })
  return onDone
}

/** The server’s responses to imports; gives what was sent. */
function respondWith(...responses: (() => Response)[]) {
  const sent: { items?: { uid: string; event?: object }[] }[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)) as { items?: { uid: string; event?: object }[] })
    return responses[sent.length - 1]?.() ?? Response.json({ data: {} })
  })
  return sent
}
const imported = (created: number) => () =>
  Response.json({ data: { created, updated: 0, unchanged: 0, failed: [], created_ids: [] } })

const refused = () => Response.json({ error: { code: 'UNAVAILABLE', message: 'Later.' } }, { status: 503 })

test('says what becomes of each event, and why one cannot be imported', async () => {
  await show(preview())
  await screen.findByText('New, goes on review')
  expect(screen.getByText('Will be updated, stays published')).toBeTruthy()
  expect(
    screen.getByText('Its place is not on our map, so visitors see only its name. Choose a place to pin it.'),
  ).toBeTruthy()
  expect(screen.getByText('It has no date.')).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: 'Import “No date”' })).toBeNull()
  expect(screen.getByText('Already over: 3')).toBeTruthy()
})

test('imports what is chosen, and nothing else', async () => {
  const sent = respondWith(imported(1))
  const onDone = await show(preview())
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Import “Event 2”' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 event' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent.map(({ items }) => items?.map(({ uid }) => uid))).toEqual([['1']])
  expect(onDone.mock.calls[0]?.[0]).toMatchObject({ created: 1, updated: 0, unchanged: 0, failed: [] })
})

const current = {
  title: 'Choir',
  description: 'By hand.',
  location_name: 'Praia do Sul',
  latitude: 38.9583,
  longitude: -9.4166,
  price: 5,
  timetable: { list: [{ start_time: '2026-07-01', end_time: '2026-07-01', is_all_day: true }] },
}
const changed = (uid: string) =>
  row(uid, {
    state: 'changed',
    current,
    changes: [
      { field: 'title', by_hand: false },
      { field: 'description', by_hand: true },
      { field: 'price', by_hand: true },
    ],
  })

const fieldBox = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('shows the old and the new of each field, and keeps what was changed by hand', async () => {
  const sent = respondWith(imported(0))
  const onDone = await show(preview({ items: [changed('7')] }))
  const changes = await screen.findByRole('list', { name: 'Changes of “Event 7”' })
  expect(changes.textContent).toContain('€5')
  expect(changes.textContent).toContain('(nothing)')
  expect(
    [fieldBox(/^Title/), fieldBox(/^Description/), fieldBox(/^Price/)].map(({ checked }) => checked),
  ).toEqual([true, false, false])
  fireEvent.click(fieldBox(/^Title/))
  fireEvent.click(fieldBox(/^Price/))
  await waitFor(() => expect([fieldBox(/^Title/).checked, fieldBox(/^Price/).checked]).toEqual([false, true]))
  fireEvent.click(screen.getByRole('button', { name: 'Import 1 event' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent[0]?.items).toMatchObject([{ uid: '7', keep: ['title', 'description'] }])
})

test('leaves it to a person to choose what may be at another time', async () => {
  await show(preview({ items: [row('1'), row('2', { notes: ['zone_unknown'] })] }))
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Import “Event 2”' })
  expect(box.checked).toBe(false)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }))
  expect(await screen.findByRole('button', { name: 'Import 2 events' })).toBeTruthy()
  expect(box.checked).toBe(true)
})

test('asks for the columns of a table that it does not know', async () => {
  const unknown = { format: 'csv' as const, items: [], headings: ['Titre', 'Jour'], columns: {} }
  await show(preview(unknown))
  await screen.findByText(/The headings of this table are not known here/)
  expect(screen.getAllByRole('option', { name: 'Titre' }).length).toBeGreaterThan(0)
  expect(screen.queryByText('There are no upcoming events in this calendar')).toBeNull()
})

test('sends what the source says beside what was corrected', async () => {
  const sent = respondWith(imported(1))
  const onDone = await show(preview({ items: [row('3')] }))
  fireEvent.click(await screen.findByRole('button', { name: 'Correct “Event 3”' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /^Title/ }), { target: { value: 'Choir' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 event' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent[0]?.items).toMatchObject([{ event: { title: 'Event 3' }, correction: { title: 'Choir' } }])
})

test('imports a title as it was corrected, also of an event that did not fit', async () => {
  const short = row('3', {
    state: 'invalid',
    title: 'C1',
    problems: [{ path: 'title', code: 'title_too_short' }],
  })
  const { event, ...rest } = short
  if (event === undefined) throw new Error('no event')
  const sent = respondWith(imported(1))
  const onDone = await show(preview({ items: [{ ...rest, draft: { ...event, title: 'C1' } }] }))
  fireEvent.click(await screen.findByRole('button', { name: 'Correct “C1”' }))
  const title = await screen.findByRole('textbox', { name: /^Title/ })
  fireEvent.change(title, { target: { value: 'Choir of the village' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 event' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent.at(-1)?.items).toMatchObject([{ uid: '3', event: { title: 'Choir of the village' } }])
})

test('offers no correction of what cannot be read, or has not changed', async () => {
  await show(preview({ items: [unreadable, row('4', { state: 'unchanged' })] }))
  await screen.findByText('It has no date.')
  expect(screen.queryByRole('button', { name: /^Correct/ })).toBeNull()
})

test('imports nothing while nothing is chosen', async () => {
  await show(preview())
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true),
  )
})

test('says how far it came when a later part fails', async () => {
  const items = Array.from({ length: 8 }, (_, index) => manyDates(row(String(index))))
  respondWith(imported(6), refused)
  const onDone = await show(preview({ items }))
  fireEvent.click(await screen.findByRole('button', { name: 'Import 8 events' }))
  await screen.findByText('6 of 8 imported. Import again: nothing will be duplicated.')
  expect(onDone).not.toHaveBeenCalled()
})

test('says that there is nothing to come, and first what its source has no more, to delete or to keep', async () => {
  const id = '0b0a5a3e-0000-4000-8000-00000000000a'
  const status = 'PUBLISHED' as const
  const gone = [
    { id, title: 'Gone fishing', status, reason: 'cancelled' as const },
    { id: id.replace(/a$/, 'b'), title: 'Ball', status, reason: 'vanished' as const },
  ]
  const sent = respondWith(() => Response.json({ data: { done: [id], failed: [] } }))
  await show(preview({ items: [], gone }))
  await screen.findByText('There are no upcoming events in this calendar')
  expect(screen.getByText('Cancelled at its source')).toBeTruthy()
  expect(screen.getByText('No longer in this calendar')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Delete “Gone fishing”' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(sent).toEqual([{ event_ids: [id] }]))
  await waitFor(() => expect(screen.queryByText('Gone fishing')).toBeNull())
  fireEvent.click(await screen.findByRole('button', { name: 'Keep “Ball” for now' }))
  await waitFor(() => expect(screen.queryByText('Still in the guide, no longer at its source')).toBeNull())
  expect(sent).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
})
