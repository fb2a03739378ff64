import { useEffect, useState } from 'react'
import type { User } from '@/contract/auth'
import { loadOfflineClient } from './offline-client'

/** The current user: undefined while the session is being restored, null when signed out. */
export function useCurrentUser(): User | null | undefined {
  const [user, setUser] = useState<User | null>()
  useEffect(() => {
    let stop = () => {}
    let isUnmounted = false
    const open = async () => {
      const { session } = await loadOfflineClient()
      await session.ready
      if (isUnmounted) return
      const look = () => setUser(session.current()?.user ?? null)
      stop = session.subscribe(look)
      look()
    }
    // Without the offline client nobody can be signed in.
    open().catch(() => setUser(null))
    return () => {
      isUnmounted = true
      stop()
    }
  }, [])
  return user
}
