import { pageOf } from '@tests/support/page-of'
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
  waitForElementToBeRemoved,
  within,
} from '@testing-library/react'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { openDialog } from '@tests/support/open-dialog'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { publishedEvent, signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import { BACK_OFFICE_KEY, clearQueries } from '@/client/shared/session/account-queries'
import { collectToasts } from '@tests/support/toasts'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { EVENTS_SEARCH_KEYS } from '@/client/back-office/shared/events-search-keys'
import { searchTexts } from '@/client/shared/links/web-url'
import { LastReviewProvider } from '@/client/back-office/shared/review'
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
  /** Ids of events that match and are on no page yet. */
  unloaded: string[]
}

let office: Office
const toasts = collectToasts((toast) => toast)
beforeEach(async () => {
  office = { events: [], requests: [], gone: new Set(), unloaded: [] }
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
  if (path === '/imports') return Response.json({ data: { items: [] } })
  if (path === '/events/ids') {
    const ids = [...office.events.map(({ id }) => id), ...office.unloaded]
    return Response.json({ data: { ids, total: ids.length } })
  }
  if (path === '/events/tags') return Response.json({ data: { items: [] } })
  if (body === null) {
    const status = searchParams.get('status')
    const items = office.events.filter((one) => status === null || one.status === status)
    const has_more = office.unloaded.length > 0
    return Response.json({ data: { data: { items, has_more }, items, has_more } })
  }
  const done = body.event_ids.filter((id) => !office.gone.has(id))
  const status = path.includes('undo') ? 'ON_REVIEW' : 'PUBLISHED'
  office.events = office.events.flatMap((one) => {
    if (!body.event_ids.includes(one.id)) return [one]
    return path.includes('delete') ? [] : [{ ...one, status, revision: one.revision + 1 }]
  })
  return Response.json({ data: { done, failed: body.event_ids.filter((id) => office.gone.has(id)) } })
}

function event(title: string, status: BackOfficeEvent['status'] = 'ON_REVIEW'): BackOfficeEvent {
  return { ...publishedEvent, id: title, title, status, email: 'ana@example.com' }
}

let location: () => string

async function open(search = ''): Promise<QueryClient> {
  const rootRoute = createRootRoute()
  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: '/backoffice/events',
    validateSearch: searchTexts(...EVENTS_SEARCH_KEYS),
    component: () => (
      <LastReviewProvider>
        <EventsPage />
      </LastReviewProvider>
    ),
  })
  const router = createRouter({
    routeTree: rootRoute.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [`/backoffice/events${search}`] }),
  })
  location = () => router.state.location.pathname
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Events' })
  return client
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

const reject = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Reject' }))
  const dialog = await openDialog('alertdialog')
  const reason = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ })
  return {
    dialog,
    reason,
    confirm: () => fireEvent.click(within(dialog).getByRole('button', { name: 'Reject' })),
  }
}

const choose = async (...titles: string[]) => {
  for (const title of titles) fireEvent.click(await box(title))
  return reject()
}
const cancel = async ({ dialog, reason }: Awaited<ReturnType<typeof reject>>) => {
  fireEvent.keyDown(reason, { key: 'Escape' })
  await waitForElementToBeRemoved(dialog)
}

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

  it('is brought up to date by one request for its beginning, however much is loaded', async () => {
    // A list is fresh for a second, and a busy machine may take longer.
    vi.useFakeTimers({ toFake: ['Date'] })
    office.events = [event('First'), event('Second')]
    const client = await open()
    await box('Second')
    const before = lists().length
    office.events = [event('New'), event('Second')]
    await client.invalidateQueries({ queryKey: BACK_OFFICE_KEY })
    await box('New')
    expect(screen.queryByText('First')).toBeNull()
    expect(lists().slice(before)).toHaveLength(1)
  })

  it('is fetched anew for another administrator who signs in', async () => {
    office.events = [event('Theirs')]
    const client = await open()
    await box('Theirs')
    office.events = [event('Mine')]
    clearQueries(client, true)
    await box('Mine')
    expect(screen.queryByText('Theirs')).toBeNull()
  })

  it('leaves a user ID that is none in the field, to be corrected or cleared', async () => {
    office.events = [event('Waiting')]
    await open('?user_id=0b0a5a3e')
    await screen.findByDisplayValue('0b0a5a3e')
    fireEvent.click(screen.getByRole('button', { name: 'Clear the person' }))
    await box('Waiting')
  })

  it('says that nothing was found', async () => {
    await open('?q=nothing')
    await screen.findByText('No events found')
    expect(lists().at(-1)?.get('q')).toBe('nothing')
  })

  it('names the account of a user ID, and searches for a person by name or address once that is cleared', async () => {
    office.events = [event('Waiting')]
    await open(`?user_id=${USER}`)
    await box('Waiting')
    await screen.findByDisplayValue('Ana Luz · ana@example.com')
    fireEvent.click(screen.getByRole('button', { name: 'Clear the person' }))
    await screen.findByDisplayValue('On Review')
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

  it.each([USER.slice(0, -1), USER.replace('-4c', '-1c'), `${USER}0`.toUpperCase()])(
    'names a typed user ID that is none as wrong, and searches for nobody: %s',
    async (typed) => {
      office.events = [event('Waiting')]
      await open('?person=ana')
      await box('Waiting')
      const before = lists().length
      searchForPerson(typed)
      await screen.findByText('Please enter a valid User ID (UUID format)')
      expect(lists().slice(before)).toEqual([])
    },
  )

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

  it('shows what is on review the oldest first, or in the order that was chosen, which is remembered', async () => {
    office.events = [event('Waiting')]
    await open()
    await box('Waiting')
    expect(lists().at(-1)?.get('sort')).toBe('oldest')
    fireEvent.change(screen.getByLabelText('Order'), { target: { value: 'soonest' } })
    await vi.waitFor(() => expect(lists().at(-1)?.get('sort')).toBe('soonest'))
    cleanup()
    await open()
    await vi.waitFor(() => expect(lists().at(-1)?.get('sort')).toBe('soonest'))
    cleanup()
    await open('?status=PUBLISHED')
    await vi.waitFor(() => expect(lists().at(-1)?.get('sort')).toBe('newest'))
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

  it('selects all that match, also what is not loaded, and approves them in calls that the server takes', async () => {
    office.events = [event('A'), event('B')]
    office.unloaded = Array.from({ length: 300 }, (_, number) => `unloaded-${number}`)
    await open()
    await box('B')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all loaded events' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Select all 302 that match' }))
    expect(await screen.findByText('302 events selected')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Approve 302 events?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }))
    await vi.waitFor(() => expect(toasts.at(-1)?.title).toBe('Events approved successfully'))
    const sent = () => bodiesOf('/events/review/batch').map(({ event_ids }) => event_ids.length)
    expect(sent()).toEqual([200, 102])
    toasts.at(-1)?.action?.onPress()
    await vi.waitFor(() => expect(toasts.at(-1)?.title).toBe('302 events are on review again'))
    expect(bodiesOf('/events/review/undo/batch').map(({ event_ids }) => event_ids.length)).toEqual([200, 102])
    await box('A')
  })

  it('says when nothing is left of all that match, and shows the list as it is now', async () => {
    office.events = [event('A')]
    office.unloaded = ['unloaded']
    await open()
    fireEvent.click(await box('A'))
    fireEvent.click(await screen.findByRole('button', { name: 'Select all 2 that match' }))
    office.events = []
    office.unloaded = []
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    await vi.waitFor(() => expect(toasts[0]).toMatchObject({ kind: 'error', title: /^Nothing is left/ }))
    await screen.findByText('No events found')
    expect(document.activeElement?.textContent).toBe('Events')
    expect(screen.queryByRole('alertdialog')).toBeNull()
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

  it('keeps the reason of a rejection for those that it did not reach', async () => {
    office.events = [event('A'), event('B')]
    office.gone.add('B')
    const client = await open()
    const first = await choose('A', 'B')
    fireEvent.change(first.reason, { target: { value: 'No date' } })
    first.confirm()
    await waitForElementToBeRemoved(first.dialog)
    office.gone.clear()
    office.events = [event('B'), event('C')]
    await act(() => client.invalidateQueries())
    const again = (await box('B')) as HTMLInputElement
    if (!again.checked) fireEvent.click(again)
    const second = await reject()
    expect(second.reason.value).toBe('No date')
  })

  it('shows a reason that was written for some events to none of the others', async () => {
    office.events = [event('A'), event('B'), event('C'), event('D')]
    await open()
    const first = await choose('A', 'B')
    fireEvent.change(first.reason, { target: { value: 'Twice in the guide' } })
    await cancel(first)
    // One more of the same kind.
    const more = await choose('C')
    expect(more.reason.value).toBe('Twice in the guide')
    await cancel(more)
    const others = await choose('A', 'B', 'D')
    expect(others.reason.value).toBe('')
  })

  it('has the reason of a rejection that was undone', async () => {
    office.events = [event('A'), event('B')]
    await open()
    const first = await choose('A', 'B')
    fireEvent.change(first.reason, { target: { value: 'No date' } })
    first.confirm()
    await waitForElementToBeRemoved(first.dialog)
    press('u')
    expect((await choose('A', 'B')).reason.value).toBe('No date')
  })

  it('lets a long batch be stopped between its calls, and not closed as if it were', async () => {
    office.events = [event('A')]
    office.unloaded = Array.from({ length: 300 }, (_, number) => `unloaded-${number}`)
    let arrive: (() => void) | undefined
    await open()
    fireEvent.click(await box('A'))
    fireEvent.click(await screen.findByRole('button', { name: 'Select all 301 that match' }))
    await screen.findByText('301 events selected')
    vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
      if (url.includes('/review/batch')) await new Promise<void>((resolve) => (arrive = resolve))
      return reply(url, init?.body)
    })
    fireEvent.click(screen.getByRole('button', { name: 'Approve' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Approve 301 events?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }))
    const stop = await within(dialog).findByRole('button', { name: 'Stop' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('alertdialog')).toBe(dialog)
    fireEvent.click(stop)
    await vi.waitFor(() => expect(arrive).toBeDefined())
    arrive?.()
    expect((await screen.findByRole('alert')).textContent).toContain('You stopped it')
    expect(bodiesOf('/events/review/batch').map(({ event_ids }) => event_ids.length)).toEqual([200])
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

  it('deletes those selected, then a single one, and says so', async () => {
    office.events = [event('Old'), event('Older'), event('Oldest')]
    await open()
    fireEvent.click(await box('Old'))
    fireEvent.click(await box('Older'))
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    fireEvent.click(within(await openDialog('alertdialog')).getByRole('button', { name: 'Delete' }))
    await vi.waitFor(() => expect(toasts.map(({ title }) => title)).toEqual(['Events deleted successfully']))
    await vi.waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select “Older”' })).toBeNull())

    fireEvent.click(await screen.findByRole('button', { name: 'Delete “Oldest”' }))
    fireEvent.click(within(await openDialog('alertdialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByText('No events found')
    await vi.waitFor(() => expect(toasts.at(-1)?.title).toBe('Event deleted successfully'))
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Events'))
  })

  it('approves a row as it was read', async () => {
    office.events = [event('Waiting')]
    await open()
    fireEvent.click(await screen.findByRole('button', { name: 'Approve “Waiting”' }))
    await vi.waitFor(() =>
      expect(office.requests.find(({ path }) => path === '/events/Waiting/review')?.body).toEqual({
        action: 'approve',
        revision: 1,
      }),
    )
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
