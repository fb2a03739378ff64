import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { importSourcesQuery } from '@/client/back-office/shared/named-queries'
import type { EventsSearch } from '@/client/back-office/shared/events-search'
import { DayFilter, SourceFilter, TraitFilter } from './events-filters'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const SOURCE = { id: '0b0a5a3e-0000-4000-8000-00000000000a', name: 'Surf Club' }

function show(Filter: typeof DayFilter, search: EventsSearch = {}) {
  const onChange = vi.fn<(changes: object) => void>()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const client = createQueryClient()
  client.setQueryData(importSourcesQuery().queryKey, [
    { ...SOURCE, format: 'ics', events: 3, on_review: 1, is_nightly: false },
  ])
  render(
    <QueryClientProvider client={client}>
      <Filter search={search} onChange={onChange} />
    </QueryClientProvider>,
  )
  return onChange
}

test('two days narrow the list down, and neither lets the other be passed', () => {
  const onChange = show(DayFilter, { from: '2026-06-01', to: '2026-06-30' })
  const [from, to] = ['Date from', 'Date to'].map((name) => screen.getByLabelText<HTMLInputElement>(name))
  expect([from?.max, to?.min]).toEqual(['2026-06-30', '2026-06-01'])
  if (from) fireEvent.change(from, { target: { value: '2026-06-15' } })
  if (to) fireEvent.change(to, { target: { value: '' } })
  expect(onChange.mock.calls).toEqual([[{ from: '2026-06-15' }], [{ to: '' }]])
})

test('a day that is being typed is left alone', () => {
  show(DayFilter, { from: '2026-06-01' })
  const from = screen.getByLabelText<HTMLInputElement>('Date from')
  from.focus()
  fireEvent.change(from, { target: { value: '0002-06-15' } })
  expect(from.value).toBe('0002-06-15')
  from.blur()
  expect(from.value).toBe('2026-06-01')
})

test('a source is chosen by its name, and one that was forgotten since stays chosen', () => {
  const onChange = show(SourceFilter, { source: 'forgotten' })
  const field = screen.getByRole<HTMLSelectElement>('combobox')
  expect(field.value).toBe('forgotten')
  expect([...field.options].map(({ value }) => value)).toEqual(['', 'none', SOURCE.id, 'forgotten'])
  fireEvent.change(field, { target: { value: SOURCE.id } })
  expect(onChange).toHaveBeenCalledWith({ source: SOURCE.id })
})

test('traits are checked one beside the other, in an order of their own', async () => {
  const onChange = show(TraitFilter, { traits: 'over' })
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([false, true, false, false])
  for (const box of boxes.slice(0, 2)) fireEvent.click(box)
  await waitFor(() => expect(onChange.mock.calls).toEqual([[{ traits: 'proposal,over' }], [{ traits: '' }]]))
})
