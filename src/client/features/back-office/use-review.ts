import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/kit/account-queries'
import { CallFailed } from '@/client/kit/call-failed'
import { refusalText } from '@/client/kit/refusal-text'
import { toast } from '@/client/shell/toast'
import * as m from '@/messages/compiled/messages.js'
import { sendReview } from './back-office-queries'

/** Approves or rejects one event, with a toast for the result (spec 8). `failed` is the error text of the screen. */
export function useReview(failed: (action: 'approve' | 'reject') => string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: sendReview,
    networkMode: 'always',
    onSuccess: (_, { action }) => {
      toast.success(action === 'approve' ? m.admin_event_approved() : m.admin_event_rejected())
    },
    onError: (error, { action }) => {
      const why = error instanceof CallFailed ? reasonOf(error) : undefined
      toast.error(failed(action), { durationMs: 5000, ...(why ? { description: why } : {}) })
    },
    // Also after a failure: somebody else may have reviewed it.
    onSettled: () => queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY }),
  })
}

function reasonOf({ outcome }: CallFailed): string | undefined {
  return outcome.kind === 'refused' ? refusalText(outcome) : m.admin_unreachable()
}
