import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { imported, preview, refused, respondWith, row, show } from './preview-step.fixture'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

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

test('says that an event which an import has cancelled is on again', async () => {
  await show(preview({ items: [row('2', { state: 'changed', changes: [], is_reinstated: true })] }))
  await screen.findByText('Its source has it again: it will no longer be marked as cancelled.')
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

test('asks for the columns of a table that it does not know', async () => {
  const unknown = { format: 'csv' as const, items: [], headings: ['Titre', 'Jour'], columns: {} }
  await show(preview(unknown))
  await screen.findByText(/can’t be told from the headings of this table/)
  expect(screen.getAllByRole('option', { name: 'Titre' }).length).toBeGreaterThan(0)
  expect(screen.queryByText('There are no upcoming events in this calendar')).toBeNull()
})

test('asks for the title of a table of which only the date is known', async () => {
  const half = {
    format: 'csv' as const,
    items: [],
    headings: ['Titre', 'Date'],
    columns: { start_date: 'Date' },
  }
  await show(preview(half))
  await screen.findByText(/can’t be told from the headings of this table/)
  expect(screen.getByRole('button', { name: 'Table columns' }).getAttribute('aria-expanded')).toBe('true')
})

test('imports nothing while nothing is chosen', async () => {
  await show(preview())
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Import' }).disabled).toBe(true),
  )
})

test('says how far it came when a later part fails', async () => {
  const items = Array.from({ length: 56 }, (_, index) => row(String(index)))
  respondWith(imported(50), refused)
  const onDone = await show(preview({ items }))
  fireEvent.click(await screen.findByRole('button', { name: 'Import 56 events' }))
  await screen.findByText('50 of 56 imported. Import again: nothing will be duplicated.')
  expect(onDone).not.toHaveBeenCalled()
})

test('says that there is nothing to come, and first what its source has no more, to delete or to keep', async () => {
  const id = '0b0a5a3e-0000-4000-8000-00000000000a'
  const status = 'PUBLISHED' as const
  const gone = [
    { id, uid: id, title: 'Gone fishing', status, reason: 'cancelled' as const },
    { id: id.replace(/a$/, 'b'), uid: 'b', title: 'Ball', status, reason: 'vanished' as const },
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
  fireEvent.click(await screen.findByRole('button', { name: 'Keep for now: “Ball”' }))
  await waitFor(() => expect(screen.queryByText('Still in the guide, no longer at its source')).toBeNull())
  expect(sent).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
})

test('names what somebody has changed since the preview', async () => {
  const counts = { created: 0, updated: 0, unchanged: 0, called_off: 0, failed: [], created_ids: [] }
  const sent = respondWith(() => Response.json({ data: { ...counts, changed_meanwhile: ['2'] } }))
  const onDone = await show(preview({ items: [row('2', { state: 'changed', revision: 7 })] }))
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 event' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent[0]?.items).toMatchObject([{ uid: '2', revision: 7 }])
  expect(onDone.mock.calls[0]?.[0]).toMatchObject({ changed: ['Event 2'] })
})
