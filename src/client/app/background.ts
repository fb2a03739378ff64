import type { QueryClient } from '@tanstack/react-query'
import { clearSignedOutAccounts } from '@/client/shared/session/account-queries'
import { startProgrammeSync } from '@/client/shared/programme/programme-sync'

/** The work of a page beside what it shows: delivers the outbox (the offline client does so once it is loaded), syncs, wipes. */
export function startInBackground(queryClient: QueryClient): void {
  startProgrammeSync(queryClient)
  clearSignedOutAccounts(queryClient).catch(() => undefined)
}
