import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { collectToasts } from '@tests/support/toasts'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  ADMINISTRATOR_ID,
  desk,
  press,
  refused,
  serve,
} from '@/client/back-office/shared/back-office.fixture'
import { payloadOf } from '@/client/shared/event-form/event-values'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { pageDrafts } from '@/offline/outbox/drafts'
import { deferred } from '@/offline/platform/deferred'
import { Route as CreateRoute } from './create-route'
import { Route as EditRoute } from './edit-route'

const openDesk = desk({ '/backoffice/events/new': CreateRoute, '/backoffice/events/$id/edit': EditRoute })

const toasts = collectToasts(({ description }) => description)

const ID = '9f1c2d3e-4b5a-4c6d-8e7f-0123456789ab'
const STORED: BackOfficeEvent = {
  id: ID,
  title: 'Sunset session',
  description: 'Longboards only, bring a jacket.',
  status: 'PUBLISHED',
  email: 'ana@example.com',
  start_time: 32_000_000_000,
  end_time: 32_000_003_600,
  is_all_day: false,
  location_name: 'Coxos - Santo Isidoro',
  latitude: 38.9997,
  longitude: -9.4249,
  tags: [{ id: 't1', key: 'surf', name: 'Surf' }],
  info_links: [],
  timetable: {
    list: [{ start_time: '2184-01-10 19:00:00', end_time: '2184-01-10 21:00:00', is_all_day: false }],
  },
  schedules: [{ id: 's1', start_time: 32_000_000_000, end_time: 32_000_003_600, is_all_day: false }],
  duplicates: [],
  created_at: 0,
  updated_at: 0,
  revision: 4,
}

const THEIRS = 'Cancelled when the wind is north.'

let stored: BackOfficeEvent
let sent: ReturnType<typeof serve>
/** The replies to the next writes; one that is missing is lost on the way. */
let fates: (Response | 'lost')[]
/** The event is read once this has resolved. */
let arrival: Promise<void>
beforeEach(() => {
  stored = STORED
  fates = []
  arrival = Promise.resolve()
  sent = serve(async ({ method, path }) => {
    if (method === 'GET') await arrival
    if (method === 'GET') return path.endsWith(ID) ? stored : { items: [] }
    const fate = fates.shift() ?? stored
    if (fate === 'lost') throw new TypeError('Failed to fetch')
    return fate
  })
})

async function open(address: string) {
  cleanup()
  const history = openDesk(address)
  await screen.findByLabelText(/^Title/)
  return history
}

const title = () => screen.getByLabelText<HTMLInputElement>(/^Title/)
const type = (text: string) => fireEvent.change(title(), { target: { value: text } })
const leave = (history: Awaited<ReturnType<typeof open>>) => history.push('/backoffice/users')
const isElsewhere = () => screen.findByText('Elsewhere')

test('what was typed is there when the form is opened again, until it is discarded', async () => {
  const history = await open('/backoffice/events/new')
  type('Fado on the beach')
  leave(history)
  await isElsewhere()
  await open('/backoffice/events/new')
  expect(title().value).toBe('Fado on the beach')
  await press('Discard draft')
  await waitFor(() => expect(title().value).toBe(''))
  await open('/backoffice/events/new')
  expect(title().value).toBe('')
})

test('where this browser keeps nothing, a form asks before it is left', async () => {
  const { open: openDraft } = pageDrafts()
  const refusing = vi.spyOn(pageDrafts(), 'open').mockImplementation((...given) => ({
    ...openDraft(...given),
    write: () => false,
  }))
  const history = await open('/backoffice/events/new')
  type('Fado on the beach')
  await screen.findByText(/^This browser doesn’t save anything/)
  leave(history)
  await press('Keep editing')
  // The next dialog has buttons of the same names.
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(title().value).toBe('Fado on the beach')
  leave(history)
  await press('Discard and leave')
  await isElsewhere()
  refusing.mockRestore()
})

test('a form that was saved is not sent again while its page is being fetched', async () => {
  await open(`/backoffice/events/${ID}/edit`)
  type('Sunset session, moved')
  const { promise, resolve } = deferred<void>()
  arrival = promise
  await press('Update Event')
  await waitFor(() => expect(sent).toHaveLength(1))
  fireEvent.submit(title().form ?? title())
  resolve()
  await isElsewhere()
  expect(sent).toHaveLength(1)
})

test('what is saved leaves no draft, and names no fact that nobody touched', async () => {
  stored = { ...STORED, audience: 'families' }
  await open(`/backoffice/events/${ID}/edit`)
  type('Sunset session, moved')
  await press('Update Event')
  await isElsewhere()
  expect(sent).toMatchObject([{ body: { title: 'Sunset session, moved', revision: 4 } }])
  expect(sent[0]?.body).not.toHaveProperty('audience')
  await open(`/backoffice/events/${ID}/edit`)
  expect(title().value).toBe('Sunset session')
})

/** Somebody else saves meanwhile, and what was typed is pressed to be saved: of both versions one is chosen. */
async function conflictOver(draftOf: 'typed' | 'kept'): Promise<void> {
  await open(`/backoffice/events/${ID}/edit`)
  type('Sunset session, moved')
  stored = { ...STORED, description: THEIRS, revision: 5 }
  if (draftOf === 'kept') {
    await open(`/backoffice/events/${ID}/edit`)
    expect(title().value).toBe('Sunset session, moved')
  }
  fates = [refused('CONFLICT')]
  await press('Update Event')
  const heading = await screen.findByText('Someone else has changed this event')
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(sent).toMatchObject([{ body: { revision: 4 } }])
  expect(screen.getByRole('region', { name: 'Title' }).textContent).toMatch(
    /Yours.*Sunset session, moved.*Theirs.*Sunset session$/,
  )
  // It was left alone, and is as they have it.
  expect(screen.queryByRole('region', { name: 'Description' })).toBeNull()
}

test.each(['typed', 'kept'] as const)(
  'what somebody else has saved is not overwritten unseen: one’s own text, %s, goes on over it',
  async (draftOf) => {
    await conflictOver(draftOf)
    await press('Go on with mine')
    await waitFor(() => expect(title().value).toBe('Sunset session, moved'))
    await press('Update Event')
    await isElsewhere()
    const body = { title: 'Sunset session, moved', description: THEIRS, revision: 5 }
    expect(sent[1]).toMatchObject({ body })
  },
)

test('what somebody else has saved can be taken in the place of one’s own', async () => {
  await conflictOver('typed')
  await press('Take theirs')
  await waitFor(() => expect(title().value).toBe('Sunset session'))
  expect(screen.queryByText(/What you’d typed here/)).toBeNull()
  await press('Update Event')
  await isElsewhere()
  expect(sent[1]).toMatchObject({ body: { description: THEIRS, revision: 5 } })
})

test('an event that somebody else has deleted is named, and what was typed stays', async () => {
  await open(`/backoffice/events/${ID}/edit`)
  type('Sunset session, moved')
  fates = [refused('NOT_FOUND')]
  await press('Update Event')
  await waitFor(() => expect(toasts).toEqual(['Someone else has deleted this event']))
  expect(title().value).toBe('Sunset session, moved')
})

test('a creation whose response is lost is the same creation, also after a reload, until the server says that an earlier version has arrived', async () => {
  const values = payloadOf(STORED)
  pageDrafts()
    .open('staff/new', { owner: ADMINISTRATOR_ID })
    .write({ values, revision: 0, hasOwnPhoto: false }, false)
  await open('/backoffice/events/new')
  fates = ['lost', refused('REQUEST_IN_PROGRESS'), 'lost', refused('IDEMPOTENCY_KEY_REUSED')]
  const create = async (times: number) => {
    await press('Create Event')
    await waitFor(() => expect(sent).toHaveLength(times))
  }
  await create(1)
  await create(2)
  await open('/backoffice/events/new')
  await create(3)
  await screen.findByRole('button', { name: 'Create Event' })
  type('Sunset session, moved')
  await create(4)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  await create(5)
  await isElsewhere()
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
})
