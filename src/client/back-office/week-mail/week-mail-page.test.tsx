import { pageOf } from '@tests/support/page-of'
import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { focusManager } from '@tanstack/react-query'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import type { WeekLine } from '@/contract/week-mail'
import { hasUnsaved } from '@/client/shared/forms/unsaved'
import { deferred } from '@/offline/platform/deferred'
import { Route } from './week-mail-route'

const WeekMailPage = pageOf(Route)

beforeAll(signInAdministrator)
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  focusManager.setFocused(undefined)
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
  const server: {
    week: string
    line: WeekLine | undefined
    sent: unknown[]
    isSlow: boolean
    /** A save is answered once this has settled. */
    held?: Promise<void>
  } = {
    isSlow: false,
    week: NUMBERS.week,
    line: undefined,
    sent: [],
  }
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    const isRead = (init.method ?? 'GET') === 'GET'
    if (isRead && server.isSlow) return new Promise(() => undefined)
    if (isRead) return Response.json({ data: { ...NUMBERS, week: server.week, line: server.line } })
    const { over, ...line } = JSON.parse(String(init.body)) as WeekLine & { over: WeekLine }
    server.sent.push(over)
    await server.held
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

/** Comes back to the window: what the server has is fetched again. */
async function comeBack() {
  await act(async () => {
    focusManager.setFocused(false)
    focusManager.setFocused(true)
  })
}
const inEnglish = () => screen.getByLabelText<HTMLInputElement>('In English')
const type = (value: string) => fireEvent.change(inEnglish(), { target: { value } })
async function saveFirst() {
  await openPage()
  type('The market moves.')
  await press('Save the line')
  await waitFor(() => expect(hasUnsaved()).toBe(false))
}
const THEIRS = { en: 'No market.', pt: '' }

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

test('after a save the field shows a line that somebody else has set since, and what is typed is over that one', async () => {
  const server = serve()
  await saveFirst()
  server.line = THEIRS
  await comeBack()
  await waitFor(() => expect(inEnglish().value).toBe('No market.'))
  expect(hasUnsaved()).toBe(false)
  type('The market is back.')
  server.line = { en: 'A third one.', pt: '' }
  await comeBack()
  await press('Save the line')
  await screen.findByText(/Theirs – A third one\./)
  expect(server.sent.at(-1)).toEqual(THEIRS)
})

test('what was saved stays in its field while the page is fetched again', async () => {
  const server = serve()
  await openPage()
  server.isSlow = true
  type('The market moves.')
  await press('Save the line')
  await waitFor(() => expect(hasUnsaved()).toBe(false))
  expect(inEnglish().value).toBe('The market moves.')
  type('The market moves on.')
  await press('Save the line')
  await waitFor(() => expect(server.line?.en).toBe('The market moves on.'))
})

test('a line that is being saved takes no input: it would be lost', async () => {
  const server = serve()
  const held = deferred<void>()
  server.held = held.promise
  await openPage()
  type('The market moves.')
  fireEvent.click(screen.getByRole('button', { name: 'Save the line' }))
  await waitFor(() => expect(inEnglish().form?.getAttribute('aria-busy')).toBe('true'))
  type('The market moves on.')
  held.resolve()
  await waitFor(() => expect(hasUnsaved()).toBe(false))
  expect(inEnglish().value).toBe('The market moves.')
})

test('what was typed and taken back, or only looked at, does not hold an earlier line', async () => {
  const server = serve()
  await openPage()
  fireEvent.blur(inEnglish())
  type('T')
  type('')
  server.line = THEIRS
  await comeBack()
  await waitFor(() => expect(inEnglish().value).toBe('No market.'))
})

test('the line of a week that was sent is not offered for the next one', async () => {
  const server = serve()
  await saveFirst()
  server.week = '2026-W26'
  server.line = undefined
  await comeBack()
  await waitFor(() => expect(inEnglish().value).toBe(''))
  expect(hasUnsaved()).toBe(false)
})

test('a draft that is discarded takes its conflict with it', async () => {
  const server = serve()
  await openPage()
  type('The market moves.')
  cleanup()
  server.line = THEIRS
  await openPage()
  await press('Save the line')
  await screen.findByText(/Theirs – No market\./)
  await press('Discard draft')
  await screen.findByRole('button', { name: 'Save the line' })
  expect(screen.queryByText(/Theirs –/)).toBeNull()
  expect(inEnglish().value).toBe('No market.')
  type('No market this week.')
  expect(screen.queryByText(/Theirs –/)).toBeNull()
})
