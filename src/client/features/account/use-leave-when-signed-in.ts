import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { consumeAddress } from '@/client/shell/remembered-address'
import type { User } from '@/contract/auth'
import { typedEmail } from './typed-email'

/** On to the remembered address or the profile (spec 4), as soon as somebody is signed in, here or in another tab. */
export function useLeaveWhenSignedIn(user: User | null | undefined, isStaying = false): void {
  const router = useRouter()
  const isLeaving = user !== undefined && user !== null && !isStaying
  useEffect(() => {
    if (!isLeaving) return
    typedEmail.set('')
    router.history.replace(rememberedAddress() ?? '/profile')
  }, [isLeaving, router])
}

function rememberedAddress(): string | undefined {
  try {
    return consumeAddress(window.sessionStorage, 'public')
  } catch {
    // Forbidden: then even access to it throws.
    return undefined
  }
}
