import 'fake-indexeddb/auto'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { useOfflineOutbox } from '@tests/support/offline/page-outbox'
import { openDialog } from '@tests/support/open-dialog'
import { expect, test, vi } from 'vitest'
import { emptyValues } from '@/client/shared/event-form/event-values'
import { pageDrafts } from '@/offline/outbox/drafts'
import { storeDraft } from './begun-event'
import { OtherDrafts } from './new-event'

useOfflineOutbox()

/** The list above a form that is about the first of them. */
async function show(titles: string[], onOpen: (token: string) => void = () => undefined) {
  for (const title of titles) await storeDraft({ content: { values: { ...emptyValues(), title } } })
  const [inForm] = pageDrafts()
    .list('event/new', null)
    .filter(({ content }) => JSON.stringify(content).includes('In the form'))
  render(
    await inRouter(
      <main>
        <h1 tabIndex={-1}>Create New Event</h1>
        <OtherDrafts token={inForm?.token} onOpen={onOpen} />
      </main>,
    ),
  )
}

const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const confirm = async () =>
  fireEvent.click(within(await openDialog('alertdialog')).getByRole('button', { name: 'Delete' }))

test('one is deleted when that is confirmed; the focus stays in the list, or goes to the heading with the last', async () => {
  await show(['In the form', 'Fado', 'Yoga'])
  fireEvent.click(await screen.findByRole('button', { name: 'Delete “Fado”' }))
  await screen.findByText('“Fado” will be permanently deleted from this device.')
  await confirm()
  await vi.waitFor(() => expect(names()).toEqual(['Yoga']))
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Continue a draft'))
  press('Delete “Yoga”')
  await confirm()
  await vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Create New Event'))
})
