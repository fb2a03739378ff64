import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { consumeReturnAddress } from '@/client/shared/session/return-address'
import type { User } from '@/contract/accounts/auth'
import { tabStorage } from '@/offline/page/page-storage'
import { emailDraft } from './email-draft'

interface LeaveOptions {
  isStaying?: boolean
  /** Whether somebody signed in with the form of this page. */
  isByPassword?: boolean
}

/**
 * Goes on to the remembered address, as soon as somebody is signed in, here or in another tab. Where there is none it leads to the profile,
 * or after a sign-in with a provider to the home page (rules 4.2).
 */
export function useLeaveWhenSignedIn(
  user: User | null | undefined,
  { isStaying = false, isByPassword = false }: LeaveOptions = {},
): void {
  const router = useRouter()
  const wasSignedOut = useRef(false)
  const isSignedIn = user !== undefined && user !== null
  useEffect(() => {
    if (user === null) wasSignedOut.current = true
  }, [user])
  useEffect(() => {
    if (!isSignedIn || isStaying) return
    emailDraft.set('')
    const usual = wasSignedOut.current && !isByPassword ? '/' : '/profile'
    router.history.replace(consumeReturnAddress(tabStorage(), 'public') ?? usual)
  }, [isSignedIn, isStaying, isByPassword, router])
}
