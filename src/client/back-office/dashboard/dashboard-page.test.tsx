import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { collectToasts } from '@tests/support/toasts'
import { expect, test } from 'vitest'
import { desk, press, publishedEvent, refused, serve } from '@/client/back-office/shared/back-office.fixture'
import { createQueryClient } from '@/client/shared/loading/query-client'
import type { GivenUpJob, Overview } from '@/contract/back-office/back-office-overview'
import { Route } from './dashboard-route'
import { byteText } from './panels'

const open = desk({ '/backoffice/dashboard': Route })
const toasts = collectToasts(({ title }) => title)

const NOW = Math.floor(Date.now() / 1000)
const DAY = 86_400

const FADO: Overview['today'][number] = {
  id: publishedEvent.id,
  title: 'Fado',
  day: '2026-06-15',
  start_time: NOW,
  end_time: NOW + 7200,
  is_all_day: false,
  location_name: 'Ericeira',
  revision: 1,
}
const EXHIBITION = { ...FADO, id: 'e', title: 'Old boats', end_time: NOW + 90 * DAY }
const JOB: GivenUpJob = {
  id: 'j',
  name: 'mail:decisions',
  error: 'Error EAUTH',
  attempts: 31,
  given_up_at: NOW - 7200,
  can_retry: true,
}
const QUIET: Overview = {
  imports: [],
  given_up: [],
  today: [],
  waiting: [{ id: 'a', title: 'Sunset yoga', created_at: NOW - 3 * DAY }],
  weeks: Array.from({ length: 12 }, (_, n) => ({ starts_at: NOW - (11 - n) * 7 * DAY, submissions: n })),
  storage: {
    photo_bytes: 3 * 1024 ** 2,
    database_bytes: 1024 ** 3,
    disk: { state: 'fine', free_bytes: 1024 ** 3, total_bytes: 1024 ** 4, reserve_bytes: 1024 ** 2 },
  },
  mail: { health: 'fine', waiting: 0, retrying: 0, failed: 0 },
}

/** Opens the page; the server has this overview, and replies to anything else with `other`. */
async function show(
  overview: Partial<Overview> | (() => unknown) = {},
  other: (path: string) => unknown = () => ({}),
) {
  const client = createQueryClient()
  const sent = serve(({ path }) => {
    if (path === '/events/count-by-status') return { on_review: 3, published: 40, rejected: 5 }
    if (path === '/users/count-by-role') return { users: 200, admins: 2 }
    if (path === '/events/tags')
      return { items: ['surf', 'music'].map((key) => ({ id: key, key, name: key })) }
    if (path !== '/overview') return other(path)
    return typeof overview === 'function' ? overview() : { ...QUIET, ...overview }
  })
  open('/backoffice/dashboard', client)
  await screen.findByRole('region', { name: 'Today' })
  return { client, sent }
}

const target = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
const part = (name: string) => within(screen.getByRole('region', { name }))

test('the numbers lead to their lists', async () => {
  await show({})
  expect(await target('3 Pending Review')).toBe('/backoffice/events')
  expect(await target('40 Published')).toBe('/backoffice/events?status=PUBLISHED')
  expect(await target('5 Rejected')).toBe('/backoffice/events?status=REJECTED')
  expect(await target('2 Total tags')).toBe('/backoffice/tags')
  expect(await target('200 Users 2 Admins')).toBe('/backoffice/users')
})

test('what is well is said in one line, also after a refetch that failed', async () => {
  let isDown = false
  const { client } = await show(() => (isDown ? refused('UNAVAILABLE') : QUIET))
  isDown = true
  await act(() => client.refetchQueries())
  expect(screen.getByText(/Emails are going out normally/).textContent).toMatch(/3 MB .*1 GB .*1 GB/)
  const titles = screen
    .getAllByRole('region')
    .map((region) => within(region).getByRole('heading').textContent)
  expect(titles).toEqual(['Today', 'Waiting longest', 'Submissions per week'])
  expect(part('Waiting longest').getByText('3 days ago')).toBeTruthy()
  const weeks = part('Submissions per week').getAllByRole('listitem')
  expect([weeks.length, weeks.at(-1)?.textContent]).toEqual([12, expect.stringMatching(/: 11$/)])
})

test('what is not well has a panel that says what', async () => {
  const disk = { state: 'no-photos' as const, free_bytes: 1, total_bytes: 1024, reserve_bytes: 512 }
  const mail = { health: 'failing' as const, waiting: 1, retrying: 4, failed: 2, last_error: 'ECONNREFUSED' }
  const findings = { added: 0, changed: 2, unsure: 1, unreadable: 0, vanished: 0 }
  const imports = [{ id: 'c', name: 'Surf Club', read_at: NOW - 3600, findings }]
  await show({ storage: { ...QUIET.storage, disk }, mail, imports, given_up: [JOB] })
  expect(part('Storage').getByText(/new photos are rejected/)).toBeTruthy()
  expect(part('Mail queue').getByText('ECONNREFUSED')).toBeTruthy()
  expect(part('Calendars that need a look').getByRole('listitem').textContent).toMatch(
    /Surf Club.*Changed: 2To be checked: 1/,
  )
  expect(part('Jobs that failed').getByRole('listitem').textContent).toContain(
    'Email: reviews of eventsError EAUTHGiven up 2 hours ago, after 31 attempts',
  )
  expect(screen.queryByText(/All well/)).toBeNull()
})

test('a job that was given up is tried again, unless there is nothing left to do it with', async () => {
  let given_up = [JOB, { ...JOB, id: 'old', can_retry: false }]
  const { sent } = await show(
    () => ({ ...QUIET, given_up }),
    () => {
      given_up = []
      return {}
    },
  )
  await press('Try again: Email: reviews of events')
  await waitFor(() => expect(toasts).toEqual(['The job will be tried again']))
  expect(sent).toMatchObject([{ path: '/jobs/j/retry' }])
  await waitFor(() => expect(screen.queryByText('Jobs that failed')).toBeNull())
})

test('what is on for months is folded, and is not called off by one press', async () => {
  await show({ today: [FADO, EXHIBITION] })
  const today = part('Today')
  expect(today.getAllByRole('button', { name: /^Call off/ })).toHaveLength(1)
  expect(today.getByText('On for several days: 1').closest('details')?.open).toBe(false)
})

test('a list of today that becomes empty leaves the dialog in which somebody writes', async () => {
  let today = [FADO]
  const { client } = await show(
    () => ({ ...QUIET, today }),
    () => publishedEvent,
  )
  await press('Set state: “Fado”')
  const note = await screen.findByLabelText<HTMLInputElement>(/^Note/)
  fireEvent.change(note, { target: { value: 'Indoors' } })
  today = []
  await act(() => client.refetchQueries())
  expect(screen.getByLabelText<HTMLInputElement>(/^Note/).value).toBe('Indoors')
})

test('bytes are said in the largest unit that fits', () => {
  expect([1023, 1024, 1.5 * 1024 ** 3].map((bytes) => byteText(bytes, 'en'))).toEqual([
    '1,023 byte',
    '1 kB',
    '1.5 GB',
  ])
})
