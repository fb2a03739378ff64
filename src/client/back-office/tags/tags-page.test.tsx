import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { openDialog } from '@tests/support/open-dialog'
import { collectToasts } from '@tests/support/toasts'
import { expect, test } from 'vitest'
import { desk, press, refused, serve } from '@/client/back-office/shared/back-office.fixture'
import type { CountedTag } from '@/contract/back-office/back-office-tags'
import { deferred } from '@/offline/platform/deferred'
import { Route } from './tags-route'

const openDesk = desk({ '/backoffice/tags': Route })
const toasts = collectToasts(({ title }) => title)

const MUSIC = { id: 'a', key: 'music', name: 'Music', count: 3, only_count: 2 }
const GIGS = { id: 'b', key: 'gigs', name: 'Gigs', count: 1, only_count: 0 }

/** Opens the page over these tags; `reply` is the server's to a write. */
function open(tags: CountedTag[], reply: () => unknown = () => ({})) {
  const sent = serve(({ method }) => (method === 'GET' ? { items: tags } : reply()))
  openDesk('/backoffice/tags')
  return sent
}

const textbox = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(textbox(name), { target: { value } })
const searchFor = async (value: string) =>
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Search tags' }), { target: { value } })
const summary = (sent: ReturnType<typeof open>) =>
  sent.map(({ method, path, body }) => [method, path.replace('/events/tags', ''), body])

test('a search finds by name and key, says how many, and says so when there is none', async () => {
  open([MUSIC, GIGS])
  await searchFor('gig')
  expect(screen.queryByText('Music')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('1 tag')
  await searchFor('yoga')
  screen.getByRole('heading', { name: 'No tag matches “yoga”' })
})

test('without a tag the page offers to create the first, whose key follows the name until it is typed', async () => {
  const sent = open([], () => ({ id: 'c', key: 'live', name: 'Live!' }))
  await screen.findByRole('heading', { name: 'No tags found' })
  await press('Create Tag')
  const dialog = await openDialog('dialog')
  type('Name', 'Live música')
  expect(textbox('Key').value).toBe('live-musica')
  type('Key', 'live')
  type('Name', 'Live!')
  expect(textbox('Key').value).toBe('live')
  await press('Create Tag', within(dialog))
  await waitFor(() => expect(toasts).toEqual(['Tag created successfully']))
  expect(summary(sent)).toEqual([['POST', '', { key: 'live', name: 'Live!', names: {} }]])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a key or a name that is taken is said at its field; what was typed stays', async () => {
  const problems = [
    { path: 'key', code: 'tag_key_taken' },
    { path: 'names.pt', code: 'tag_name_taken' },
  ]
  open([MUSIC], () => refused('VALIDATION_FAILED', problems))
  await press('Create Tag')
  const dialog = await openDialog('dialog')
  type('Name', 'Music')
  type('Name in Portuguese', 'Música')
  await press('Create Tag', within(dialog))
  await within(dialog).findByText('A tag with this key already exists')
  within(dialog).getByText('Another tag already has this name')
  expect([textbox('Key').value, textbox('Key').getAttribute('aria-invalid')]).toEqual(['music', 'true'])
  expect(toasts).toEqual([])
})

test('while a tag is being sent its dialog stays, with the focus, and takes no input', async () => {
  const { promise, resolve } = deferred<unknown>()
  const sent = open([MUSIC], () => promise)
  await press('Edit “Music”')
  const dialog = await openDialog('dialog')
  type('Name', 'Concerts')
  await press('Save', within(dialog))
  await waitFor(() => expect(sent).toHaveLength(1))
  await press('Cancel', within(dialog))
  textbox('Name').focus()
  type('Name', 'Concerts and more')
  expect([textbox('Name').value, document.activeElement]).toEqual(['Concerts', textbox('Name')])
  resolve({ id: 'a', key: 'music', name: 'Concerts' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a tag has a name in each language: the table shows them, a search finds them, an edit changes them', async () => {
  const sent = open([{ ...MUSIC, names: { en: 'Music', pt: 'Música' } }, GIGS])
  const row = (await screen.findByText('Música')).closest('tr')
  expect(row?.textContent).toMatch(/MusicMúsica/)
  await searchFor('musica')
  expect(screen.queryByText('Gigs')).toBeNull()
  await press('Edit “Music”')
  const dialog = await openDialog('dialog')
  expect([textbox('Name').value, textbox('Key').readOnly]).toEqual(['Music', true])
  type('Name in Portuguese', 'Concertos')
  await press('Save', within(dialog))
  await waitFor(() =>
    expect(summary(sent)).toEqual([['PUT', '/a', { name: 'Music', names: { pt: 'Concertos' } }]]),
  )
})

test.each([
  ['Delete “Music”', 'Tag instead', 'Delete', 'b', 'Tag deleted successfully', '/a/merge'],
  ['Merge “Gigs” into another tag', 'Keep this tag', 'Merge', 'a', 'Tags merged successfully', '/b/merge'],
])('%s asks for a tag that takes its events', async (button, label, submit, into, done, path) => {
  const sent = open([MUSIC, GIGS], () => ({ ...MUSIC, count: 4 }))
  await press(button)
  const dialog = await openDialog('dialog')
  const choice = within(dialog).getByRole<HTMLSelectElement>('combobox', { name: label })
  expect(choice.options).toHaveLength(2)
  await press(submit, within(dialog))
  await waitFor(() => expect(choice.getAttribute('aria-invalid')).toBe('true'))
  fireEvent.change(choice, { target: { value: into } })
  await press(submit, within(dialog))
  await waitFor(() => expect(toasts).toEqual([done]))
  expect(summary(sent)).toEqual([['POST', path, { into_id: into }]])
})

test('a deletion says how many events lose the tag; a failure leaves the dialog open', async () => {
  const sent = open([MUSIC, GIGS], () => refused('UNAVAILABLE'))
  await press('Delete “Gigs”')
  const dialog = await openDialog('alertdialog')
  expect(dialog.textContent).toContain('1 event has this tag and others, and will lose this one.')
  expect(sent).toEqual([])
  await press('Delete', within(dialog))
  await waitFor(() => expect(toasts).toEqual(['Failed to delete tag']))
  screen.getByRole('alertdialog')
})
