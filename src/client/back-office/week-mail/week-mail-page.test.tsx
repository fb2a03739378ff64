import { fireEvent, screen, waitFor } from '@testing-library/react'
import { collectToasts } from '@tests/support/toasts'
import { expect, test } from 'vitest'
import { desk, press, serve } from '@/client/back-office/shared/back-office.fixture'
import { Route } from './week-mail-route'

const open = desk({ '/backoffice/week-mail': Route })
const toasts = collectToasts(({ title }) => title)

/** Opens the page; `mail` is the next one, in a language. */
function show(mail: (locale: string | null) => object | undefined) {
  const sent = serve(({ path, query }) =>
    path.endsWith('/preview')
      ? { mail: mail(query.get('locale')) }
      : { confirmed: 7, sends_at: 1_781_517_600 },
  )
  open('/backoffice/week-mail')
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
  await press('Send it to me')
  await waitFor(() => expect(toasts).toEqual(['The email is on its way to your address']))
  expect(sent).toMatchObject([{ body: { locale: 'pt' } }])
})

test('a week without events says that nothing will be sent, and offers nothing', async () => {
  show(() => undefined)
  await screen.findByRole('heading', { name: /no email will be sent/ })
  expect(screen.queryByRole('button', { name: 'Send it to me' })).toBeNull()
})
