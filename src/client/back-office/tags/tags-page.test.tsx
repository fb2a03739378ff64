import { pageOf } from '@tests/support/page-of'
import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { inRouter } from '@tests/support/in-router'
import { openDialog } from '@tests/support/open-dialog'
import { afterEach, expect, test, vi } from 'vitest'
import { collectToasts } from '@tests/support/toasts'
import type { CountedTag } from '@/contract/back-office/back-office-tags'
import { Route } from './tags-route'

const TagsPage = pageOf(Route)

const MUSIC = { id: 'a', key: 'music', name: 'Music', count: 3, only_count: 2 }
const GIGS = { id: 'b', key: 'gigs', name: 'Gigs', count: 1, only_count: 0 }

const toasts = collectToasts(({ title }) => title)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Respond = (sent: { method: string; path: string; body: unknown }) => Response | Promise<Response>

/** The client has the app's own options: a failed call is shown at once. */
async function renderPage(): Promise<void> {
  const client = createQueryClient()
  render(<QueryClientProvider client={client}>{await inRouter(<TagsPage />)}</QueryClientProvider>)
}

/** The page over these tags; `respond` is the server's answer to a write. */
async function open(tags: CountedTag[], respond: Respond = () => Response.json({ data: {} })) {
  const sent: { method: string; path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { method = 'GET', body } = init
    if (method === 'GET') return Response.json({ data: { items: tags } })
    const request = {
      method,
      path: url.replace(/.*\/tags/, ''),
      body: body ? (JSON.parse(String(body)) as unknown) : null,
    }
    sent.push(request)
    return respond(request)
  })
  await renderPage()
  return sent
}

const refused = (fields: { path: string; code: string }[]) =>
  Response.json(
    {
      error: {
        code: 'VALIDATION_FAILED',
        message: 'No',
        fields: fields.map((field) => ({ ...field, message: 'No' })),
      },
    },
    { status: 422 },
  )
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const pressIn = (dialog: HTMLElement, name: string) =>
  fireEvent.click(within(dialog).getByRole('button', { name }))
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })

test('a search finds by name and key, says how many, and says so when there is none', async () => {
  await open([MUSIC, GIGS])
  const search = await screen.findByRole('searchbox', { name: 'Search tags' })
  fireEvent.change(search, { target: { value: 'gig' } })
  expect(screen.queryByText('Music')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('1 tag')
  fireEvent.change(search, { target: { value: 'yoga' } })
  screen.getByRole('heading', { name: 'No tag matches “yoga”' })
})

test('without a tag the page offers to create the first', async () => {
  await open([])
  await screen.findByRole('heading', { name: 'No tags found' })
  expect(screen.getAllByRole('button', { name: 'Create Tag' })).toHaveLength(1)
})

test('the key follows the name until it is typed', async () => {
  const sent = await open([MUSIC], () => Response.json({ data: { id: 'c', key: 'live', name: 'Live!' } }))
  await screen.findByText('Music')
  press('Create Tag')
  const dialog = await openDialog('dialog')
  const key = () => within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Key' }).value
  type('Name', 'Live música')
  expect(key()).toBe('live-musica')
  type('Key', 'live')
  type('Name', 'Live!')
  expect(key()).toBe('live')
  pressIn(dialog, 'Create Tag')
  await waitFor(() => expect(toasts).toEqual(['Tag created successfully']))
  expect(sent).toEqual([{ method: 'POST', path: '', body: { key: 'live', name: 'Live!', names: {} } }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a key or a name that is taken is said at its field; what was typed stays', async () => {
  const problems = [
    { path: 'key', code: 'tag_key_taken' },
    { path: 'names.pt', code: 'tag_name_taken' },
  ]
  await open([MUSIC], () => refused(problems))
  await screen.findByText('Music')
  press('Create Tag')
  const dialog = await openDialog('dialog')
  type('Name', 'Music')
  type('Name in Portuguese', 'Música')
  pressIn(dialog, 'Create Tag')
  await within(dialog).findByText('A tag with this key already exists')
  within(dialog).getByText('Another tag already has this name')
  const key = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Key' })
  expect([key.value, key.getAttribute('aria-invalid')]).toEqual(['music', 'true'])
  expect(toasts).toEqual([])
})

test('while a tag is being sent its dialog stays, with the focus, and takes no input', async () => {
  let response: ((response: Response) => void) | undefined
  const sent = await open([MUSIC], () => new Promise((resolve) => (response = resolve)))
  await screen.findByText('Music')
  press('Edit “Music”')
  const dialog = await openDialog('dialog')
  type('Name', 'Concerts')
  pressIn(dialog, 'Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  pressIn(dialog, 'Cancel')
  screen.getByRole('dialog')
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  name.focus()
  type('Name', 'Concerts and more')
  expect([name.value, document.activeElement]).toEqual(['Concerts', name])
  response?.(Response.json({ data: { id: 'a', key: 'music', name: 'Concerts' } }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a tag has a name in each language: the table shows them, a search finds them, an edit changes them', async () => {
  const both = { ...MUSIC, names: { en: 'Music', pt: 'Música' } }
  const sent = await open([both, GIGS])
  const row = (await screen.findByText('Música')).closest('tr')
  expect(row?.textContent).toMatch(/MusicMúsica/)
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search tags' }), { target: { value: 'musica' } })
  expect(screen.queryByText('Gigs')).toBeNull()
  press('Edit “Music”')
  const dialog = await openDialog('dialog')
  expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Music')
  type('Name in Portuguese', 'Concertos')
  pressIn(dialog, 'Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ name: 'Music', names: { pt: 'Concertos' } })
})

test('a tag that some events have alone is deleted only with what replaces it', async () => {
  const sent = await open([MUSIC, GIGS], () => Response.json({ data: { ...GIGS, count: 4 } }))
  await screen.findByText('Music')
  press('Delete “Music”')
  const dialog = await openDialog('dialog')
  expect(dialog.textContent).toContain('Of the events with this tag (3), 2 have no other.')
  pressIn(dialog, 'Delete')
  const choice = within(dialog).getByRole<HTMLSelectElement>('combobox', { name: 'Tag instead' })
  await waitFor(() => expect(choice.getAttribute('aria-invalid')).toBe('true'))
  fireEvent.change(choice, { target: { value: 'b' } })
  pressIn(dialog, 'Delete')
  await waitFor(() => expect(toasts).toEqual(['Tag deleted successfully']))
  expect(sent).toEqual([{ method: 'POST', path: '/a/merge', body: { into_id: 'b' } }])
})

test('a deletion says how many events lose the tag; a failure leaves the dialog open', async () => {
  const sent = await open([MUSIC, GIGS], () => Response.json({}, { status: 503 }))
  await screen.findByText('Gigs')
  press('Delete “Gigs”')
  const dialog = await openDialog('alertdialog')
  expect(dialog.textContent).toContain('1 event has this tag and others, and will lose this one.')
  expect(sent).toEqual([])
  pressIn(dialog, 'Delete')
  await waitFor(() => expect(toasts).toEqual(['Failed to delete tag']))
  expect(sent).toEqual([{ method: 'DELETE', path: '/b', body: null }])
  screen.getByRole('alertdialog')
})

test('a merge asks which tag stays, and says how many events it has then', async () => {
  const sent = await open([MUSIC, GIGS], () => Response.json({ data: { ...MUSIC, count: 4 } }))
  await screen.findByText('Music')
  press('Merge “Gigs” into another tag')
  const dialog = await openDialog('dialog')
  const choice = within(dialog).getByRole<HTMLSelectElement>('combobox', { name: 'Keep this tag' })
  expect([...choice.options].map(({ text }) => text)).toEqual(['Choose a tag', 'Music (music)'])
  pressIn(dialog, 'Merge')
  await waitFor(() => expect(choice.getAttribute('aria-invalid')).toBe('true'))
  fireEvent.change(choice, { target: { value: 'a' } })
  pressIn(dialog, 'Merge')
  await waitFor(() => expect(toasts).toEqual(['Tags merged successfully']))
  expect(sent).toEqual([{ method: 'POST', path: '/b/merge', body: { into_id: 'a' } }])
})
