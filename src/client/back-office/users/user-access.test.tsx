import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { openDialog } from '@tests/support/open-dialog'
import { QueryProvider } from '@tests/support/query-provider'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { renderToastsWith } from '@/client/shared/notifications/toast'
import type { Toast } from '@/client/shared/notifications/toast'
import type { BackOfficeUser } from '@/contract/back-office/back-office-people'
import { signInAdministrator } from '@/client/back-office/shared/back-office.fixture'
import { UserAccess } from './user-page'

let toasts: Toast[] = []
let stopToasts = () => {}
beforeAll(signInAdministrator)
beforeEach(() => {
  toasts = []
  stopToasts = renderToastsWith((toast) => toasts.push(toast))
})
afterEach(() => {
  stopToasts()
  cleanup()
  vi.unstubAllGlobals()
})

const rui: BackOfficeUser = {
  id: '0b0a5a3e-0000-4000-8000-00000000000b',
  name: 'Rui Reis',
  email: 'rui@example.com',
  role: 'USER',
  created_at: 1_700_000_000,
  updated_at: 1_700_000_000,
}

const names = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
const press = (name: string, within_ = screen as Pick<typeof screen, 'getByRole'>) =>
  fireEvent.click(within_.getByRole('button', { name }))

/** Renders what can be done to a person, and what is sent when it is done. */
function renderAccess(user: BackOfficeUser, response: () => Response, isSelf = false) {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    sent.push(
      `${init.method} ${new URL(url, 'https://x.example').pathname} ${String(init.body ?? '')}`.trim(),
    )
    return response()
  })
  render(<UserAccess user={user} isSelf={isSelf} />, { wrapper: QueryProvider })
  return sent
}

for (const [user, button, request, sentence] of [
  [rui, 'Make administrator', 'PUT role {"role":"ADMIN"}', 'Rui Reis is now an administrator'],
  [
    { ...rui, role: 'ADMIN' },
    'Remove administrator role',
    'PUT role {"role":"USER"}',
    'Rui Reis is no longer an administrator',
  ],
  [rui, 'Suspend', 'POST suspend', 'Rui Reis is suspended'],
  [{ ...rui, suspended_at: 1_700_000_000 }, 'Reinstate', 'POST reinstate', 'Rui Reis is reinstated'],
] as const)
  test(`"${button}" asks first, names the person, and says that it is done`, async () => {
    const sent = renderAccess(user, () => Response.json({ data: user }))
    press(button)
    const dialog = await openDialog('alertdialog')
    expect(dialog.textContent).toContain('Rui Reis')
    expect(dialog.textContent).toContain('rui@example.com')
    expect(sent).toEqual([])
    press(button, within(dialog))
    await waitFor(() => expect(toasts).toEqual([{ kind: 'success', title: sentence }]))
    const [method = '', path = '', body = ''] = request.split(' ')
    expect(sent).toEqual([`${method} /api/v1/backoffice/users/${rui.id}/${path} ${body}`.trim()])
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

test('a cancelled change sends nothing', async () => {
  const sent = renderAccess(rui, () => Response.error())
  press('Suspend')
  press('Cancel', within(await openDialog('alertdialog')))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect([sent, toasts]).toEqual([[], []])
})

test('sessions that are ended are said, and also that there was none', async () => {
  let ended = 2
  renderAccess(rui, () => Response.json({ data: { ended } }))
  for (const [count, sentence] of [
    [2, 'Sessions ended'],
    [0, 'There were no sessions to end'],
  ] as const) {
    ended = count
    press('End all sessions')
    press('End all sessions', within(await openDialog('alertdialog')))
    await waitFor(() => expect(toasts.at(-1)?.title).toBe(sentence))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
})

test('a refusal is said with its reason', async () => {
  const error = { code: 'CONFLICT', message: '' }
  renderAccess(rui, () => Response.json({ error }, { status: 409 }))
  press('Suspend')
  press('Suspend', within(await openDialog('alertdialog')))
  await waitFor(() =>
    expect(toasts).toEqual([
      {
        kind: 'error',
        title: 'Failed to suspend this user',
        description: 'This has changed in the meantime. Please reload and check again.',
        durationMs: 5000,
      },
    ]),
  )
})

test('nobody demotes or suspends themselves', () => {
  renderAccess({ ...rui, role: 'ADMIN' }, () => Response.error(), true)
  expect(names()).toEqual(['End my other sessions'])
  expect(screen.getByText(/only another administrator can demote or suspend it/)).toBeDefined()
})
