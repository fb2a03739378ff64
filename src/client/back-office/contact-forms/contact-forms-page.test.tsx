import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { openDialog } from '@tests/support/open-dialog'
import { collectToasts } from '@tests/support/toasts'
import { expect, test } from 'vitest'
import { desk, press, serve } from '@/client/back-office/shared/back-office.fixture'
import type { ContactForm } from '@/contract/contact-forms'
import { Route } from './contact-forms-route'

const openDesk = desk({ '/backoffice/contact-forms': Route })
const toasts = collectToasts(({ title, action }) => [title, action?.label])

const OPEN: ContactForm = {
  id: '0b0a5a3e-0000-4000-8000-000000000001',
  first_name: 'Rui',
  last_name: 'Reis',
  email: 'rui@example.com',
  topic: 'Urgent Matter',
  message: 'First line\nSecond line',
  locale: 'en',
  created_at: 1_783_000_000,
}
const DONE: ContactForm = { ...OPEN, id: 'b', email: 'ana@example.com', done_at: 1_783_000_100 }

/** A server that has these messages, which come by state, and after the id that the cursor is. */
function open(forms: ContactForm[], search = '') {
  let stored = forms
  const sent = serve(({ method, path, query }) => {
    if (method === 'DELETE') stored = stored.filter(({ id }) => !path.includes(id))
    if (method === 'PUT') stored = stored.map((one) => ({ ...one, done_at: one.created_at }))
    if (method !== 'GET') return stored[0] ?? {}
    const [show, limit] = [query.get('show'), Number(query.get('limit'))]
    const found = stored.filter(
      ({ done_at }) => show === null || (done_at === undefined) === (show === 'open'),
    )
    const start = found.findIndex(({ id }) => id === query.get('after')) + 1
    const items = found.slice(start, start + limit)
    return { items, ...(found.length > start + limit && { next: items.at(-1)?.id }) }
  })
  openDesk(`/backoffice/contact-forms${search}`)
  return sent
}

async function openDetails(): Promise<HTMLElement> {
  await press(/^Details of the message from/)
  return openDialog('dialog')
}

test('what waits for an answer is shown first; the rest on request', async () => {
  open([OPEN, DONE])
  const row = (await screen.findByText('rui@example.com')).closest('tr')
  expect(row?.textContent).toMatch(/Rui Reis.*Urgent Matter.*First line/)
  expect(row?.textContent).not.toContain('Second line')
  expect(screen.queryByText('ana@example.com')).toBeNull()
  fireEvent.change(screen.getByRole('combobox', { name: 'Show' }), { target: { value: 'all' } })
  await screen.findByText('ana@example.com')
  screen.getByText('rui@example.com')
})

test('the details are everything that was sent, markup as text', async () => {
  const hostile = '<img src=x onerror=alert(1)>'
  open([{ ...OPEN, message: hostile, last_name: '<b>Reis</b>' }])
  const dialog = await openDetails()
  for (const text of [OPEN.id, 'Rui <b>Reis</b>', OPEN.email, 'Urgent Matter', hostile])
    expect(dialog.textContent).toContain(text)
  expect(dialog.querySelector('img, b')).toBeNull()
})

test('a reply is a mail to the sender and marks the message as done in one press, which can be undone', async () => {
  const sent = open([OPEN])
  const link = within(await openDetails()).getByRole('link', { name: 'Reply by email' })
  expect(link.getAttribute('href')).toMatch(/^mailto:rui@example\.com\?subject=Re/)
  fireEvent.click(link)
  await waitFor(() => expect(toasts).toEqual([['Submission marked as done.', 'Undo']]))
  await screen.findByRole('heading', { name: 'Nothing is waiting for a reply' })
  expect(sent).toMatchObject([
    { method: 'PUT', path: `/contact-forms/${OPEN.id}/done`, body: { is_done: true } },
  ])
})

test('what is done stays in the list of all, and the focus on its button', async () => {
  open([OPEN], '?show=all')
  const button = await screen.findByRole('button', { name: 'Details of the message from Rui Reis' })
  button.focus()
  await press('Mark as done', within(await openDetails()))
  await waitFor(() => expect(toasts).toEqual([['Submission marked as done.', 'Undo']]))
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('a deletion is confirmed first, and says that it is done; the heading has the focus then', async () => {
  const sent = open([OPEN])
  await press('Delete the message from Rui Reis')
  const dialog = await openDialog('alertdialog')
  expect(sent).toEqual([])
  await press('Delete', within(dialog))
  await waitFor(() => expect(toasts).toEqual([['Submission deleted successfully.', undefined]]))
  expect(sent).toMatchObject([{ method: 'DELETE', path: `/contact-forms/${OPEN.id}` }])
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Contact Forms'))
})

test('a list of hundreds comes page by page', async () => {
  open(Array.from({ length: 45 }, (_, n) => ({ ...OPEN, id: `form-${n}`, email: `p${n}@example.com` })))
  await screen.findByText('p0@example.com')
  expect(screen.queryByText('p20@example.com')).toBeNull()
  await press('Show more')
  await screen.findByText('p20@example.com')
  await press('Show more')
  await screen.findByText('p44@example.com')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})
