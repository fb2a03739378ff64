import { pageOf } from '@tests/support/page-of'
import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import { QueryProvider } from '@tests/support/query-provider'
import { Route } from './week-mail-route'

const WeekMailPage = pageOf(Route)

beforeAll(signInAdministrator)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The page; `mail` is the next one, in a language. */
function show(mail: (locale: string) => object | undefined) {
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const data = pathname.endsWith('/preview')
      ? { mail: mail(searchParams.get('locale') ?? '') }
      : { confirmed: 7, sends_at: 1_781_517_600 }
    return Response.json({ data })
  })
  render(<WeekMailPage />, { wrapper: QueryProvider })
}

test('the next mail is shown as it goes out, in either language', async () => {
  show((locale) => ({
    subject: `Subject ${locale}`,
    text: `Text ${locale}`,
    html: '<a href="x">y</a>',
  }))
  await screen.findByText('Subject en')
  const frame = document.querySelector('iframe')
  expect(frame?.getAttribute('sandbox')).toBe('allow-popups')
  expect(frame?.srcdoc).toBe('<a target="_blank" rel="noopener" href="x">y</a>')
  fireEvent.click(screen.getByRole('tab', { name: 'Português' }))
  await screen.findByText('Subject pt')
})

test('a week without events says that nothing will be sent', async () => {
  show(() => undefined)
  await screen.findByRole('heading', { name: /no email will be sent/ })
})
