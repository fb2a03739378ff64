import { useEffect, useSyncExternalStore } from 'react'
import type { User } from '@/contract/accounts/auth'
import { pageValue } from '@/client/shared/loading/page-value'
import { pageStorage } from '@/offline/page/page-storage'
import { storedUser } from '@/offline/session/stored-session'
import {
  loadOfflineClient,
  watchOfflineClient,
  loadedOfflineClient,
} from '@/client/shared/offline/offline-client'

const RETRY_MS = 5000

const current = pageValue<User | null | undefined>(undefined)
let retry: ReturnType<typeof setTimeout> | undefined
let isFollowed = false

/** The current user: undefined while the session is being restored, null when signed out. */
export function useCurrentUser(): User | null | undefined {
  useEffect(() => {
    if (isFollowed) return
    isFollowed = true
    watchOfflineClient(() => void readUser())
    void readUser()
  }, [])
  return current.use()
}

async function readUser(): Promise<void> {
  clearTimeout(retry)
  try {
    const { session } = await loadOfflineClient()
    await session.ready
    current.set(session.current()?.user ?? null)
  } catch {
    // A session that is not stored cannot be restored: nobody is signed in.
    if (storedUser(pageStorage()) === null) current.set(null)
    retry = setTimeout(() => void readUser(), RETRY_MS)
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The login says that the session has ended: nobody here has asked for it. */
    isSessionOver?: true
  }
}

let isSigningOut = false

/** Does this while somebody signs out in this tab, where nobody has to be told that the session is over. */
export async function whileSigningOut(work: () => Promise<void>): Promise<void> {
  isSigningOut = true
  await work().finally(() => (isSigningOut = false))
}

export function sessionOverState(): { isSessionOver?: true } {
  return isSigningOut ? {} : { isSessionOver: true }
}

/** The storage tells it at the first paint, until the offline client knows better. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(watchOfflineClient, isSignedIn, () => false)
}

function isSignedIn(): boolean {
  const client = loadedOfflineClient()
  return client === undefined ? storedUser(pageStorage()) !== null : client.session.current() !== undefined
}
