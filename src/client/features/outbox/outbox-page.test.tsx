import { pageOf } from '@tests/support/page-of'
import 'fake-indexeddb/auto'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { openDialog } from '@tests/support/open-dialog'
import { eventContent } from '@tests/support/offline/outbox-contents'
import { useOfflineOutbox } from '@tests/support/offline/page-outbox'
import { expect, test, vi } from 'vitest'
import { draftContent } from '@/client/shared/event-form/draft/use-draft'
import { emptyValues } from '@/client/shared/event-form/form-values'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { openOutboxDatabase } from '@/offline/outbox/database'
import { Route } from './outbox-route'

const OutboxPage = pageOf(Route)

useOfflineOutbox()

/** Two entries that did not get through. */
async function openPage() {
  const { outbox } = await loadOfflineClient()
  for (const title of ['Fado', 'Yoga']) {
    const { id } = await outbox.enqueue(eventContent(title))
    await outbox.settled(id, 5000)
  }
  render(await inRouter(<OutboxPage />))
  const row = (await screen.findByRole('heading', { name: 'Fado' })).closest('li')
  return within(row as HTMLElement)
}

/** A browser lets it fall to the body as what had it goes. */
const expectFocusOnHeading = () =>
  vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Outbox'))

test('an entry that is discarded leaves the focus on the page', async () => {
  const fado = await openPage()
  const discard = fado.getByRole('button', { name: 'Discard “Fado”' })
  discard.focus()
  fireEvent.click(discard)
  const dialog = within(await openDialog('alertdialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Discard' }))
  await vi.waitFor(() => expect(screen.queryByRole('heading', { name: 'Fado' })).toBeNull())
  await expectFocusOnHeading()
})

test('what is sent leaves the list, says so, and the focus stays on the page; what is not says why', async () => {
  const fado = await openPage()
  const send = screen.getByRole('button', { name: 'Send now' })
  fireEvent.click(send)
  await screen.findByText('2 are still waiting.')
  expect(fado.getByText(/We couldn’t reach the server\. Next try/)).toBeDefined()
  vi.stubGlobal('fetch', async () =>
    Response.json({ data: { id: 'row', title: 't', status: 'ON_REVIEW' } }, { status: 201 }),
  )
  send.focus()
  fireEvent.click(send)
  await screen.findByText('Everything has been sent.')
  await expectFocusOnHeading()
})

test('a damaged record is shown, can be saved as a file, and does not hold up the others', async () => {
  await openPage()
  const raw = openOutboxDatabase()
  await raw.table('entries').put({ id: 'damaged', seq: 1, state: 17, schemaVersion: 'x' })
  raw.close()
  await screen.findByText('This item can’t be read')
  expect(screen.getByRole('button', { name: /^Save .* as a file$/ })).toBeDefined()
  vi.stubGlobal('fetch', async () =>
    Response.json({ data: { id: 'row', title: 't', status: 'ON_REVIEW' } }, { status: 201 }),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Send now' }))
  await screen.findByText('1 is still waiting.')
})

test('what was changed in an entry that was sent meanwhile is here: to be opened, or deleted', async () => {
  const { outbox } = await loadOfflineClient()
  const written = { photo: undefined, hadPhoto: false, revision: 0 }
  await outbox.drafts.put({
    ...written,
    key: { slot: 'edit/sent-entry', token: 'a' },
    content: draftContent({ ...emptyValues(), title: 'Fado at nine' }),
  })
  await outbox.drafts.put({
    ...written,
    key: { slot: 'edit/other-entry', token: 'b' },
    content: { first_name: '', last_name: '', email: '', topic: 'Feedback', message: 'Thanks' },
  })
  render(await inRouter(<OutboxPage />))
  const event = await screen.findByRole('link', { name: 'Open the changes to “Fado at nine”' })
  expect(event.getAttribute('href')).toBe('/add-event?edit=sent-entry')
  const message = screen.getByRole('link', { name: 'Open the changes to “Message: Feedback”' })
  expect(message.getAttribute('href')).toBe('/contacts?edit=other-entry')

  for (const title of ['Fado at nine', 'Message: Feedback']) {
    fireEvent.click(screen.getByRole('button', { name: `Delete “${title}”` }))
    const dialog = within(await openDialog('alertdialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await vi.waitFor(() => expect(screen.queryByRole('heading', { name: title })).toBeNull())
    await expectFocusOnHeading()
  }
  expect(await outbox.drafts.listEdits()).toEqual([])
})
