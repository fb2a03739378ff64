import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { storeReturnAddress } from '@/client/shared/session/return-address'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { tabStorage } from '@/offline/page/page-storage'
import { sessionOverState } from './session-over'

/**
 * The guard of a page that needs somebody signed in: remembers its address and goes to the login (rules 4.2), which tells whoever
 * was signed in here why.
 */
export function useSignInFirst(isSignedOut: boolean): void {
  const navigate = useNavigate()
  const router = useRouter()
  const user = useCurrentUser()
  const wasSignedIn = useRef(false)
  useEffect(() => {
    if (user) wasSignedIn.current = true
  }, [user])
  useEffect(() => {
    if (!isSignedOut) return
    storeReturnAddress(tabStorage(), router.state.location.href)
    const state = wasSignedIn.current ? sessionOverState() : {}
    void navigate({ to: '/login', search: {}, state, replace: true })
  }, [isSignedOut, navigate, router])
}
