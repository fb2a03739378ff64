import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { QueryProvider } from '@tests/support/query-provider'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { desk, refused, serve } from '@/client/back-office/shared/back-office.fixture'
import { useCommandKey } from '@/client/back-office/shared/shortcut-keys'
import { deferred } from '@/offline/platform/deferred'
import { CommandDialog } from './command-dialog'

desk({})

const SARA = {
  id: 'u',
  name: 'Surfer Sara',
  email: 'sara@example.com',
  role: 'USER',
  created_at: 1,
  updated_at: 1,
}
const FOUND = { items: [SARA], has_more: false }
const SURF = { id: 't', key: 'surf', name: 'Surf', names: { en: 'Surf' }, count: 2 }

const requests: string[] = []
let replyToEvents: () => unknown
let replyToUsers: () => unknown
beforeEach(() => {
  requests.length = 0
  replyToEvents = () => ({ items: [], has_more: false })
  replyToUsers = () => FOUND
  serve(({ path, query }) => {
    requests.push(`${path}?${query.toString()}`)
    if (path === '/events') return replyToEvents()
    if (path === '/users') return replyToUsers()
    return { items: path === '/addresses' ? [] : [SURF] }
  })
})

function Page() {
  const [isOpen, setOpen] = useState(false)
  useCommandKey(() => setOpen(true))
  return (
    <>
      <input aria-label="Elsewhere" />
      {isOpen ? <CommandDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

async function open() {
  render(await inRouter(<Page />), { wrapper: QueryProvider })
  fireEvent.keyDown(await screen.findByLabelText('Elsewhere'), { key: 'k', ctrlKey: true })
  return screen.findByRole('combobox', { name: 'Event, person, tag or page' })
}

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('shows all pages until something is typed, also where the key was pressed in a field', async () => {
  await open()
  expect(options()).toContain('Activity log')
  expect(options()).toContain('Import')
  expect(requests).toEqual([])
})

test('finds people and tags beside pages, in groups with names', async () => {
  const field = await open()
  fireEvent.change(field, { target: { value: 'surf' } })
  const people = await screen.findByRole('group', { name: 'People' })
  expect(within(people).getByRole('option').textContent).toBe('Surfer Sarasara@example.com')
  const tags = await screen.findByRole('group', { name: 'Tags' })
  expect(within(tags).getByRole('option').textContent).toBe('Surfsurf')
  expect(screen.queryByRole('group', { name: 'Pages' })).toBeNull()
  expect(requests).toContain('/users?search=surf&page=1&per_page=5')
})

test('Enter pressed while a text is searched for leads to what is found first', async () => {
  const { promise, resolve } = deferred<unknown>()
  replyToUsers = () => promise
  const field = await open()
  await type(field, 'surfer')
  fireEvent.keyDown(field, { key: 'Enter' })
  await vi.waitFor(() => expect(requests).toContain('/users?search=surfer&page=1&per_page=5'))
  expect(screen.getByRole('combobox')).toBe(field)
  resolve(FOUND)
  await vi.waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})

test('says at once that the search failed, and still leads to pages', async () => {
  replyToEvents = () => refused('INTERNAL_ERROR')
  const field = await open()
  fireEvent.change(field, { target: { value: 'act' } })
  const status = await screen.findByRole('status')
  await vi.waitFor(() => expect(status.textContent).toContain('The search failed'))
  expect(requests.filter((path) => path.startsWith('/events?'))).toHaveLength(1)
  expect(options()).toContain('Activity log')
})

/** Types, and lets the field tell of it: before the pause after which the server is asked. */
const type = (field: HTMLElement, value: string) =>
  act(async () => {
    fireEvent.change(field, { target: { value } })
  })

const isDisabled = () =>
  screen.getByRole('option', { name: /Surfer Sara/ }).getAttribute('aria-disabled') === 'true'

test('what was found for the previous text cannot be chosen while the next one is searched for', async () => {
  const field = await open()
  await type(field, 'sara')
  await screen.findByRole('option', { name: /Surfer Sara/ })
  await vi.waitFor(() => expect(isDisabled()).toBe(false))
  replyToUsers = () => new Promise(() => undefined)
  await type(field, 'sarah')
  expect(isDisabled()).toBe(true)
})
