import { redirect } from '@tanstack/react-router'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { storeReturnAddress } from '@/client/shared/session/return-address'
import { may } from '@/domain/accounts/permission'
import type { User } from '@/contract/accounts/auth'

export function isAdmin(user: User | undefined): boolean {
  return may({ role: user?.role }, 'back-office.use')
}

/** Waits for the session to be restored, then lets administrators in and sends everyone else to the login (rules 6). */
export async function requireAdmin(href: string): Promise<void> {
  const { session } = await loadOfflineClient()
  await session.ready
  if (isAdmin(session.current()?.user)) return
  storeReturnAddress(href)
  throw redirect({ to: '/backoffice/login', replace: true })
}
