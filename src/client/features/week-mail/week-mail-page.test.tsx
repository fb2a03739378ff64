import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

import { hasUnsaved } from '@/client/shared/forms/unsaved'
import { renderRoute } from '@tests/support/in-route'
import { Route } from './week-mail-route'

const ID = '00000000-0000-4000-8000-000000000001'

/** The server's next responses; without one the network is away. */
function respondWith(...responses: (() => Response)[]): void {
  vi.stubGlobal('fetch', async () => (responses.shift() ?? Response.error)())
}
const notFound = () => Response.json({ error: { code: 'NOT_FOUND', message: '' } }, { status: 404 })

const open = (address: string) => renderRoute(Route, { path: '/week-mail', address })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('the link of a mail can be used again after a failure, and leads to a new one when it is too old', async () => {
  respondWith(() => Response.error(), notFound)
  await open(`/week-mail#confirm=${ID}.token-1`)
  await press('Yes, send me the week')
  expect(await screen.findByRole('alert')).toBeTruthy()
  await press('Yes, send me the week')
  await heading('This link doesn’t work any more')
  fireEvent.click(screen.getByRole('link', { name: 'Ask for the week again' }))
  expect(document.activeElement).toBe(await heading('The week in your inbox'))
})

it('an update of the app waits for an address that is typed, and no longer once it was sent', async () => {
  respondWith(() => Response.json({ data: {} }, { status: 202 }))
  await open('/week-mail')
  fireEvent.change(await screen.findByLabelText('Email'), { target: { value: 'ana@example.com' } })
  expect(hasUnsaved()).toBe(true)
  await press('Send me the week')
  await heading('Check your inbox')
  expect(hasUnsaved()).toBe(false)
})
