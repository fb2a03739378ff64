import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ImportSource } from '@/contract/back-office/import-sources'
import { signInAdministrator } from '@/client/back-office/layout/administrator.fixture'
import { ImportSources } from './import-sources'

const CALENDAR: ImportSource = {
  id: 'c',
  name: 'Surf Club',
  format: 'ics',
  url: 'https://example.com/club.ics',
  events: 5,
  on_review: 2,
  is_nightly: false,
}
const FILE: ImportSource = {
  id: 'f',
  name: 'club.ics',
  format: 'ics',
  events: 1,
  on_review: 0,
  is_nightly: false,
}

let sources: ImportSource[]
let sent: { method: string; path: string; body: unknown }[]
beforeEach(async () => {
  await signInAdministrator()
  sources = [CALENDAR, FILE]
  sent = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(url, 'http://localhost')
    const path = pathname.replace(/^.*\/backoffice/, '')
    if (path.endsWith('/on-review')) return Response.json({ data: { event_ids: ['a', 'b'] } })
    if (method === 'GET') return Response.json({ data: { items: sources } })
    if (!path.startsWith('/imports') && !path.startsWith('/events')) return Response.json({ data: {} })
    sent.push({ method, path, body: JSON.parse(String(body)) as unknown })
    if (path.endsWith('/nightly')) sources = [{ ...CALENDAR, is_nightly: true }, FILE]
    return Response.json({ data: { done: ['a', 'b'], failed: [] } })
  })
  render(await inRouter(<ImportSources isBusy={false} onAgain={() => undefined} />), {
    wrapper: QueryProvider,
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a calendar with an address can be read again each night; a file cannot', async () => {
  const box = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: /Read again each night: “Surf Club”/,
  })
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  fireEvent.click(box)
  await waitFor(() =>
    expect(sent).toEqual([{ method: 'PUT', path: '/imports/c/nightly', body: { is_nightly: true } }]),
  )
  await waitFor(() => expect(box.checked).toBe(true))
})

test('what waits of an earlier import is approved from its calendar, after a question', async () => {
  const button = await screen.findByRole('button', { name: 'Approve 2 waiting from “Surf Club”' })
  expect(screen.queryByRole('button', { name: /waiting from “club.ics”/ })).toBeNull()
  fireEvent.click(button)
  fireEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  await waitFor(() =>
    expect(sent).toEqual([
      { method: 'POST', path: '/events/review/batch', body: { action: 'approve', event_ids: ['a', 'b'] } },
    ]),
  )
})
