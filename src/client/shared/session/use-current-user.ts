import { useEffect, useState } from 'react'
import type { User } from '@/contract/accounts/auth'
import { pageStorage } from '@/offline/page/page-storage'
import { isSessionStored } from '@/offline/session/stored-session'
import { loadOfflineClient, watchOfflineClient } from '@/client/shared/offline/offline-client'

/** A chunk that failed to load is tried again after this long. */
const RETRY_MS = 5000

/** The current user: undefined while the session is being restored, null when signed out. */
export function useCurrentUser(): User | null | undefined {
  const [user, setUser] = useState<User | null>()
  useEffect(() => {
    let isUnmounted = false
    let retry: ReturnType<typeof setTimeout> | undefined
    const readUser = async () => {
      clearTimeout(retry)
      try {
        const { session } = await loadOfflineClient()
        await session.ready
        if (!isUnmounted) setUser(session.current()?.user ?? null)
      } catch {
        if (isUnmounted) return
        // A session that is not stored cannot be restored: nobody is signed in.
        if (!isSessionStored(pageStorage())) setUser(null)
        retry = setTimeout(() => void readUser(), RETRY_MS)
      }
    }
    // The user is read also when another part of the page has loaded the client.
    const stop = watchOfflineClient(() => void readUser())
    void readUser()
    return () => {
      isUnmounted = true
      clearTimeout(retry)
      stop()
    }
  }, [])
  return user
}
