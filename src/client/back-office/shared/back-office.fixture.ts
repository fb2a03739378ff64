import type { Session } from '@/contract/accounts/auth'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { pageDrafts } from '@/offline/outbox/drafts'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'

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

/** What the administrator has written and not sent. */
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
