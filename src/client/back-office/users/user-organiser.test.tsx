import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { openDialog } from '@tests/support/open-dialog'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { BackOfficeOrganiser } from '@/contract/back-office/back-office-people'
import { drafts, removeDrafts, signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import { UserOrganiser } from './user-organiser'

vi.mock('@/client/shared/photos/prepare-photo', () => ({
  preparePhoto: async () => ({ photo: { bytes: new ArrayBuffer(8), type: 'image/png', name: 'club.png' } }),
}))

beforeAll(signInAdministrator)
afterEach(() => {
  cleanup()
  removeDrafts()
  vi.unstubAllGlobals()
})

const rui = {
  id: '0b0a5a3e-0000-4000-8000-00000000000b',
  name: 'Rui Reis',
  email: 'rui@example.com',
  role: 'USER' as const,
  created_at: 1_700_000_000,
  updated_at: 1_700_000_000,
}
const CLUB: BackOfficeOrganiser = {
  slug: 'clube',
  name: 'Clube',
  texts: { pt: 'Olá' },
  links: [],
  photo: 'https://guide.test/photos/abc-full.jpg',
  thumbnail: 'https://guide.test/photos/abc-400.webp',
  revision: 3,
}

/** Renders the mark of an account, and what is sent when it is changed; the server then has what `after` says. */
function renderMark(before: BackOfficeOrganiser | null, after: BackOfficeOrganiser | null) {
  const sent: [string | undefined, unknown][] = []
  let stored = before
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    if ((init.method ?? 'GET') === 'GET') return Response.json({ data: { organiser: stored } })
    sent.push([init.method, init.body === undefined ? undefined : JSON.parse(String(init.body))])
    stored = after
    return Response.json({ data: after ?? {} })
  })
  render(<UserOrganiser user={rui} />, { wrapper: QueryProvider })
  return sent
}

const press = (name: string, within_: Pick<typeof screen, 'getByRole'> = screen) =>
  fireEvent.click(within_.getByRole('button', { name }))
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('an account is marked under its own name, with links completed and empty fields left out', async () => {
  const sent = renderMark(null, CLUB)
  fireEvent.click(await screen.findByRole('button', { name: 'Mark as organiser' }))
  await openDialog('dialog')
  type(/Text in English/, 'We teach.')
  type(/Instagram/, '@clube')
  press('Save')
  await screen.findByRole('link', { name: 'Public page' })
  expect(sent).toEqual([
    [
      'PUT',
      {
        name: 'Rui Reis',
        texts: { en: 'We teach.' },
        links: [{ type: 'instagram', data: 'https://instagram.com/clube' }],
      },
    ],
  ])
})

test('an edit names the revision that was opened, and says at its field what is wrong', async () => {
  const sent = renderMark(CLUB, { ...CLUB, name: 'Clube Novo', revision: 4 })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit page' }))
  await openDialog('dialog')
  type(/^Name/, 'Cl')
  press('Save')
  await waitFor(() => expect(screen.getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true'))
  expect(sent).toEqual([])
  type(/^Name/, 'Clube Novo')
  press('Save')
  await screen.findByText('Clube Novo')
  expect(sent).toEqual([['PUT', { name: 'Clube Novo', texts: { pt: 'Olá' }, links: [], revision: 3 }]])
})

test('the mark is taken away after a question that names the organiser', async () => {
  const sent = renderMark(CLUB, null)
  fireEvent.click(await screen.findByRole('button', { name: 'Unmark as organiser' }))
  const dialog = await openDialog('alertdialog')
  expect(dialog.textContent).toContain('Clube')
  press('Unmark as organiser', within(dialog))
  await screen.findByRole('button', { name: 'Mark as organiser' })
  expect(sent).toEqual([['DELETE', undefined]])
})

async function openPage() {
  fireEvent.click(await screen.findByRole('button', { name: 'Edit page' }))
  await openDialog('dialog')
}

/** A server that knows revisions; what another administrator stores meanwhile is `by`. */
async function editAgainst(by: Partial<BackOfficeOrganiser>) {
  const sent: unknown[] = []
  let stored = CLUB
  vi.stubGlobal('fetch', async (_: string, init: RequestInit = {}) => {
    if ((init.method ?? 'GET') === 'GET') return Response.json({ data: { organiser: stored } })
    const body = JSON.parse(String(init.body)) as BackOfficeOrganiser
    sent.push(body.revision)
    if (body.revision !== stored.revision)
      return Response.json({ error: { code: 'CONFLICT', message: '' } }, { status: 409 })
    stored = { ...stored, ...body, revision: stored.revision + 1 }
    return Response.json({ data: stored })
  })
  render(<UserOrganiser user={rui} />, { wrapper: QueryProvider })
  await openPage()
  type(/^Name/, 'Clube Novo')
  stored = { ...CLUB, ...by, revision: 4 }
  return sent
}

test('who was second sees what the other wrote, and saves over it knowingly', async () => {
  const sent = await editAgainst({ name: 'Clube Velho' })
  press('Save')
  await screen.findByText(/Name: Clube Velho/)
  // A press is ignored until the first call has ended.
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Use mine' }).getAttribute('aria-busy')).toBeNull(),
  )
  press('Use mine')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('Clube Novo')
  expect(sent).toEqual([3, 4])
})

const nameField = () => screen.getByLabelText<HTMLInputElement>(/^Name/)

test('what was typed survives Escape and a session that ends, over the page that it was typed over', async () => {
  const sent = await editAgainst({ name: 'Clube Velho' })
  fireEvent.keyDown(nameField(), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openPage()
  await waitFor(() => expect(nameField().value).toBe('Clube Novo'))
  // The layout takes the page away when the session is over.
  cleanup()
  render(<UserOrganiser user={rui} />, { wrapper: QueryProvider })
  await openPage()
  await screen.findByText(/What you’d typed here/)
  expect(nameField().value).toBe('Clube Novo')
  await waitFor(() => expect(document.activeElement).toBe(nameField()))
  press('Save')
  await screen.findByText(/Name: Clube Velho/)
  expect(sent).toEqual([3])
})

test('a draft that is discarded or saved is not there again, and the focus stays in the form', async () => {
  await editAgainst({})
  cleanup()
  render(<UserOrganiser user={rui} />, { wrapper: QueryProvider })
  await openPage()
  fireEvent.click(await screen.findByRole('button', { name: 'Discard draft' }))
  await waitFor(() => expect(nameField().value).toBe('Clube'))
  expect(document.activeElement).toBe(nameField())
  type(/^Name/, 'Clube Novo')
  press('Save')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openPage()
  expect(screen.queryByText(/What you’d typed here/)).toBeNull()
  expect(drafts()).toEqual([])
})

async function openAgain() {
  fireEvent.keyDown(nameField(), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openPage()
}

async function choosePhoto() {
  const file = document.querySelector('input[type=file]') as HTMLInputElement
  fireEvent.change(file, { target: { files: [new File(['photo'], 'club.png', { type: 'image/png' })] } })
  await screen.findByText(/club\.png/)
}

const removal = () => screen.queryByRole('button', { name: 'Remove photo' })

test('a photo that was chosen, or removed, is so when the page is opened again, until the draft is discarded', async () => {
  renderMark(CLUB, CLUB)
  await openPage()
  await choosePhoto()
  await openAgain()
  await screen.findByText(/What you’d typed here/)
  await screen.findByText(/club\.png/)
  press('Discard draft')
  await waitFor(() => expect(screen.queryByText(/club\.png/)).toBeNull())
  press('Remove photo')
  expect(removal()).toBeNull()
  await openAgain()
  await screen.findByText(/What you’d typed here/)
  expect(removal()).toBeNull()
  press('Discard draft')
  await waitFor(() => expect(removal()).not.toBeNull())
})
