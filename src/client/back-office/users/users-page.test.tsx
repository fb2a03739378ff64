import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { openDialog } from '@tests/support/open-dialog'
import { collectToasts } from '@tests/support/toasts'
import { expect, test } from 'vitest'
import {
  ADMINISTRATOR_ID,
  desk,
  press,
  refused,
  serve,
} from '@/client/back-office/shared/back-office.fixture'
import type { BackOfficeUser, Person } from '@/contract/back-office/back-office-people'
import { Route as UserRoute } from './user-route'
import { Route } from './users-route'

const open = desk({ '/backoffice/users': Route, '/backoffice/users/$id': UserRoute })
const toasts = collectToasts(({ kind, title }) => [kind, title])

const ana: BackOfficeUser = {
  id: '0b0a5a3e-0000-4000-8000-00000000000a',
  name: 'Ana Ondas',
  email: 'ana@example.com',
  role: 'ADMIN',
  has_second_factor: true,
  created_at: 1_781_517_600,
  updated_at: 1_781_604_000,
}
const rui: BackOfficeUser = {
  id: '0b0a5a3e-0000-4000-8000-00000000000b',
  name: 'Rui Reis',
  email: 'rui@example.com',
  role: 'USER',
  created_at: 1_781_517_600,
  updated_at: 1_781_517_600,
}
const NOTHING: Omit<Person, 'email' | 'user'> = {
  is_registering: false,
  sessions: [],
  events: { total: 0, items: [] },
  messages: [],
  week_mail: null,
  push_subscriptions: [],
  devices: [],
  mails: [],
}
const personOf = (user: BackOfficeUser): Person => ({ ...NOTHING, email: user.email, user })

/** Opens an address; `respond` is the server. Returns the requests, and where one is. */
function renderAt(address: string, respond: (path: string) => unknown) {
  const requests: string[] = []
  serve(({ method, path, query, body }) => {
    const search = query.size > 0 ? `?${decodeURIComponent(query.toString())}` : ''
    requests.push(`${method} ${path}${search} ${JSON.stringify(body) ?? ''}`.trim())
    if (path === '/addresses') return { items: [{ email: 'joao@example.com' }] }
    return path.endsWith('/organiser') ? { organiser: null } : respond(path)
  })
  return { requests, history: open(address) }
}

const renderPerson = (user: BackOfficeUser, respond: () => unknown = () => ({})) =>
  renderAt(`/backoffice/users/${user.id}`, (path) => (path === '/person' ? personOf(user) : respond()))
const cells = (name: string) => screen.getByText(name).closest('tr')?.textContent

test('users are listed with role and second factor; details are a link away', async () => {
  const suspended = { ...rui, suspended_at: 1_781_604_000 }
  renderAt('/backoffice/users', () => ({ items: [ana, suspended], has_more: false }))
  const link = await screen.findByRole('link', { name: 'Details of Ana Ondas' })
  expect(link.getAttribute('href')).toBe(`/backoffice/users/${ana.id}`)
  expect(cells('Ana Ondas')).toContain('AdministratorSecond factor')
  expect(cells('Rui Reis')).toContain('UserSuspended')
  expect(screen.getAllByText('Mon, Jun 15, 2026 11:00 AM')).toHaveLength(2)
})

const search = async (value: string) => {
  fireEvent.change(screen.getByLabelText('Name, email or ID'), { target: { value } })
  await press('Search')
}

test('the search is in the address, finds addresses without an account, and names an ID that is none', async () => {
  const { requests, history } = renderAt('/backoffice/users', () => ({ items: [], has_more: false }))
  expect(await screen.findByRole('heading', { name: 'No users found' })).toBeDefined()
  await search(ana.id.replace('a5a', 'a5z'))
  await screen.findByText('Please enter a valid User ID (UUID format)')
  await search(' joão ')
  await waitFor(() => expect(decodeURIComponent(history.location.search)).toBe('?search=joão'))
  const link = await screen.findByRole('link', { name: /joao/ })
  expect(link.getAttribute('href')).toBe('/backoffice/users/joao%40example.com')
  await waitFor(() => expect(requests).toContain('GET /users?page=1&per_page=20&search=joão'))
  await press('Clear search')
  await waitFor(() => expect(history.location.search).toBe(''))
})

test('a person without an account is shown with what their address left', async () => {
  const item = {
    id: 'e',
    title: 'Fado at the harbour',
    status: 'ON_REVIEW' as const,
    created_at: 1_781_517_600,
  }
  const person: Person = {
    ...NOTHING,
    email: 'joao@example.com',
    user: null,
    events: { total: 7, items: [item] },
    messages: [
      { id: 'm', topic: 'Other', message: 'Where is it?', is_done: true, created_at: 1_781_517_600 },
    ],
    week_mail: { id: 'w', locale: 'pt', tag_keys: ['surf'], confirmed_at: 1_781_517_600 },
    mails: [{ id: 'j', template: 'submission-received', state: 'failed', at: 1_781_517_600 }],
  }
  const { requests } = renderAt('/backoffice/users/joao%40example.com', () => person)
  expect(await screen.findByRole('heading', { level: 1, name: 'joao@example.com' })).toBeDefined()
  expect(requests).toContain('GET /person?who=joao@example.com')
  expect(screen.getByRole('link', { name: 'Fado at the harbour' })).toBeDefined()
  const all = screen.getByRole('link', { name: 'View all events of joao@example.com' })
  expect(all.getAttribute('href')).toBe('/backoffice/events?person=joao%40example.com')
  for (const text of ['Where is it?', 'Done', 'surf', 'Failed']) expect(screen.getByText(text)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull()
  await press('Unsubscribe')
  await press('Unsubscribe', within(await openDialog('alertdialog')))
  await waitFor(() => expect(requests).toContain('DELETE /week-subscribers/w'))
})

test.each([
  [rui, 'Make administrator', 'PUT role {"role":"ADMIN"}', 'Rui Reis is now an administrator'],
  [ana, 'Remove administrator role', 'PUT role {"role":"USER"}', 'Ana Ondas is no longer an administrator'],
  [rui, 'Suspend', 'POST suspend', 'Rui Reis is suspended'],
  [{ ...rui, suspended_at: 1_700_000_000 }, 'Reinstate', 'POST reinstate', 'Rui Reis is reinstated'],
  [rui, 'Send a password reset', 'POST password-reset', 'The link is on its way'],
  [ana, 'Reset second factor', 'POST second-factor/reset {}', 'The second factor is reset'],
] as const)(
  '%o: "%s" asks first, names the person, and says that it is done',
  async (user, button, request, done) => {
    const { requests } = renderPerson(user, () => user)
    await press(button)
    const dialog = await openDialog('alertdialog')
    expect(dialog.textContent).toContain(user.email)
    expect(requests.filter((one) => !one.startsWith('GET'))).toEqual([])
    await press(button, within(dialog))
    await waitFor(() => expect(toasts).toEqual([['success', done]]))
    const [method = '', path = '', body = ''] = request.split(' ')
    expect(requests).toContain(`${method} /users/${user.id}/${path} ${body}`.trim())
  },
)

test('a refusal is said', async () => {
  renderPerson(rui, () => refused('CONFLICT'))
  await press('Suspend')
  await press('Suspend', within(await openDialog('alertdialog')))
  await waitFor(() => expect(toasts).toEqual([['error', 'Failed: Suspend']]))
})

test('nobody demotes or suspends themselves', async () => {
  renderPerson({ ...ana, id: ADMINISTRATOR_ID })
  expect(await screen.findByText(/only another administrator can demote or suspend it/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Sign-in security' }).getAttribute('href')).toBe(
    '/backoffice/security',
  )
  for (const name of ['Suspend', 'Remove administrator role', 'Reset second factor', 'Erase'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('erasing asks once with the address and what stays, and leads back to the list', async () => {
  const { requests, history } = renderPerson(rui)
  await press('Erase')
  const dialog = await openDialog('alertdialog')
  expect(dialog.textContent).toContain('Erase: rui@example.com?')
  expect(dialog.textContent).toContain('Published events stay')
  await press('Erase', within(dialog))
  await waitFor(() => expect(history.location.pathname).toBe('/backoffice/users'))
  expect(requests).toContain(`POST /person/erase {"who":"${rui.id}"}`)
})

test('nobody with this id is said, with the way back', async () => {
  renderAt(`/backoffice/users/${ana.id}`, () => refused('NOT_FOUND'))
  expect(await screen.findByRole('heading', { name: 'User not found' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to users' }).getAttribute('href')).toBe('/backoffice/users')
})
