import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { openDialog } from '@tests/support/open-dialog'
import { afterEach, expect, test, vi } from 'vitest'
import type { ImportPreview } from '@/contract/back-office/import'
import { imported, preview, respondWith, row, show } from './preview-step.fixture'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Gone = ImportPreview['gone'][number]
const gone = (uid: string, title: string, more: Partial<Gone> = {}): Gone => ({
  id: `0b0a5a3e-0000-4000-8000-00000000000${uid}`,
  uid,
  title,
  status: 'PUBLISHED',
  reason: 'cancelled',
  ...more,
})
const WILL = 'Will be marked as cancelled, unless you keep it'

test('marks what its source has cancelled, and not what is kept, is only gone, or has a state by the team', async () => {
  const sent = respondWith(imported(1))
  const onDone = await show(
    preview({
      items: [row('1')],
      gone: [
        gone('5', 'Concert'),
        gone('6', 'Reading'),
        gone('7', 'Ball', { reason: 'vanished' }),
        gone('8', 'Market', { state: 'moved' }),
      ],
    }),
  )
  expect((await screen.findAllByText(WILL)).length).toBe(2)
  fireEvent.click(screen.getByRole('button', { name: 'Keep for now: “Reading”' }))
  await waitFor(() => expect(screen.getAllByText(WILL)).toHaveLength(1))
  expect(document.activeElement?.tagName).toBe('H2')
  fireEvent.click(screen.getByRole('button', { name: 'Import 1 event' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent.map(({ cancelled }) => cancelled)).toEqual([['5']])
})

test('marks as cancelled also when there is nothing to import', async () => {
  const sent = respondWith(imported(0))
  const onDone = await show(preview({ items: [], gone: [gone('5', 'Concert'), gone('6', 'Reading')] }))
  fireEvent.click(await screen.findByRole('button', { name: 'Mark 2 as cancelled' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent).toMatchObject([{ items: [], cancelled: ['5', '6'] }])
})

test.each(['Keep for now: “Concert”', 'Delete “Concert”'])(
  'the last one that is decided on leaves the focus in the page: %s',
  async (name) => {
    respondWith()
    await show(preview({ gone: [gone('5', 'Concert')] }))
    fireEvent.click(await screen.findByRole('button', { name }))
    const question = name.startsWith('Delete') ? await openDialog('alertdialog') : undefined
    if (question) fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  },
)
