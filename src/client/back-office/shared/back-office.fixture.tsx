import 'fake-indexeddb/auto'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, vi } from 'vitest'
import type { Session } from '@/contract/accounts/auth'
import { createQueryClient } from '@/client/shared/loading/query-client'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { pageDrafts } from '@/offline/outbox/drafts'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { useFocusAfterRemoval } from './focus-after-removal'
import { useUndoKey } from './use-action'

export const ADMINISTRATOR_ID = '0b0a5a3e-0000-4000-8000-000000000001'

/** Signs an administrator in on this page's real offline client; only the server's reply is made up. */
export async function signInAdministrator(): Promise<void> {
  const nowSeconds = Math.floor(Date.now() / 1000)
  const session: Session = {
    access_token: { token: 'access', expires_at: nowSeconds + 900 },
    refresh_token: { token: 'refresh', expires_at: nowSeconds + 86_400 },
    user: { id: ADMINISTRATOR_ID, email: 'admin@example.com', name: 'Ana', role: 'ADMIN' },
  }
  const { fetch } = globalThis
  globalThis.fetch = async () => Response.json({ data: session })
  await (await loadOfflineClient()).session.login(session.user.email, 'tidal wonder 88')
  globalThis.fetch = fetch
}

/** The drafts that the administrator has not sent. */
export const drafts = () => pageDrafts().ofOwner(ADMINISTRATOR_ID)

export function removeDrafts(): void {
  for (const draft of drafts()) pageDrafts().remove(draft)
}

const NOON = Date.UTC(2026, 6, 1, 12) / 1000
/** A published event without a photo, a contact address or an account. */
export const publishedEvent: BackOfficeEvent = {
  id: '9f1c2d3e-4b5a-4c6d-8e7f-0123456789ab',
  title: 'Concert',
  description: 'Three bands play on the beach.',
  start_time: NOON,
  end_time: NOON + 3600,
  is_all_day: false,
  location_name: 'Praia do Sul',
  latitude: 38.9,
  longitude: -9.4,
  tags: [],
  info_links: [],
  status: 'PUBLISHED',
  email: '',
  timetable: { list: [] },
  schedules: [],
  duplicates: [],
  created_at: NOON,
  updated_at: NOON,
  revision: 1,
}

interface Sent {
  method: string
  /** Below `/backoffice`. */
  path: string
  query: URLSearchParams
  body: unknown
  /** Its idempotency key. */
  key: string | null
}

const STATUSES: Record<string, number> = {
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  VALIDATION_FAILED: 422,
}

/** A refusal of the server. */
export function refused(code: string, fields?: { path: string; code: string }[]): Response {
  const error = { code, message: '', fields: fields?.map((field) => ({ ...field, message: '' })) }
  return Response.json({ error }, { status: STATUSES[code] ?? 503 })
}

/** The server of this test: `respond` has the data of each response, or the response itself. Returns what was written to it. */
export function serve(respond: (sent: Sent) => unknown): Sent[] {
  const writes: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const { pathname, searchParams: query } = new URL(url, 'http://localhost')
    if (!pathname.includes('/backoffice/')) return Response.json({ data: {} })
    const path = pathname.replace(/^.*\/backoffice/, '')
    const sent = {
      method,
      path,
      query,
      body: body ? (JSON.parse(String(body)) as unknown) : undefined,
      key: new Headers(headers).get('idempotency-key'),
    }
    if (method !== 'GET') writes.push(sent)
    const data = await respond(sent)
    return data instanceof Response ? data : Response.json({ data })
  })
  return writes
}

const ELSEWHERE = 'Elsewhere'

function Layout() {
  useUndoKey()
  useFocusAfterRemoval()
  return <Outlet />
}

/** Pages of the back office by their addresses, for an administrator. Called once, at the top of a file. */
export function desk(pages: Record<string, { update: (options: never) => unknown }>) {
  beforeAll(signInAdministrator)
  afterEach(() => {
    cleanup()
    removeDrafts()
    vi.unstubAllGlobals()
  })
  /** Opens an address; anything else is a page that says so. */
  return function open(address: string, client: QueryClient = createQueryClient()) {
    const rootRoute = createRootRoute({ component: Layout })
    const under = { getParentRoute: () => rootRoute }
    const routes = Object.entries(pages).map(([path, page]) =>
      page.update({ ...under, id: path, path } as never),
    )
    const elsewhere = createRoute({ ...under, path: '$', component: () => <p>{ELSEWHERE}</p> })
    const history = createMemoryHistory({ initialEntries: [address] })
    const router = createRouter({
      routeTree: rootRoute.addChildren([...routes, elsewhere] as never),
      history,
      context: { nowSeconds: Math.floor(Date.now() / 1000) },
    } as never)
    render(
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>,
    )
    return history
  }
}

/** Presses a button once it is there. */
export async function press(name: string | RegExp, within: Pick<typeof screen, 'findByRole'> = screen) {
  fireEvent.click(await within.findByRole('button', { name }))
}
