import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { clearReturnAddress, storeReturnAddress } from '@/client/shared/session/return-address'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { whileSigningOut } from './use-current-user'

const WaitingEntriesDialog = lazyPart(
  async () => (await import('@/client/shared/outbox/waiting-entries-dialog')).WaitingEntriesDialog,
)

export type SignOutTarget = '/login' | '/backoffice/login'

/** In every tab. Whoever signs in next goes to the usual page, or to `thenTo` where this is only to sign in as somebody else. */
export function useSignOut(to: SignOutTarget, thenTo?: string) {
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const [leavingId, setLeavingId] = useState<string>()

  const leave = async () => {
    setLeavingId(undefined)
    await whileSigningOut(async () => {
      await signOut()
      await router.navigate({ to, replace: true })
    })
    // The page that was left may have remembered itself.
    if (thenTo === undefined) clearReturnAddress()
    else storeReturnAddress(thenTo)
  }
  const request = async () => {
    const userId = (await loadOfflineClient()).session.current()?.user.id
    if (userId !== undefined && (await hasUnsent(userId))) setLeavingId(userId)
    else await leave()
  }
  const run = (work: () => Promise<void>) => {
    setBusy(true)
    work()
      .catch((error: unknown) => report('Signing out failed.', error))
      .finally(() => setBusy(false))
  }
  return {
    request: () => run(request),
    isBusy,
    dialog: leavingId ? (
      <WaitingEntriesDialog
        userId={leavingId}
        purpose="sign-out"
        onClose={() => setLeavingId(undefined)}
        onSettled={() => run(leave)}
      />
    ) : null,
  }
}

/** Signs out without asking: the person has been asked, or the account is gone. Its notifications end with it (`resumePush`). */
export async function signOut(): Promise<void> {
  const { session, outbox } = await loadOfflineClient()
  await session.logout()
  await outbox.removeReceiptsExcept(null).catch(() => undefined)
}

/** A browser that forbids storage has no outbox. */
export async function hasUnsent(userId: string): Promise<boolean> {
  const { outbox } = await loadOfflineClient()
  const unsent = await outbox.unsentOf(userId).catch(() => undefined)
  return unsent !== undefined && unsent.entries + unsent.drafts > 0
}
