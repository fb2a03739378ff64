import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderRoute } from '@tests/support/in-route'
import { Route as LoginRoute } from './login-route'
import { Route as ResetRoute } from './reset-password-route'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The page at an address, with a server that responds to this call alone. */
function openPage(
  route: typeof LoginRoute | typeof ResetRoute,
  address: string,
  respond: (path: string) => Response | Promise<Response>,
) {
  vi.stubGlobal('fetch', async (url: string) => respond(url.replace(/^.*\/api\/v1/, '')))
  return renderRoute(route, { path: address.replace(/\?.*/, ''), address })
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const refused = (code: string, status: number, fields: object[] = []) =>
  Response.json({ error: { code, message: '', fields } }, { status })

test.each([
  ['a wrong password', refused('INVALID_CREDENTIALS', 401), 'Invalid email or password'],
  [
    'an address that the server takes for none',
    refused('VALIDATION_FAILED', 422, [{ path: 'email', code: 'email_invalid', message: '' }]),
    'Invalid email or password',
  ],
  ['a reply without a session', Response.json({ data: { user: {} } }), 'Invalid login response'],
  [
    'a server out of reach',
    new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'We couldn’t reach the server.',
  ],
])('%s has its sentence, and what was typed stays', async (_, response, sentence) => {
  await openPage(LoginRoute, '/login', (path) =>
    path === '/auth/login' ? response : Response.json({ data: {} }),
  )
  await screen.findByLabelText('Email')
  type('Email', 'ana@example.com')
  type('Password', 'tidal wonder 88')
  press('Sign in')
  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'tidal wonder 88')
  expect(document.querySelector('form')?.method, 'without a script nothing of it is in the address').toBe(
    'post',
  )
})

const lost = () => Promise.reject(new TypeError('Failed to fetch'))

test('a link that is used up by a response that was lost says that the password may be set', async () => {
  const responses = [lost, () => refused('NOT_FOUND', 404)]
  await openPage(ResetRoute, '/reset-password?token=t', (path) =>
    path.endsWith('/confirm') ? (responses.shift() ?? lost)() : Response.json({ data: { valid: true } }),
  )
  await screen.findByLabelText('New password')
  for (const label of ['New password', 'Confirm new password']) type(label, 'sardinha-no-pao-2027')
  for (const _ of ['lost', 'used up']) {
    press('Reset password')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Reset password' })).toBeDefined())
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('may already')
  }
})
