import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { openDialog } from '@tests/support/open-dialog'
import { QueryProvider } from '@tests/support/query-provider'
import { expect, test, vi } from 'vitest'
import { desk, drafts, press, refused, serve } from '@/client/back-office/shared/back-office.fixture'
import type { BackOfficeOrganiser } from '@/contract/back-office/back-office-people'
import { UserOrganiser } from './user-organiser'

vi.mock('@/client/shared/photos/prepare-photo', () => ({
  preparePhoto: async () => ({ photo: { bytes: new ArrayBuffer(8), type: 'image/png', name: 'club.png' } }),
}))

desk({})

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

/** The mark of an account, on a server that knows revisions. `meanwhile` stores what another administrator has written. */
function show(organiser: BackOfficeOrganiser | null) {
  let stored = organiser
  const sent = serve(({ method, body }) => {
    if (method === 'GET') return { organiser: stored }
    if (method === 'DELETE') stored = null
    else {
      const { revision, ...write } = body as BackOfficeOrganiser
      if (revision !== stored?.revision) return refused('CONFLICT')
      stored = { ...CLUB, ...write, revision: (revision ?? 0) + 1 }
    }
    return stored ?? {}
  })
  render(<UserOrganiser user={rui} />, { wrapper: QueryProvider })
  return {
    sent,
    meanwhile: (by: Partial<BackOfficeOrganiser>) => (stored = { ...CLUB, ...by, revision: 4 }),
  }
}

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const nameField = () => screen.getByLabelText<HTMLInputElement>(/^Name/)
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const revisions = (sent: ReturnType<typeof serve>) =>
  sent.map(({ body }) => (body as BackOfficeOrganiser).revision)

async function openPage(button = 'Edit page') {
  await press(button)
  await openDialog('dialog')
}

async function openAgain() {
  fireEvent.keyDown(nameField(), { key: 'Escape' })
  await isClosed()
  await openPage()
  await screen.findByText(/What you’d typed here/)
}

test('an account is marked under its own name, with links completed and empty fields left out', async () => {
  const { sent } = show(null)
  await openPage('Mark as organiser')
  type(/Text in English/, 'We teach.')
  type(/Instagram/, '@clube')
  await press('Save')
  await screen.findByRole('link', { name: 'Public page' })
  const links = [{ type: 'instagram', data: 'https://instagram.com/clube' }]
  expect(sent[0]?.body).toEqual({ name: 'Rui Reis', texts: { en: 'We teach.' }, links })
})

test('an edit names the revision that was opened, and says at its field what is wrong', async () => {
  const { sent } = show(CLUB)
  await openPage()
  type(/^Name/, 'Cl')
  await press('Save')
  await waitFor(() => expect(nameField().getAttribute('aria-invalid')).toBe('true'))
  expect(sent).toEqual([])
  type(/^Name/, 'Clube Novo')
  await press('Save')
  await screen.findByText('Clube Novo')
  expect(sent[0]?.body).toEqual({ name: 'Clube Novo', texts: { pt: 'Olá' }, links: [], revision: 3 })
})

test('the mark is taken away after a question that names the organiser', async () => {
  const { sent } = show(CLUB)
  await press('Unmark as organiser')
  const dialog = await openDialog('alertdialog')
  expect(dialog.textContent).toContain('Clube')
  await press('Unmark as organiser', within(dialog))
  await screen.findByRole('button', { name: 'Mark as organiser' })
  expect(sent).toMatchObject([{ method: 'DELETE' }])
})

test('who was second sees what the other wrote, and saves over it knowingly', async () => {
  const { sent, meanwhile } = show(CLUB)
  await openPage()
  type(/^Name/, 'Clube Novo')
  meanwhile({ name: 'Clube Velho' })
  await press('Save')
  await screen.findByText(/Name: Clube Velho/)
  // A press is ignored until the first call has ended.
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Use mine' }).getAttribute('aria-busy')).toBeNull(),
  )
  await press('Use mine')
  await isClosed()
  await screen.findByText('Clube Novo')
  expect(revisions(sent)).toEqual([3, 4])
})

test('what was typed survives Escape and a session that ends, over the page that it was typed over', async () => {
  const { sent, meanwhile } = show(CLUB)
  await openPage()
  type(/^Name/, 'Clube Novo')
  meanwhile({ name: 'Clube Velho' })
  await openAgain()
  expect(nameField().value).toBe('Clube Novo')
  // The layout takes the page away when the session is over.
  cleanup()
  render(<UserOrganiser user={rui} />, { wrapper: QueryProvider })
  await openPage()
  await waitFor(() => expect(document.activeElement).toBe(nameField()))
  expect(nameField().value).toBe('Clube Novo')
  await press('Save')
  await screen.findByText(/Name: Clube Velho/)
  expect(revisions(sent)).toEqual([3])
})

test('a draft that is discarded or saved is not there again, and the focus stays in the form', async () => {
  show(CLUB)
  await openPage()
  type(/^Name/, 'Clube Novo')
  await openAgain()
  await press('Discard draft')
  await waitFor(() => expect(nameField().value).toBe('Clube'))
  expect(document.activeElement).toBe(nameField())
  type(/^Name/, 'Clube Novo')
  await press('Save')
  await isClosed()
  await openPage()
  expect(screen.queryByText(/What you’d typed here/)).toBeNull()
  expect(drafts()).toEqual([])
})

test('a photo that was chosen, or removed, is so when the page is opened again, until the draft is discarded', async () => {
  show(CLUB)
  await openPage()
  const file = document.querySelector('input[type=file]') as HTMLInputElement
  fireEvent.change(file, { target: { files: [new File(['photo'], 'club.png', { type: 'image/png' })] } })
  await screen.findByText(/club\.png/)
  await openAgain()
  await screen.findByText(/club\.png/)
  await press('Discard draft')
  await waitFor(() => expect(screen.queryByText(/club\.png/)).toBeNull())
  await press('Remove photo')
  expect(screen.queryByRole('button', { name: 'Remove photo' })).toBeNull()
  await openAgain()
  expect(screen.queryByRole('button', { name: 'Remove photo' })).toBeNull()
  await press('Discard draft')
  await screen.findByRole('button', { name: 'Remove photo' })
})
