import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import { hasUnsaved } from '@/client/shared/forms/unsaved'
import { inRouter } from '@tests/support/in-router'
import { QueryProvider } from '@tests/support/query-provider'
import { imported, preview, row } from './preview-step.fixture'
import { ImportPage } from './import-page'

beforeEach(async () => {
  await signInAdministrator()
  const shown = preview({ items: [row('1')] })
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/imports/preview')) return Response.json({ data: shown })
    return url.endsWith('/imports') ? imported(1)() : Response.json({ data: { items: [] } })
  })
})

async function open() {
  render(await inRouter(<ImportPage />), { wrapper: QueryProvider })
  await screen.findByRole('heading', { level: 1 })
}
const address = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Address/ })
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const contact = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Contact/ })
const restored = () => screen.queryByText(/was kept on this device, and is back/)

test('what was typed is back after the session has ended or the page was loaded again, until it is discarded', async () => {
  await open()
  type(await address(), 'https://example.com/club.ics')
  type(contact(), 'club@example.com')
  await waitFor(() => expect(hasUnsaved()).toBe(true))
  cleanup()
  await open()
  const restoredAddress = await address()
  expect(restoredAddress.value).toBe('https://example.com/club.ics')
  expect(contact().value).toBe('club@example.com')
  fireEvent.click(screen.getByRole('button', { name: 'Discard draft' }))
  expect([restoredAddress.value, contact().value]).toEqual(['', ''])
  expect(restored()).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('tab', { selected: true }))
  cleanup()
  await open()
  expect((await address()).value).toBe('')
})

test('a file has to be chosen again, and brings its name: that is no draft', async () => {
  await open()
  fireEvent.click(await screen.findByRole('tab', { name: 'File' }))
  const file = await screen.findByLabelText(/^ICS or CSV file/)
  fireEvent.change(file, { target: { files: [new File(['BEGIN:VCALENDAR'], 'club.ics')] } })
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: /^Name of this calendar/ })
  expect(name.value).toBe('club.ics')
  expect(hasUnsaved()).toBe(false)
  type(name, 'Surf Club')
  cleanup()
  await open()
  await waitFor(() => expect(restored()).toBeTruthy())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name of this calendar/ }).value).toBe(
    'Surf Club',
  )
})
