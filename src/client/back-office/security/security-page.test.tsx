import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { openDialog } from '@tests/support/open-dialog'
import { collectToasts } from '@tests/support/toasts'
import { expect, test, vi } from 'vitest'
import { desk, press } from '@/client/back-office/shared/back-office.fixture'
import { Route } from './security-route'

const open = desk({ '/backoffice/security': Route })
const toasts = collectToasts(({ title, description }) => [title, description])

const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const reply = (data: object) => async () => Response.json({ data })
const refusal = (code: string, fields?: object[]) => async () =>
  Response.json({ error: { code, message: '', fields } }, { status: fields ? 422 : 403 })

/** Renders the page; each write gets the next of the responses. `state` is read again after each. */
function renderPage(state: { totp: boolean }, responses: (() => Promise<Response>)[]) {
  const sent: [string, unknown][] = []
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    const more = { recovery_codes_left: state.totp ? 10 : 0, is_due: false, has_password: true }
    if (method !== 'POST') return Response.json({ data: { ...state, ...more } })
    sent.push([url.replace(/^.*second-factor/, ''), JSON.parse(String(body))])
    return responses.shift()?.()
  })
  open('/backoffice/security')
  return sent
}

const confirm = async (name: string) =>
  fireEvent.click(within(await openDialog('alertdialog')).getByRole('button', { name }))
const type = async (label: RegExp, value: string) => {
  fireEvent.change(await screen.findByLabelText(label, { selector: 'input' }), { target: { value } })
  const form = document.querySelector('form')
  if (form) fireEvent.submit(form)
}
const BEGUN = reply({ secret: 'ABCDEFGH', uri: 'otpauth://totp/x' })

test('only the button that says they are stored closes the codes, which are shown this once', async () => {
  renderPage({ totp: false }, [BEGUN, reply({ recovery_codes: ['one', 'two'] })])
  await press('Set up the app')
  await type(/Code from your authenticator app/, '123 456')
  await screen.findByText('one')
  const dialog = screen.getByRole('alertdialog')
  fireEvent.keyDown(dialog, { key: 'Escape' })
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull()
  expect(screen.getByText('two')).toBeDefined()
  await press('I’ve stored them')
  await waitFor(() => expect(screen.queryByText('two')).toBeNull())
})

test('an app whose response was lost is found to be on, and its lost recovery codes are told of', async () => {
  const state = { totp: false }
  renderPage(state, [
    BEGUN,
    () => {
      state.totp = true
      return lost()
    },
  ])
  await press('Set up the app')
  await type(/Code from your authenticator app/, '123456')
  await waitFor(() =>
    expect(toasts).toEqual([['It’s on after all', expect.stringContaining('recovery codes')]]),
  )
  await screen.findByRole('button', { name: 'Remove the authenticator app' })
})

test('new codes whose response was lost leave a warning that the old ones may be dead, until there are new ones', async () => {
  renderPage({ totp: true }, [lost, reply({ recovery_codes: ['one'] })])
  await press('Create new codes')
  await confirm('Create new codes')
  expect((await screen.findByRole('alert')).textContent).toContain('Your old codes may no longer work')
  expect(screen.queryByText(/10/)).toBeNull()
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await press('Create new codes')
  await confirm('Create new codes')
  await screen.findByText('one')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a change is asked a proof for until that is right', async () => {
  const wrong = [{ path: 'password', code: 'password_wrong', message: '' }]
  const old = refusal('REAUTHENTICATION_REQUIRED')
  const sent = renderPage({ totp: false }, [old, refusal('VALIDATION_FAILED', wrong), BEGUN])
  await press('Set up the app')
  await type(/^Password/, 'guess')
  await screen.findByText('The current password is incorrect')
  await type(/^Password/, 'the one')
  await screen.findByRole('img', { name: 'QR code for the authenticator app' })
  expect(sent.map(([, body]) => body)).toEqual([{}, { password: 'guess' }, { password: 'the one' }])
})

test('whoever has an app proves it with its code', async () => {
  const others = renderPage({ totp: true }, [refusal('REAUTHENTICATION_REQUIRED'), reply({})])
  await press('Remove the authenticator app')
  await confirm('Remove')
  await type(/Code from your authenticator app/, '123456')
  await waitFor(() => expect(others.at(-1)).toEqual(['/totp/remove', { totp: '123456' }]))
})

test('a proof that is cancelled sends nothing more', async () => {
  const sent = renderPage({ totp: true }, [refusal('REAUTHENTICATION_REQUIRED')])
  await press('Create new codes')
  await confirm('Create new codes')
  await screen.findByLabelText(/Code from your authenticator app/)
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([sent.length, toasts]).toEqual([1, []])
})
