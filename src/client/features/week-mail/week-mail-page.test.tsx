import 'fake-indexeddb/auto'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { renderRoute } from '@tests/support/in-route'
import { Route } from './week-mail-route'

const ID = '00000000-0000-4000-8000-000000000001'
const tag = (key: string, name: string) => ({ id: key, key, name, count: 1 })

/** The calls that were sent, in order. */
let sent: { path: string; body: unknown }[]

/** The server's next responses; without one the network is away. */
function respondWith(...responses: (() => Response)[]): void {
  sent = []
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    sent.push({ path: pathname.replace('/api/v1', ''), body: await request.json() })
    const next = responses.shift()
    if (next === undefined) throw new TypeError('Failed to fetch')
    return next()
  })
}
const ok =
  (data: object, status = 200) =>
  () =>
    Response.json({ data }, { status })
const notFound = () => Response.json({ error: { code: 'NOT_FOUND', message: '' } }, { status: 404 })

const open = (address: string) =>
  renderRoute(Route, {
    path: '/week-mail',
    address,
    programme: {
      list: async () => ({ data: { items: [], has_more: false } }),
      event: async () => null,
      usedTags: async () => ({ data: [tag('surf', 'Surf'), tag('music', 'Music')] }),
    },
  })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const email = () => screen.findByLabelText<HTMLInputElement>('Email')

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('asking for the week', () => {
  it('sends the address with the tags of the list that led here, and says where to look', async () => {
    respondWith(ok({}, 202))
    await open('/week-mail?tags=surf,yoga')
    fireEvent.click(await screen.findByLabelText('Music'))
    fireEvent.click(screen.getByLabelText('yoga'))
    fireEvent.change(await email(), { target: { value: ' ana@example.com' } })
    await press('Send me the week')
    const title = await heading('Check your inbox')
    expect(document.activeElement).toBe(title)
    expect(screen.getByText(/ana@example\.com/)).toBeTruthy()
    const body = { email: 'ana@example.com', tag_keys: ['surf', 'music'], website: '' }
    expect(sent).toEqual([{ path: '/week-mail', body }])
  })
})

describe('the link of a mail', () => {
  it('confirms by a button, never by being opened, and says what was chosen', async () => {
    respondWith(ok({ tag_keys: ['surf', 'gone'] }))
    await open(`/week-mail#confirm=${ID}.token-1`)
    await heading('Get the week by email?')
    expect(sent).toEqual([])
    await press('Yes, send me the week')
    const title = await heading('You’re subscribed')
    expect(document.activeElement).toBe(title)
    await waitFor(() =>
      expect(screen.getByText('It only has events with your tags: Surf, gone.')).toBeTruthy(),
    )
    expect(sent).toEqual([{ path: '/week-mail/confirm', body: { id: ID, token: 'token-1' } }])
  })

  it('can be used again after a failure, and leads to a new one when it is too old', async () => {
    respondWith(() => Response.error(), notFound)
    await open(`/week-mail#confirm=${ID}.token-1`)
    await press('Yes, send me the week')
    expect(await screen.findByRole('alert')).toBeTruthy()
    await press('Yes, send me the week')
    await heading('This link doesn’t work any more')
    fireEvent.click(screen.getByRole('link', { name: 'Ask for the week again' }))
    expect(document.activeElement).toBe(await heading('The week in your inbox'))
  })
})
