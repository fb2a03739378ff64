import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { signInAdministrator } from '@/client/back-office/layout/administrator.fixture'
import type { WeekLine } from '@/contract/back-office/back-office-week-mail'
import { WeekMailPage } from './week-mail-page'

beforeAll(signInAdministrator)
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const NUMBERS = {
  confirmed: 0,
  unconfirmed: 0,
  week: '2026-W25',
  sends_at: 1_781_517_600,
  last: { week: '2026-W24', sent: 0, waiting: 0, failed: 0 },
}

/** A server with no line, which somebody else may set. */
function serve() {
  const server: { line: WeekLine | undefined; sent: unknown[] } = { line: undefined, sent: [] }
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    if ((init.method ?? 'GET') === 'GET') return Response.json({ data: { ...NUMBERS, line: server.line } })
    const { over, ...line } = JSON.parse(String(init.body)) as WeekLine & { over: WeekLine }
    server.sent.push(over)
    if (JSON.stringify(over) !== JSON.stringify(server.line ?? { en: '', pt: '' }))
      return Response.json({ error: { code: 'CONFLICT', message: '' } }, { status: 409 })
    server.line = line
    return Response.json({ data: {} })
  })
  return server
}

async function openPage() {
  render(<WeekMailPage />, { wrapper: QueryProvider })
  return screen.findByLabelText<HTMLInputElement>('In English')
}
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name })
  // A press is ignored until the first call has ended.
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  fireEvent.click(button)
}

test('a line over another one’s is shown first, and set knowingly', async () => {
  const server = serve()
  fireEvent.change(await openPage(), { target: { value: 'The market moves.' } })
  const theirs = { en: '', pt: 'O mercado muda.' }
  server.line = theirs
  await press('Save the line')
  await screen.findByText(/Theirs – O mercado muda\./)
  await press('Use mine')
  await screen.findByRole('button', { name: 'Save the line' })
  expect(server.sent).toEqual([{ en: '', pt: '' }, theirs])
  expect(server.line).toEqual({ en: 'The market moves.', pt: '' })
})

test('a line that was typed is there after the session has ended, over what it was typed over', async () => {
  const server = serve()
  fireEvent.change(await openPage(), { target: { value: 'The market moves.' } })
  cleanup()
  server.line = { en: 'No market.', pt: '' }
  expect((await openPage()).value).toBe('The market moves.')
  await press('Save the line')
  await screen.findByText(/Theirs – No market\./)
  expect(server.sent).toEqual([{ en: '', pt: '' }])
})
