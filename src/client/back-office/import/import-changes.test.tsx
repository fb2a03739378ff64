import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { imported, preview, respondWith, row, show } from './preview-step.fixture'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
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
  await screen.findByRole('button', { name: 'Import 2 events' })
  await waitFor(() => expect(box.checked).toBe(true))
})
