import { fireEvent, screen, waitFor, waitForElementToBeRemoved, within } from '@testing-library/react'
import { openDialog } from '@tests/support/open-dialog'
import { collectToasts } from '@tests/support/toasts'
import { beforeEach, expect, it } from 'vitest'
import { desk, press, publishedEvent, serve } from '@/client/back-office/shared/back-office.fixture'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { Route } from './events-route'

const openDesk = desk({ '/backoffice/events': Route })
const toasts = collectToasts((toast) => toast)

const USER = '9f1c2d3e-4b5a-4c6d-8e7f-0123456789ab'
const PERSON = {
  id: USER,
  name: 'Ana Luz',
  email: 'ana@example.com',
  role: 'USER',
  created_at: 1,
  updated_at: 1,
}

/** The events that the server has, and the ids of those that another administrator has deleted meanwhile. */
let events: BackOfficeEvent[]
let gone: Set<string>
let lists: URLSearchParams[]
let sent: ReturnType<typeof serve>
beforeEach(() => {
  events = []
  gone = new Set()
  lists = []
  sent = serve(({ path, query, body }) => {
    if (path === `/users/${USER}`) return PERSON
    if (path === '/events/count-by-status') return { on_review: 1, published: 1, rejected: 0 }
    if (path === '/events') {
      lists.push(query)
      const status = query.get('status')
      return { items: events.filter((one) => status === null || one.status === status), has_more: false }
    }
    const reviewed = /^\/events\/(?<id>\w+)\/review/.exec(path)?.groups?.['id']
    const ids = reviewed === undefined ? ((body as { event_ids?: string[] })?.event_ids ?? []) : [reviewed]
    const status = path.includes('undo') ? 'ON_REVIEW' : 'PUBLISHED'
    events = events.flatMap((one) => {
      if (!ids.includes(one.id)) return [one]
      return path.includes('delete') ? [] : [{ ...one, status, revision: one.revision + 1 }]
    })
    if (reviewed !== undefined) return events.find(({ id }) => id === reviewed)
    const failed = ids.filter((id) => gone.has(id))
    return { items: [], done: ids.filter((id) => !gone.has(id)), failed }
  })
})

function event(title: string, status: BackOfficeEvent['status'] = 'ON_REVIEW'): BackOfficeEvent {
  return { ...publishedEvent, id: title, title, status, email: 'ana@example.com' }
}

async function open(search = '') {
  const history = openDesk(`/backoffice/events${search}`)
  await screen.findByRole('heading', { name: 'Events' })
  return history
}

const box = (title: string) => screen.findByRole('checkbox', { name: `Select “${title}”` })
const click = async (element: Promise<HTMLElement>, init?: MouseEventInit) =>
  fireEvent.click(await element, init)
const selected = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox', { name: /^Select “/ })
    .flatMap((one) => (one.checked ? [one.getAttribute('aria-label')] : []))
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const person = () => screen.getByLabelText<HTMLInputElement>('Person')
const searchForPerson = async (value: string) => {
  fireEvent.change(person(), { target: { value } })
  await press('Search for this person')
}

it('shows what is on review first, and all when filtered by user, whose address stands in the search', async () => {
  events = [event('Waiting'), event('Public', 'PUBLISHED')]
  await open()
  await box('Waiting')
  expect(screen.queryByText('Public')).toBeNull()
  await press('More filters')
  await searchForPerson(USER)
  await box('Public')
  expect(screen.getByLabelText<HTMLSelectElement>('Status').value).toBe('all')
  expect(lists.at(-1)?.get('user_id')).toBe(USER)
  await waitFor(() => expect(person().value).toBe('ana@example.com'))
  await press('Clear the person')
  await screen.findByDisplayValue(/^On Review/)
  await searchForPerson('ana')
  await waitFor(() => expect(lists.at(-1)?.get('person')).toBe('ana'))
})

it('names a user ID that is none as wrong, leaves it to be corrected, and searches for nobody', async () => {
  events = [event('Waiting')]
  await open('?user_id=0b0a5a3e')
  expect((await screen.findByRole('alert')).textContent).toContain('Please enter a valid User ID')
  expect(person().value).toBe('0b0a5a3e')
  expect(lists).toEqual([])
  for (const typed of [USER.slice(0, -1), USER.replace('-4c', '-1c'), `${USER}0`.toUpperCase()]) {
    await searchForPerson(typed)
    await screen.findByText('Please enter a valid User ID (UUID format)', { selector: '[id] *' })
  }
  expect(lists).toEqual([])
})

it('is walked by j and k, selected by x, edited by e, and links to events with its filters', async () => {
  events = [event('A'), event('B')]
  const history = await open('?q=praia')
  await box('B')
  key('j')
  expect(document.activeElement?.textContent).toBe('A')
  key('j')
  expect(document.activeElement?.getAttribute('href')).toBe('/backoffice/events/B?q=praia')
  key('x')
  expect(selected()).toEqual(['Select “B”'])
  key('k')
  key('k')
  expect(document.activeElement?.textContent).toBe('A')
  key('e')
  await waitFor(() => expect(history.location.pathname).toBe('/backoffice/events/A/edit'))
})

it('selects a range with Shift, and all', async () => {
  events = [event('A'), event('B'), event('C'), event('D')]
  await open()
  await click(box('B'))
  await click(box('D'), { shiftKey: true })
  expect(selected()).toEqual(['Select “B”', 'Select “C”', 'Select “D”'])
  await click(screen.findByRole('checkbox', { name: 'Select all loaded events' }))
  await screen.findByText('4 events selected')
  await press('Clear selection')
  expect(selected()).toEqual([])
})

it('lists the titles before it deletes, and names those that could not be', async () => {
  events = [event('Deleted'), event('Gone already'), event('Stays')]
  gone.add('Gone already')
  await open()
  await click(box('Deleted'))
  await click(box('Gone already'))
  await press('Delete')
  const dialog = await openDialog('alertdialog')
  const titles = within(dialog).getAllByRole('listitem')
  expect(titles.map(({ textContent }) => textContent)).toEqual(['Deleted', 'Gone already'])
  await press('Delete', within(dialog))
  const description = 'Done: 1. Not done: 1 (Gone already).'
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Failed to delete some events', description }]))
})

it('approves rows as they were read, and u puts one after the other back, then says that nothing is left', async () => {
  events = [event('First'), event('Second')]
  await open()
  for (const title of ['First', 'Second']) {
    await press(`Approve “${title}”`)
    await waitFor(() => expect(screen.queryByRole('link', { name: title })).toBeNull())
  }
  expect(sent[1]).toMatchObject({
    path: '/events/Second/review',
    body: { action: 'approve', revision: 1 },
  })
  key('u')
  await box('Second')
  key('u')
  await box('First')
  key('u')
  await waitFor(() => expect(toasts.at(-1)?.title).toBe('There is nothing left to undo'))
})

it('names possible duplicates before it approves several, and leaves them out unless asked', async () => {
  const other = { id: 'other', title: 'FADO', location_name: 'Ribamar', status: 'PUBLISHED' as const }
  events = [event('Yoga'), { ...event('Fado'), duplicates: [other] }]
  await open()
  await click(box('Yoga'))
  await click(box('Fado'))
  await press('Approve')
  const dialog = await screen.findByRole('alertdialog', { name: 'Approve 1 event?' })
  expect(dialog.textContent).toContain('Perhaps the same as “FADO” (Published, Ribamar)')
  const too = within(dialog).getByRole('checkbox', { name: 'Approve these as well' })
  fireEvent.click(too)
  await screen.findByRole('alertdialog', { name: 'Approve 2 events?' })
  fireEvent.click(too)
  await screen.findByRole('alertdialog', { name: 'Approve 1 event?' })
  await press('Approve', within(dialog))
  await waitForElementToBeRemoved(dialog)
  expect(sent).toMatchObject([{ path: '/events/review/batch', body: { event_ids: ['Yoga'] } }])
})

it.each([
  ['', 'No email is sent: the event has no contact address.'],
  ['ana@example.com', 'The email goes out in 10 seconds.'],
])('tells of a mail only where it is sent: to “%s”', async (email, description) => {
  events = [{ ...event('Waiting'), email }]
  await open()
  await press('Reject “Waiting”')
  await press('Reject', within(await openDialog('alertdialog')))
  await waitFor(() => expect(toasts[0]).toMatchObject({ kind: 'success', description }))
})

it('approves only what is on review of what is selected', async () => {
  events = [event('Waiting'), event('Public', 'PUBLISHED')]
  await open('?status=all')
  await click(box('Public'))
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  await click(box('Waiting'))
  await press('Approve')
  const dialog = await screen.findByRole('alertdialog', { name: 'Approve 1 event?' })
  expect(dialog.textContent).toContain('1 of the selected events is not on review')
  await press('Approve', within(dialog))
  await waitForElementToBeRemoved(dialog)
  expect(toasts).toMatchObject([{ kind: 'success', title: 'Events approved successfully' }])
  const body = { action: 'approve', event_ids: ['Waiting'], revisions: { Waiting: 1 } }
  expect(sent).toMatchObject([{ path: '/events/review/batch', body }])
})
