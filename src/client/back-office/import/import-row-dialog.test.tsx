import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { imported, preview, respondWith, row, show, unreadable } from './preview-step.fixture'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('sends what the source says beside what was corrected', async () => {
  const sent = respondWith(imported(1))
  const onDone = await show(preview({ items: [row('3')] }))
  fireEvent.click(await screen.findByRole('button', { name: 'Correct “Event 3”' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /^Title/ }), { target: { value: 'Choir' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 event' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent[0]?.items).toMatchObject([{ event: { title: 'Event 3' }, correction: { title: 'Choir' } }])
})

test('imports a title as it was corrected, also of an event that did not fit', async () => {
  const short = row('3', {
    state: 'invalid',
    title: 'C1',
    problems: [{ path: 'title', code: 'title_too_short' }],
  })
  const { event, ...rest } = short
  if (event === undefined) throw new Error('no event')
  const sent = respondWith(imported(1))
  const onDone = await show(preview({ items: [{ ...rest, draft: { ...event, title: 'C1' } }] }))
  fireEvent.click(await screen.findByRole('button', { name: 'Correct “C1”' }))
  const title = await screen.findByRole('textbox', { name: /^Title/ })
  fireEvent.change(title, { target: { value: 'Choir of the village' } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 event' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(sent.at(-1)?.items).toMatchObject([{ uid: '3', event: { title: 'Choir of the village' } }])
})

test('offers no correction of what cannot be read, or has not changed', async () => {
  await show(preview({ items: [unreadable, row('4', { state: 'unchanged' })] }))
  await screen.findByText('It has no date.')
  expect(screen.queryByRole('button', { name: /^Correct/ })).toBeNull()
})

async function correct(title: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Correct “Event 3”' }))
  fireEvent.change(await screen.findByRole('textbox', { name: /^Title/ }), { target: { value: title } })
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByRole('button', { name: `Correct “${title}”` })
}
const RESTORED = 'What you’d typed here was kept on this device, and is back.'

test('what was corrected is back in the next preview of this source, until it is discarded', async () => {
  await show(preview({ items: [row('3'), row('4')] }))
  await correct('Choir')
  cleanup()
  await show(preview({ items: [row('3'), row('4')] }))
  await screen.findByText(RESTORED)
  expect(screen.getByRole('button', { name: 'Correct “Choir”' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Discard draft' }))
  await screen.findByRole('button', { name: 'Correct “Event 3”' })
  expect(screen.queryByText(RESTORED)).toBeNull()
  expect(document.activeElement?.textContent).toBe('What will happen')
  cleanup()
  await show(preview({ items: [row('3')] }))
  await screen.findByRole('button', { name: 'Correct “Event 3”' })
})

const refusing = () =>
  Response.json({
    data: {
      created: 0,
      updated: 0,
      unchanged: 0,
      called_off: 0,
      failed: [{ uid: '3', code: 'title_too_short' }],
      changed_meanwhile: [],
      created_ids: [],
    },
  })

test('what was corrected goes with the import, and stays where the event was refused', async () => {
  respondWith(refusing, imported(1))
  const onRefused = await show(preview({ items: [row('3')] }))
  await correct('Choir')
  fireEvent.click(screen.getByRole('button', { name: 'Import 1 event' }))
  await waitFor(() => expect(onRefused).toHaveBeenCalledOnce())
  cleanup()
  const onDone = await show(preview({ items: [row('3')] }))
  await screen.findByText(RESTORED)
  fireEvent.click(screen.getByRole('button', { name: 'Import 1 event' }))
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  cleanup()
  await show(preview({ items: [row('3')] }))
  await screen.findByRole('button', { name: 'Correct “Event 3”' })
  expect(screen.queryByText(RESTORED)).toBeNull()
})
