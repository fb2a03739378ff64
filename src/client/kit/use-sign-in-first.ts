import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { rememberAddress } from '@/client/shell/remembered-address'
import { tabStorage } from '@/offline/page-storage'

/** The guard of a page that needs somebody signed in: remembers its address and goes to the login (spec 4). */
export function useSignInFirst(isSignedOut: boolean): void {
  const navigate = useNavigate()
  const router = useRouter()
  useEffect(() => {
    if (!isSignedOut) return
    rememberAddress(tabStorage(), router.state.location.href)
    void navigate({ to: '/login', search: {}, replace: true })
  }, [isSignedOut, navigate, router])
}
