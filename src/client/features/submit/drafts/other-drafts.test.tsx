import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { openDialog } from '@tests/support/open-dialog'
import { afterEach, expect, test, vi } from 'vitest'
import { draftContent } from '@/client/shared/event-form/draft/use-draft'
import { emptyValues } from '@/client/shared/event-form/form-values'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import type { DraftSession } from '@/offline/outbox/drafts/draft-session'
import { OtherDrafts } from '@/client/features/submit/new-event'

const SLOT = 'event/new'
let session: DraftSession | undefined

afterEach(async () => {
  cleanup()
  session?.close()
  const { outbox } = await loadOfflineClient()
  for (const draft of await outbox.drafts.list(SLOT)) await outbox.drafts.remove(draft)
})

const tokenOf = (n: number) => `0b0a5a3e-0000-4000-8000-00000000000${n}`

async function write(...titles: string[]) {
  const { outbox } = await loadOfflineClient()
  for (const [n, title] of titles.entries())
    await outbox.drafts.put({
      key: { slot: SLOT, token: tokenOf(n) },
      content: draftContent({ ...emptyValues(), title }),
      photo: undefined,
      hadPhoto: false,
      revision: 0,
    })
}

/** The list above a form that is about the first of them. */
async function show(onOpen: (token: string) => void = () => undefined) {
  const { outbox } = await loadOfflineClient()
  session = await outbox.openDraft(SLOT, { token: tokenOf(0) })
  render(
    await inRouter(
      <main>
        <h1 tabIndex={-1}>Create New Event</h1>
        <OtherDrafts slot={SLOT} session={session} onOpen={onOpen} />
      </main>,
    ),
  )
}

const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const confirm = async () =>
  fireEvent.click(within(await openDialog('alertdialog')).getByRole('button', { name: 'Delete' }))

test('the others are listed, not the one in the form, and what has no title yet is untitled', async () => {
  await write('In the form', 'Fado', '')
  const opened: string[] = []
  await show((token) => opened.push(token))
  await screen.findByRole('region', { name: 'Continue a draft' })
  expect(names().toSorted()).toEqual(['Fado', 'Untitled'])
  press('Open “Fado”')
  expect(opened).toEqual([tokenOf(1)])
})

test('of many three are shown until all are asked for', async () => {
  await write('In the form', 'A', 'B', 'C', 'D')
  await show()
  await screen.findByRole('button', { name: 'Show all 4 drafts' })
  expect(names()).toHaveLength(3)
  press('Show all 4 drafts')
  expect(names()).toHaveLength(4)
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBeNull()
})

test('one is deleted when that is confirmed, and the focus stays in the list', async () => {
  await write('In the form', 'Fado', 'Yoga')
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Delete “Fado”' }))
  await screen.findByText('“Fado” will be permanently deleted from this device.')
  await confirm()
  await vi.waitFor(() => expect(names()).toEqual(['Yoga']))
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Continue a draft'))
})

test('with the last of them the list goes, and the focus to the page’s heading', async () => {
  await write('In the form', 'Fado')
  await show()
  fireEvent.click(await screen.findByRole('button', { name: 'Delete “Fado”' }))
  await confirm()
  await vi.waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Create New Event'))
})
