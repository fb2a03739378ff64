import { pageOf } from '@tests/support/page-of'
import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import { QueryProvider } from '@tests/support/query-provider'
import { collectToasts } from '@tests/support/toasts'
import { Route } from './week-mail-route'

const WeekMailPage = pageOf(Route)

const toasts = collectToasts(({ title }) => title)
beforeAll(signInAdministrator)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The page; `mail` is the next one, in a language. */
function show(mail: (locale: string) => object | undefined) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (body) sent.push(JSON.parse(String(body)))
    const data = pathname.endsWith('/preview')
      ? { mail: mail(searchParams.get('locale') ?? '') }
      : { confirmed: 7, sends_at: 1_781_517_600 }
    return Response.json({ data })
  })
  render(<WeekMailPage />, { wrapper: QueryProvider })
  return sent
}

test('the next mail is shown as it goes out, in either language, and sent to who looks at it', async () => {
  const sent = show((locale) => ({
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
  fireEvent.click(screen.getByRole('button', { name: 'Send it to me' }))
  await waitFor(() => expect(toasts).toEqual(['The email is on its way to your address']))
  expect(sent).toEqual([{ locale: 'pt' }])
})

test('a week without events says that nothing will be sent, and offers nothing', async () => {
  show(() => undefined)
  await screen.findByRole('heading', { name: /no email will be sent/ })
  expect(screen.queryByRole('button', { name: 'Send it to me' })).toBeNull()
})
