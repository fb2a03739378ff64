import type { Session } from '@/contract/accounts/auth'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'

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
