import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { CallFailed, unwrap } from '@/client/shared/offline/call-failed'
import { failureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { retryJob } from '@/contract/back-office/back-office-jobs'
import * as m from '@/messages/compiled/messages.js'

/** Tries a given-up job again; called with its id. */
export function useRetryJob({ onRetried }: { onRetried: () => void }) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(retryJob, { params: { id } }))
    },
    networkMode: 'always',
    onSuccess: () => {
      toast.success(m.admin_dashboard_job_retried())
      onRetried()
    },
    onError: (error) =>
      toast.error(m.admin_dashboard_job_retry_failed(), {
        durationMs: 5000,
        ...(error instanceof CallFailed ? { description: failureText(error.outcome) } : {}),
      }),
    // Also when somebody else was first: then it is not there any more.
    onSettled: () => queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY }),
  })
}
