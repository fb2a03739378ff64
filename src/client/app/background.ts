import type { QueryClient } from '@tanstack/react-query'
import { clearSignedOutAccounts } from '@/client/shared/session/account-queries'
import { startProgrammeSync } from '@/client/shared/programme/programme-sync'
import { followUpdates } from '@/client/shared/pwa/app-update'

/**
 * The work of a page beside what it shows: registers the worker (the app works as a website without one), delivers the outbox (the
 * offline client does so once it is loaded), syncs, wipes.
 */
export function startInBackground(queryClient: QueryClient): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) followUpdates()
  startProgrammeSync(queryClient)
  clearSignedOutAccounts(queryClient).catch(() => undefined)
}
