import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { openDialog } from '@tests/support/open-dialog'
import { collectToasts } from '@tests/support/toasts'
import { expect, it, test } from 'vitest'
import { desk, press, publishedEvent, refused, serve } from '@/client/back-office/shared/back-office.fixture'
import { contentOf, payloadOf } from '@/client/shared/event-form/event-values'
import { createQueryClient } from '@/client/shared/loading/query-client'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { UNLOCATED } from '@/domain/places/place'
import { deferred } from '@/offline/platform/deferred'
import { Route } from './event-route'
import { placeInQueue } from './use-event-review'

const open = desk({ '/backoffice/events/$id': Route })
const toasts = collectToasts(({ title, action }) => [title, action?.label])

const OTHER = { id: 'duplicate', title: 'duplicate', location_name: 'Ribamar', status: 'ON_REVIEW' as const }
// It has no position, so that there is no map to load.
const eventOf = (id: string, changes: Partial<BackOfficeEvent> = {}): BackOfficeEvent => ({
  ...publishedEvent,
  ...UNLOCATED,
  id,
  title: id,
  status: 'ON_REVIEW',
  ...changes,
})

let queue: string[] = []
/** Opens the page of an event; `reply` is the server's to a write. */
async function openEvent(changes: Partial<BackOfficeEvent>, reply: (path: string) => unknown = () => ({})) {
  const sent = serve(({ method, path }) => {
    if (method !== 'GET') return reply(path)
    if (path.endsWith('/ids')) return { ids: queue, total: queue.length }
    const [, id = ''] = /^\/events\/(\w+)$/.exec(path) ?? []
    return id === '' ? { items: [], has_more: false } : eventOf(id, id === 'reviewed' ? changes : {})
  })
  const client = createQueryClient()
  const history = open('/backoffice/events/reviewed', client)
  await screen.findByRole('heading', { level: 1, name: 'reviewed' })
  return { sent, client, history }
}

/** Approves an event, whose review is in flight until `respond` is called. */
async function approve() {
  const { promise, resolve: respond } = deferred<unknown>()
  const page = await openEvent({ duplicates: [OTHER] }, () => promise)
  await press('Approve')
  await waitFor(() => expect(page.sent).toHaveLength(1))
  return { ...page, respond }
}

it.each([
  ['with the event', eventOf('reviewed', { status: 'PUBLISHED' }), 'Undo'],
  ['with no more than that it is done, so that there is no way back', {}, undefined],
])('a review leads back to the list, whether the server replies %s', async (_, reply, undo) => {
  const { respond, history } = await approve()
  respond(reply)
  await waitFor(() => expect(history.location.pathname).toBe('/backoffice/events'))
  expect(toasts).toEqual([['Event approved successfully', undo]])
})

it.each([
  ['is done', () => eventOf('reviewed', { status: 'PUBLISHED' })],
  ['is refused', () => refused('CONFLICT')],
])('whoever follows a link while a review is in flight stays there when it %s', async (_, reply) => {
  const { respond, history } = await approve()
  fireEvent.click(screen.getByRole('link', { name: 'duplicate' }))
  await screen.findByRole('heading', { level: 1, name: 'duplicate' })
  respond(reply())
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(history.location.pathname).toBe('/backoffice/events/duplicate')
})

it('a rejection that a colleague was faster than closes its dialog, and asks nothing about the next event', async () => {
  const { client } = await openEvent({ duplicates: [OTHER] }, () => refused('CONFLICT'))
  await press('Reject')
  await press('Reject', within(await openDialog('alertdialog')))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  fireEvent.click(screen.getByRole('link', { name: 'duplicate' }))
  await screen.findByRole('heading', { level: 1, name: 'duplicate' })
  expect(client.isMutating()).toBe(0)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it.each([
  [{ name: 'events.csv' }, 'events.csv'],
  [{ name: 'Surf Club', url: 'https://club.example/events.ics' }, 'Surf Clubhttps://club.example/events.ics'],
])('names the calendar that an event was imported from, and no account: %o', async (source, text) => {
  await openEvent({ imported_from: source })
  expect(screen.getByText('Imported from').nextElementSibling?.textContent).toBe(text)
  expect(screen.queryByText('Submitted without an account')).toBeNull()
})

it('says once when it takes place, with the weekday, and calls one date off with one press', async () => {
  const start = Date.UTC(2099, 6, 4, 19) / 1000
  const schedule = { id: 's', start_time: start, end_time: start + 7200, is_all_day: false }
  const timetable = {
    list: [{ start_time: '2099-07-04 20:00:00', end_time: '2099-07-04 22:00:00', is_all_day: false }],
  }
  const { sent } = await openEvent({ status: 'PUBLISHED', timetable, schedules: [schedule] })
  expect(screen.getByText(/2099/).textContent).toContain('Sat, Jul 4, 2099 8:00 PM – 10:00 PM')
  await press('Call off Sat, Jul 4, 2099 8:00 PM – 10:00 PM')
  const body = { state: 'cancelled', note: '', revision: 1 }
  await waitFor(() => expect(sent).toMatchObject([{ path: '/events/reviewed/states/2099-07-04', body }]))
})

it('approves a proposal over the event as it is by now, also when a colleague has edited that meanwhile', async () => {
  const base = eventOf('reviewed', { status: 'PUBLISHED' })
  const content = { ...contentOf(payloadOf(base)), title: 'Concert at nine' }
  const proposal = { id: 'p1', content, base, created_at: 0 } as NonNullable<BackOfficeEvent['proposal']>
  const { sent } = await openEvent({
    status: 'PUBLISHED',
    proposal,
    description: 'Four bands play on the beach.',
    revision: 2,
  })
  await press('Publish the change')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({
    title: 'Concert at nine',
    description: 'Four bands play on the beach.',
    revision: 2,
  })
})

test('walks the queue in both directions, and ends at its ends', () => {
  expect(placeInQueue(['a', 'b', 'c'], 'a')).toMatchObject({ position: 1, previous: undefined, next: 'b' })
  expect(placeInQueue(['a', 'b', 'c'], 'b')).toMatchObject({ position: 2, previous: 'a', next: 'c' })
  expect(placeInQueue(['a', 'b', 'c'], 'c')).toMatchObject({ position: 3, previous: 'b', next: undefined })
})

test('goes on after a review with the next, then with those that were passed over, then with none', () => {
  expect(placeInQueue(['a', 'b'], 'a').afterReview).toBe('b')
  expect(placeInQueue(['a', 'b'], 'b').afterReview).toBe('a')
  expect(placeInQueue(['a'], 'a').afterReview).toBeUndefined()
})

test('begins with the first from an event that is not in it', () => {
  const nowhere = { position: undefined, previous: undefined, next: 'a', afterReview: 'a' }
  expect(placeInQueue(['a', 'b'], 'reviewed')).toMatchObject(nowhere)
})

it('stays between its neighbours when a colleague has reviewed it meanwhile', async () => {
  queue = ['before', 'reviewed', 'after']
  const { client } = await openEvent({})
  await screen.findByText('2 of 3 on review')
  queue = ['before', 'after']
  await client.refetchQueries()
  await press('Next event')
  await screen.findByRole('heading', { level: 1, name: 'after' })
})
