import { pageOf } from '@tests/support/page-of'
import 'fake-indexeddb/auto'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { openDialog } from '@tests/support/open-dialog'
import { eventContent } from '@tests/support/offline/outbox-contents'
import { useOfflineOutbox } from '@tests/support/offline/page-outbox'
import { expect, test, vi } from 'vitest'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { pageDrafts } from '@/offline/outbox/drafts'
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

function write(id: string, content: object): void {
  pageDrafts().open(`edit/${id}`, { owner: null }).write(content, false)
}

test('what was changed in an entry that was sent meanwhile is here: to be opened, or deleted', async () => {
  write('sent-entry', { values: { title: 'Fado at nine' } })
  write('other-entry', { topic: 'Feedback', message: 'Thanks' })
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
  expect(pageDrafts().list('edit', null)).toEqual([])
})
