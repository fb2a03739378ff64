import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { pageOf } from '@tests/support/page-of'
import { QueryProvider } from '@tests/support/query-provider'
import { collectToasts } from '@tests/support/toasts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import type { ImportReading, ImportRow, ImportSource } from '@/contract/back-office/import'
import { Route } from './import-route'

const ImportPage = pageOf(Route)
const toasts = collectToasts(({ title, description }) => [title, description])

const DEFAULTS = {
  location_name: 'Ericeira',
  latitude: 38.96,
  longitude: -9.41,
  tag_keys: ['music'],
  email: '',
}
const CLUB: ImportSource = {
  id: 'c',
  name: 'Surf Club',
  url: 'https://club.example/events.ics',
  is_nightly: true,
  read_at: 1_790_000_000,
  findings: { added: 1, changed: 2, unsure: 1, unreadable: 0, vanished: 0 },
  is_news: true,
  events: 40,
  on_review: 7,
  defaults: DEFAULTS,
}
const TABLE: ImportSource = {
  id: 't',
  name: 'Library',
  is_nightly: false,
  is_news: false,
  events: 3,
  on_review: 0,
  defaults: DEFAULTS,
}

/** A Friday of December 2099, 21:00 in the village. */
const FRIDAY = Date.UTC(2099, 11, 4, 21) / 1000
const evening = (day = 0) => ({
  start_time: FRIDAY + day * 86_400,
  end_time: FRIDAY + day * 86_400 + 7200,
  is_all_day: false,
})
const row = (uid: string, changes: Partial<ImportRow> = {}): ImportRow => ({
  uid,
  state: 'new',
  title: `Event ${uid}`,
  dates: { items: [evening()], count: 1 },
  location_name: 'Praia do Sul',
  is_ticked: true,
  notes: [],
  ...changes,
})
const reading = (items: ImportRow[], changes: Partial<ImportReading> = {}): ImportReading => ({
  source_id: 'c',
  is_new: false,
  name: 'Surf Club',
  file: 'QkVHSU4=',
  items,
  left_out: 0,
  vanished: [],
  ...changes,
})

type Respond = (sent: { method: string; path: string; body: unknown }) => unknown

/** The page over these calendars; `respond` gives the data of a reply, or a whole response. */
async function open(sources: ImportSource[], respond: Respond = () => ({})) {
  const sent: { method: string; path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = new URL(url, 'http://localhost').pathname.replace('/api/v1/backoffice/imports', '')
    if (method === 'GET' && path === '') return Response.json({ data: { items: sources } })
    if (!url.includes('/backoffice/imports')) throw new TypeError('Failed to fetch')
    const request = { method, path, body: JSON.parse(String(body)) as unknown }
    sent.push(request)
    const reply = await respond(request)
    return reply instanceof Response ? reply : Response.json({ data: reply })
  })
  render(await inRouter(<ImportPage />), { wrapper: QueryProvider })
  await screen.findByRole('heading', { level: 1, name: 'Import events' })
  return sent
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => fireEvent.click(await button(name))
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const tick = (title: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Import “${title}”` })

/** The rows of the Surf Club's calendar, read again. */
async function readAgain(read: ImportReading, reply: unknown = {}) {
  const sent = await open([CLUB], ({ path }) => (path === '/preview' ? read : reply))
  await press('Read again: “Surf Club”')
  await screen.findByRole('heading', { level: 1, name: 'What will happen' })
  return sent
}

/** The form of a new calendar, with one tag. */
async function openForm(respond: Respond) {
  const sent = await open([], respond)
  await press('New calendar')
  // The list comes with Ark's part of the combobox.
  await waitFor(() => expect(tags().getAttribute('data-part')).toBe('input'))
  fireEvent.click(tags())
  fireEvent.click(await screen.findByRole('option', { name: 'Music' }))
  return sent
}
const tags = () => screen.getByRole('combobox', { name: 'Tags' })
const address = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Address/ })
const chooseFile = (name: string) =>
  fireEvent.change(screen.getByLabelText(/ICS or CSV file/), { target: { files: [new File(['x'], name)] } })

beforeEach(signInAdministrator)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the calendars stand first, each with what its last reading found and with what of it waits for a review', async () => {
  await open([CLUB, TABLE])
  const club = await rowOf(/Surf Club/)
  expect(club.getByText('New: 1')).toBeTruthy()
  expect(club.getByText('Changed: 2')).toBeTruthy()
  expect(club.getByText('To be checked: 1')).toBeTruthy()
  expect(club.getByRole('link', { name: /on review/ }).getAttribute('href')).toBe(
    '/backoffice/events?source=c',
  )
  expect((await rowOf(/Library/)).getByRole('button', { name: 'Read newer file: “Library”' })).toBeTruthy()
})

test('a calendar that cannot be read says why, also when there is no connection', async () => {
  const replies: (() => unknown)[] = [
    () => ({ trouble: 'cut_off' }),
    () => Promise.reject(new TypeError('Failed to fetch')),
  ]
  await open([CLUB], () => replies.shift()?.())
  await press('Read again: “Surf Club”')
  expect((await screen.findByRole('alert')).textContent).toContain('The calendar was cut off')
  await press('Read again: “Surf Club”')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('reach the server'))
})

test('what is new and changed is shown with its weekdays and ticked; the rest is folded behind its count', async () => {
  const sent = await readAgain(
    reading([
      row('1', { dates: { items: [evening(), evening(7)], count: 10 } }),
      row('2', { state: 'changed', event_id: 'e2', status: 'PUBLISHED', notes: ['place_unknown'] }),
      row('3', {
        is_ticked: false,
        perhaps_same_as: { id: 'e3', title: 'Fado night', status: 'PUBLISHED', ...evening() },
      }),
      row('4', { state: 'changed', event_id: 'e4', status: 'PUBLISHED', is_cancelled: true }),
      row('5', { state: 'unreadable', is_ticked: false, reason: 'rule_unsupported' }),
      row('6', { state: 'edited', is_ticked: false, event_id: 'e6' }),
    ]),
    { source_id: 'c', created: 1, updated: 0, unchanged: 0 },
  )
  const first = await rowOf(/Event 1/)
  expect(first.getByText('Fri, Dec 4, 2099, 9:00 PM – 11:00 PM')).toBeTruthy()
  expect(first.getByText('Fri, Dec 11, 2099, 9:00 PM – 11:00 PM')).toBeTruthy()
  expect(first.getByText('+8 more')).toBeTruthy()
  const changed = await rowOf(/Event 2/)
  expect(changed.getByText('Will be updated, stays published')).toBeTruthy()
  expect(changed.getByText(/^Its place is not on our map/)).toBeTruthy()
  const doubtful = await rowOf(/Event 3/)
  expect(doubtful.getByRole('link', { name: 'Fado night' }).getAttribute('href')).toBe(
    '/backoffice/events/e3',
  )
  expect(tick('Event 3').checked).toBe(false)
  expect(screen.queryByText('Event 5')).toBeNull()
  await press('Unreadable: 1')
  expect((await rowOf(/Event 5/)).getByText(/repeats in a way/)).toBeTruthy()
  await press('Edited here: 1')
  expect((await rowOf(/Event 6/)).queryByRole('checkbox')).toBeNull()

  expect(await button('Import 1 new, update 1, mark 1 as cancelled')).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all but the doubtful ones' }))
  fireEvent.click(tick('Event 3'))
  await press('Import 1 new')
  await screen.findByRole('heading', { level: 1, name: 'Import events' })
  expect(toasts).toEqual([['Import finished', '1 new, 0 updated, 0 unchanged.']])
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(sent.at(-1)?.body).toEqual({ source: { id: 'c', name: 'Surf Club', file: 'QkVHSU4=' }, uids: ['3'] })
})

test('an import that fails leaves the rows and what was ticked', async () => {
  const refused = { error: { code: 'UNAVAILABLE', message: 'Later.' } }
  await readAgain(reading([row('1'), row('2')]), Response.json(refused, { status: 503 }))
  fireEvent.click(tick('Event 1'))
  await press('Import 1 new')
  await waitFor(() => expect(toasts).toMatchObject([['Import failed', expect.anything()]]))
  expect(tick('Event 1').checked).toBe(false)
  expect(await button('Import 1 new')).toBeTruthy()
})

test('a calendar that has lost some of its events names them', async () => {
  const gone = { id: 'e9', title: 'Baile', status: 'PUBLISHED' as const, ...evening() }
  await readAgain(reading([], { vanished: [gone] }))
  expect(screen.getByRole('link', { name: 'Baile' }).getAttribute('href')).toBe('/backoffice/events/e9')
  expect(screen.queryByRole('button', { name: /Import|Save/ })).toBeNull()
})

test('a new calendar needs an address and a tag; what is wrong with it is said, and nothing is lost', async () => {
  const replies = [{ trouble: 'web_page' }, reading([row('1')], { is_new: true })]
  const sent = await openForm(() => replies.shift())
  await press('Continue')
  await waitFor(() => expect(document.activeElement).toBe(address()))
  type(address(), 'https://club.example/')
  await press('Continue')
  await screen.findByText(/This is a web page/)
  type(address(), 'https://club.example/events.ics')
  await waitFor(() => expect(screen.queryByText(/This is a web page/)).toBeNull())
  await press('Continue')
  await screen.findByText('Event 1')
  await press('Back')
  expect(address().value).toBe('https://club.example/events.ics')
  await press('Continue')
  expect(sent[1]?.body).toMatchObject({
    source: { url: 'https://club.example/events.ics' },
    defaults: { tag_keys: ['music'], location_name: 'Ericeira' },
  })
})

test('the columns of a new table are chosen before its events are shown, the title and the first day at least', async () => {
  const headings = ['Titre', 'Jour'].map((heading) => ({ heading, sample: `${heading} 1` }))
  const replies = [
    reading([], { is_new: true, headings, columns: { start_date: 'Jour' } }),
    reading([row('1')], {
      is_new: true,
      headings,
      columns: { title: 'Titre', start_date: 'Jour' },
    }),
  ]
  const sent = await openForm(() => replies.shift())
  chooseFile('programme.csv')
  await press('Continue')
  const title = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Title' })
  await press('Continue')
  expect(document.activeElement).toBe(title)
  expect(sent).toHaveLength(1)
  type(title, 'Titre')
  await press('Continue')
  expect(await screen.findByText('Event 1')).toBeTruthy()
  expect(sent[1]?.body).toMatchObject({ columns: { title: 'Titre', start_date: 'Jour' } })
})

test('a calendar whose tag is gone is edited; the server’s problem is said at its field', async () => {
  const problem = { path: 'url', code: 'invalid', message: 'No' }
  const sent = await open([{ ...CLUB, defaults: { ...DEFAULTS, tag_keys: ['gone', 'music'] } }], ({ path }) =>
    path === '/preview'
      ? { trouble: 'tag_gone' }
      : Response.json(
          { error: { code: 'VALIDATION_FAILED', message: 'No', fields: [problem] } },
          { status: 422 },
        ),
  )
  await press('Read again: “Surf Club”')
  await screen.findByRole('heading', { level: 1, name: 'Edit calendar' })
  expect(screen.getByText(/Choose the tags again/)).toBeTruthy()
  type(address(), 'https://club.example/other.ics')
  await press('Save')
  await waitFor(() => expect(address().getAttribute('aria-invalid')).toBe('true'))
  expect(sent.at(-1)).toMatchObject({
    method: 'PUT',
    path: '/c',
    body: {
      name: 'Surf Club',
      url: 'https://club.example/other.ics',
      is_nightly: true,
      defaults: { tag_keys: ['music'] },
    },
  })
})
