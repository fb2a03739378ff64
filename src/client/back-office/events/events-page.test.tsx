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
import { cleanup, fireEvent, render, screen, waitForElementToBeRemoved, within } from '@testing-library/react'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { openDialog } from '@tests/support/open-dialog'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { publishedEvent, signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import { collectToasts } from '@tests/support/toasts'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { EVENTS_SEARCH_KEYS } from '@/domain/staff/activity'
import { searchTexts } from '@/client/shared/links/web-url'
import { useUndoKey } from '@/client/back-office/shared/use-action'
import { useFocusAfterRemoval } from '@/client/back-office/layout/navigation'
import { Route } from './events-route'

const EventsPage = pageOf(Route)

const NOW_SECONDS = Math.floor(Date.now() / 1000)
const USER = '9f1c2d3e-4b5a-4c6d-8e7f-0123456789ab'
const PERSON = {
  id: USER,
  name: 'Ana Luz',
  email: 'ana@example.com',
  role: 'USER',
  created_at: NOW_SECONDS,
  updated_at: NOW_SECONDS,
}

/** A server in few words: the events it has, and every request that it got. */
interface Office {
  events: BackOfficeEvent[]
  requests: { path: string; query: URLSearchParams; body: unknown }[]
  /** Ids of events that another administrator has deleted meanwhile. */
  gone: Set<string>
}

let office: Office
const toasts = collectToasts((toast) => toast)
beforeEach(async () => {
  office = { events: [], requests: [], gone: new Set() }
  await signInAdministrator()
  vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => reply(url, init?.body))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function reply(url: string, text = 'null'): Response {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const path = pathname.replace(/^.*\/backoffice/, '')
  const body = JSON.parse(text) as { event_ids: string[] } | null
  office.requests.push({ path, query: searchParams, body })
  if (path === `/users/${USER}`) return Response.json({ data: PERSON })
  if (path === '/events/count-by-status')
    return Response.json({ data: { on_review: 1, published: 1, rejected: 0 } })
  if (path === '/imports') return Response.json({ data: { items: [] } })
  if (path === '/events/tags') return Response.json({ data: { items: [] } })
  const reviewed = /^\/events\/(?<id>\w+)\/review/.exec(path)?.groups?.['id']
  if (body === null && reviewed === undefined) {
    const status = searchParams.get('status')
    const items = office.events.filter((one) => status === null || one.status === status)
    return Response.json({ data: { items, has_more: false } })
  }
  const ids = reviewed === undefined ? (body?.event_ids ?? []) : [reviewed]
  const done = ids.filter((id) => !office.gone.has(id))
  const status = path.includes('undo') ? 'ON_REVIEW' : 'PUBLISHED'
  office.events = office.events.flatMap((one) => {
    if (!ids.includes(one.id)) return [one]
    return path.includes('delete') ? [] : [{ ...one, status, revision: one.revision + 1 }]
  })
  if (reviewed !== undefined) return Response.json({ data: office.events.find(({ id }) => id === reviewed) })
  return Response.json({ data: { done, failed: ids.filter((id) => office.gone.has(id)) } })
}

function event(title: string, status: BackOfficeEvent['status'] = 'ON_REVIEW'): BackOfficeEvent {
  return { ...publishedEvent, id: title, title, status, email: 'ana@example.com' }
}

let location: () => string

/** The page with what the layout has around it. */
function Page() {
  useUndoKey()
  useFocusAfterRemoval()
  return <EventsPage />
}

async function open(search = ''): Promise<void> {
  const rootRoute = createRootRoute()
  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: '/backoffice/events',
    validateSearch: searchTexts(...EVENTS_SEARCH_KEYS),
    component: Page,
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [`/backoffice/events${search}`] }),
  })
  location = () => router.state.location.pathname
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Events' })
}

const box = (title: string) => screen.findByRole('checkbox', { name: `Select “${title}”` })
const selected = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select “/ })
    .flatMap((one) => (one.checked ? [one.getAttribute('aria-label')] : []))
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const searchForPerson = (text: string) => {
  fireEvent.change(screen.getByLabelText('Person'), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Search for this person' }))
}
const bodiesOf = (wanted: string) =>
  office.requests.filter(({ path }) => path === wanted).map(({ body }) => body as { event_ids: string[] })
const lists = () => office.requests.filter(({ path }) => path === '/events').map(({ query }) => query)

describe('the events list', () => {
  it('shows what is on review first, and all when filtered by user', async () => {
    office.events = [event('Waiting'), event('Public', 'PUBLISHED')]
    await open()
    await box('Waiting')
    expect(screen.queryByText('Public')).toBeNull()
    cleanup()
    await open(`?user_id=${USER}`)
    await box('Public')
    expect(screen.getByLabelText<HTMLSelectElement>('Status').value).toBe('all')
    expect(lists().at(-1)?.get('user_id')).toBe(USER)
  })

  it('leaves a user ID that is none in the field, to be corrected or cleared', async () => {
    office.events = [event('Waiting')]
    await open('?user_id=0b0a5a3e')
    await screen.findByDisplayValue('0b0a5a3e')
    fireEvent.click(screen.getByRole('button', { name: 'Clear the person' }))
    await box('Waiting')
  })

  it('names the account of a user ID, and searches for a person by name or address once that is cleared', async () => {
    office.events = [event('Waiting')]
    await open(`?user_id=${USER}`)
    await box('Waiting')
    await screen.findByDisplayValue('Ana Luz · ana@example.com')
    fireEvent.click(screen.getByRole('button', { name: 'Clear the person' }))
    await screen.findByDisplayValue(/^On Review/)
    await box('Waiting')
    expect(lists().at(-1)?.get('user_id')).toBeNull()
    expect(lists().at(-1)?.get('status')).toBe('ON_REVIEW')
    searchForPerson('ana')
    await vi.waitFor(() => expect(lists().at(-1)?.get('person')).toBe('ana'))
    // The field takes the address's text when that has changed, which may be after the list was asked for.
    await vi.waitFor(() => {
      const button = screen.queryByRole('button', { name: 'Search for this person' })
      if (button !== null) searchForPerson(USER)
      expect(button).toBeNull()
    })
    await screen.findByDisplayValue('Ana Luz · ana@example.com')
  })

  it.each([
    USER.slice(0, -1),
    USER.replace('-4c', '-1c'),
    USER.replace('-4c', '-4g'),
    `${USER}0`.toUpperCase(),
  ])('names a typed user ID that is none as wrong, and searches for nobody: %s', async (typed) => {
    office.events = [event('Waiting')]
    await open('?person=ana')
    await box('Waiting')
    const before = lists().length
    searchForPerson(typed)
    await screen.findByText('Please enter a valid User ID (UUID format)')
    expect(lists().slice(before)).toEqual([])
  })

  it.each([
    ['q=%27', 'Type a word or a number to search for'],
    [`q=${'a'.repeat(500)}`, 'This text is too long'],
    ['user_id=0b0a5a3e', 'Please enter a valid User ID (UUID format)'],
  ])('shows nothing for a text that cannot be searched for, and says why: %s', async (query, why) => {
    office.events = [event('Waiting')]
    await open(`?${query}`)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(why)
    expect(lists()).toEqual([])
  })

  it('is walked by j and k, selected by x, and links to events with its filters', async () => {
    office.events = [event('A'), event('B')]
    await open('?q=praia')
    await box('B')
    press('j')
    expect(document.activeElement?.textContent).toBe('A')
    press('j')
    expect(document.activeElement?.textContent).toBe('B')
    expect(document.activeElement?.getAttribute('href')).toBe('/backoffice/events/B?q=praia')
    press('x')
    expect(selected()).toEqual(['Select “B”'])
    press('k')
    press('k')
    expect(document.activeElement?.textContent).toBe('A')
    press('e')
    await vi.waitFor(() => expect(location()).toBe('/backoffice/events/A/edit'))
  })

  it('selects a range with Shift, and all', async () => {
    office.events = [event('A'), event('B'), event('C'), event('D')]
    await open()
    fireEvent.click(await box('B'))
    fireEvent.click(await box('D'), { shiftKey: true })
    expect(selected()).toEqual(['Select “B”', 'Select “C”', 'Select “D”'])
    expect(await screen.findByText('3 events selected')).toBeTruthy()
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all loaded events' }))
    expect(await screen.findByText('4 events selected')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
    expect(selected()).toEqual([])
  })

  it('lists the titles before it deletes, and names those that could not be', async () => {
    office.events = [event('Deleted'), event('Gone already'), event('Stays')]
    office.gone.add('Gone already')
    await open()
    fireEvent.click(await box('Deleted'))
    fireEvent.click(await box('Gone already'))
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = await openDialog('alertdialog')
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Deleted', 'Gone already'])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to delete some events')
    expect(within(alert).getAllByRole('listitem')).toHaveLength(1)
    expect(alert.textContent).toContain('Gone already')
    expect(toasts.map(({ title }) => title)).toEqual(['Failed to delete some events'])
  })

  it('approves rows as they were read, and u puts one after the other back, then says that nothing is left', async () => {
    office.events = [event('First'), event('Second')]
    await open()
    for (const title of ['First', 'Second']) {
      fireEvent.click(await screen.findByRole('button', { name: `Approve “${title}”` }))
      await vi.waitFor(() => expect(screen.queryByRole('link', { name: title })).toBeNull())
    }
    expect(office.requests.find(({ path }) => path === '/events/Second/review')?.body).toEqual({
      action: 'approve',
      revision: 1,
    })
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Events'))
    press('u')
    await box('Second')
    press('u')
    await box('First')
    press('u')
    await vi.waitFor(() => expect(toasts.at(-1)?.title).toBe('There is nothing left to undo'))
  })

  it('names possible duplicates before it approves several, and leaves them out unless asked', async () => {
    const other = { id: 'other', title: 'FADO', location_name: 'Ribamar', status: 'PUBLISHED' as const }
    office.events = [event('Yoga'), { ...event('Fado'), duplicates: [other] }]
    await open()
    fireEvent.click(await box('Yoga'))
    fireEvent.click(await box('Fado'))
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Approve 1 event?' })
    expect(dialog.textContent).toContain('Perhaps the same as “FADO” (Published, Ribamar)')
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Approve these as well' }))
    await screen.findByRole('alertdialog', { name: 'Approve 2 events?' })
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Approve these as well' }))
    await screen.findByRole('alertdialog', { name: 'Approve 1 event?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }))
    await waitForElementToBeRemoved(dialog)
    expect(bodiesOf('/events/review/batch').map(({ event_ids }) => event_ids)).toEqual([['Yoga']])
  })

  it.each([
    ['', 'No email is sent: the event has no contact address.'],
    ['ana@example.com', 'The email goes out in 10 seconds.'],
  ])('tells of a mail only where it is sent: to “%s”', async (email, description) => {
    office.events = [{ ...event('Waiting'), email }]
    await open()
    fireEvent.click(await screen.findByRole('button', { name: 'Reject “Waiting”' }))
    const dialog = await openDialog('alertdialog')
    expect(dialog.textContent).toContain(email === '' ? description : 'The submitter will get an email.')
    vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) =>
      url.endsWith('/review') ? Response.json({ data: office.events[0] }) : reply(url, init?.body),
    )
    fireEvent.click(within(dialog).getByRole('button', { name: 'Reject' }))
    await vi.waitFor(() => expect(toasts[0]).toMatchObject({ kind: 'success', description }))
  })

  it('approves only what is on review of what is selected', async () => {
    office.events = [event('Waiting'), event('Public', 'PUBLISHED')]
    await open('?status=all')
    fireEvent.click(await box('Public'))
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
    fireEvent.click(await box('Waiting'))
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Approve 1 event?' })
    expect(dialog.textContent).toContain('1 of the selected events is not on review')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }))
    await waitForElementToBeRemoved(dialog)
    expect(toasts).toMatchObject([{ kind: 'success', title: 'Events approved successfully' }])
    expect(office.requests.find(({ path }) => path === '/events/review/batch')?.body).toEqual({
      action: 'approve',
      event_ids: ['Waiting'],
      revisions: { Waiting: 1 },
    })
  })
})
