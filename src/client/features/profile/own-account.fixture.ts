import type { Session } from '@/contract/accounts/auth'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'

/** Signs somebody in on this page's real offline client; only the server's reply is made up. */
export async function signInHere(changes: Partial<Session['user']> = {}): Promise<Session> {
  const session = sessionOf('first', changes)
  const { fetch } = globalThis
  globalThis.fetch = async () => Response.json({ data: session })
  await (await loadOfflineClient()).session.login(session.user.email, 'tidal wonder 88')
  globalThis.fetch = fetch
  return session
}

export function sessionOf(token: string, changes: Partial<Session['user']> = {}): Session {
  const nowSeconds = Math.floor(Date.now() / 1000)
  return {
    access_token: { token: `${token}-access`, expires_at: nowSeconds + 900 },
    refresh_token: { token: `${token}-refresh`, expires_at: nowSeconds + 86_400 },
    user: {
      id: '0b0a5a3e-0000-4000-8000-000000000001',
      email: 'ana@example.com',
      name: 'Ana',
      role: 'USER',
      ...changes,
    },
  }
}
