import { pageOf } from '@tests/support/page-of'
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { openDialog } from '@tests/support/open-dialog'
import { afterEach, expect, test, vi } from 'vitest'
import { collectToasts } from '@tests/support/toasts'
import type { ContactForm } from '@/contract/contact-forms'
import { searchTexts } from '@/client/shared/links/web-url'
import { Route } from './contact-forms-route'

const ContactFormsPage = pageOf(Route)

const toasts = collectToasts(({ title, action }) => (action ? [title, action.label] : title))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const OPEN: ContactForm = {
  id: '0b0a5a3e-0000-4000-8000-000000000001',
  first_name: 'Rui',
  last_name: 'Reis',
  email: 'rui@example.com',
  topic: 'Urgent Matter',
  message: 'First line\nSecond line',
  locale: 'en',
  created_at: 1_783_000_000,
}
const DONE: ContactForm = { ...OPEN, id: 'b', email: 'ana@example.com', done_at: 1_783_000_100 }

interface Sent {
  method: string
  path: string
  body: unknown
}

/** Answers as the server does: by state, and after the id that the cursor is. */
function page(forms: ContactForm[], query: URLSearchParams) {
  const show = query.get('show')
  const limit = Number(query.get('limit') ?? forms.length)
  const found = forms.filter(({ done_at }) => show === null || (done_at === undefined) === (show === 'open'))
  const start = found.findIndex(({ id }) => id === query.get('after')) + 1
  const items = found.slice(start, start + limit)
  return { items, ...(found.length > start + limit && { next: items.at(-1)?.id }) }
}

/** The page over these messages; `respond` is the server's answer to a write. */
async function open(forms: ContactForm[] | 'failed', respond: () => Response, search = '') {
  const sent: Sent[] = []
  let listed = forms
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { method = 'GET', body } = init
    if (method === 'GET') {
      if (listed === 'failed') throw new TypeError('Failed to fetch')
      return Response.json({ data: page(listed, new URL(url, 'http://localhost').searchParams) })
    }
    const path = url.replace(/.*\/contact-forms/, '')
    sent.push({ method, path, body: body ? (JSON.parse(String(body)) as unknown) : null })
    const response = respond()
    if (response.ok && listed !== 'failed')
      listed =
        method === 'DELETE'
          ? listed.filter(({ id }) => !path.includes(id))
          : listed.map((one) => (path.includes(one.id) ? { ...one, done_at: one.created_at } : one))
    return response
  })
  const rootRoute = createRootRoute()
  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: '/backoffice/contact-forms',
    validateSearch: searchTexts('show'),
    component: ContactFormsPage,
  })
  const history = createMemoryHistory({ initialEntries: [`/backoffice/contact-forms${search}`] })
  const router = createRouter({ routeTree: rootRoute.addChildren([route]), history })
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return sent
}

const nothing = () => Response.json({ data: {} })

async function openDetails(): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: 'Details of the message from Rui Reis' }))
  return openDialog('dialog')
}

test('what waits for an answer is shown first; the rest on request', async () => {
  await open([OPEN, DONE], nothing)
  const row = (await screen.findByText('rui@example.com')).closest('tr')
  expect(row?.textContent).toMatch(/Rui Reis.*Urgent Matter.*First line/)
  expect(row?.textContent).not.toContain('Second line')
  expect(screen.queryByText('ana@example.com')).toBeNull()
  fireEvent.change(screen.getByRole('combobox', { name: 'Show' }), { target: { value: 'all' } })
  await screen.findByText('ana@example.com')
  screen.getByText('rui@example.com')
})

test('the details are everything that was sent, markup as text', async () => {
  const hostile = '<img src=x onerror=alert(1)>'
  await open([{ ...OPEN, message: hostile, last_name: '<b>Reis</b>' }], nothing)
  fireEvent.click(await screen.findByRole('button', { name: /^Details of/ }))
  const dialog = await openDialog('dialog')
  for (const text of [OPEN.id, 'Rui <b>Reis</b>', OPEN.email, 'Urgent Matter', hostile])
    expect(dialog.textContent).toContain(text)
  expect(dialog.querySelector('img, b')).toBeNull()
})

test('a reply is a mail to the sender and marks the message as done in one press, which can be undone', async () => {
  const sent = await open([OPEN], () => Response.json({ data: { ...OPEN, done_at: OPEN.created_at } }))
  const link = within(await openDetails()).getByRole('link', { name: 'Reply by email' })
  expect(link.getAttribute('href')).toMatch(/^mailto:rui@example\.com\?subject=Re/)
  fireEvent.click(link)
  await waitFor(() => expect(toasts).toEqual([['Submission marked as done.', 'Undo']]))
  await screen.findByRole('heading', { name: 'Nothing is waiting for a reply' })
  expect(sent).toEqual([{ method: 'PUT', path: `/${OPEN.id}/done`, body: { is_done: true } }])
})

test('what is done stays in the list of all, and the focus on its button', async () => {
  await open([OPEN], () => Response.json({ data: { ...OPEN, done_at: OPEN.created_at } }), '?show=all')
  const button = await screen.findByRole('button', { name: 'Details of the message from Rui Reis' })
  button.focus()
  fireEvent.click(within(await openDetails()).getByRole('button', { name: 'Mark as done' }))
  await waitFor(() => expect(toasts).toEqual([['Submission marked as done.', 'Undo']]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() =>
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Details of the message from Rui Reis'),
  )
})

test('a deletion is confirmed first, and says that it is done', async () => {
  const sent = await open([OPEN], nothing)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete the message from Rui Reis' }))
  const dialog = await openDialog('alertdialog')
  expect(sent).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(toasts).toEqual(['Submission deleted successfully.']))
  expect(sent).toEqual([{ method: 'DELETE', path: `/${OPEN.id}`, body: null }])
})

test('a list of hundreds comes page by page', async () => {
  const forms = Array.from({ length: 45 }, (_, n) => ({
    ...OPEN,
    id: `form-${n}`,
    email: `p${n}@example.com`,
  }))
  await open(forms, nothing)
  await screen.findByText('p0@example.com')
  expect(screen.queryByText('p20@example.com')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('p20@example.com')
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('p44@example.com')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})
