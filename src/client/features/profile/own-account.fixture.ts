import type { Session } from '@/contract/auth'
import { loadOfflineClient } from '@/client/shell/offline-client'

/** Signs somebody in on this page's real offline client; no network is used. */
export async function signInHere(changes: Partial<Session['user']> = {}): Promise<Session> {
  const session = sessionOf('first', changes)
  await (await loadOfflineClient()).session.adopt(session)
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
