import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { CallFailed } from '@/client/shared/offline/call-failed'
import { failureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import * as m from '@/messages/compiled/messages.js'
import { eventQuery } from '@/client/back-office/layout/review/back-office-queries'
import { removeListedEvents } from '@/client/back-office/layout/lists/listed-events'
import { sendDeletion } from './event-calls'

/** Deletes an event for good; called with its id. */
export function useDeleteEvent() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: sendDeletion,
    networkMode: 'always',
    onSuccess: (_, id) => {
      toast.success(m.admin_event_deleted())
      removeListedEvents(queryClient, [id])
      // Its page is still there for a moment: it must not ask for what is gone.
      void queryClient.invalidateQueries({
        queryKey: BACK_OFFICE_KEY,
        predicate: ({ queryHash }) => queryHash !== JSON.stringify(eventQuery(id).queryKey),
      })
    },
    onError: (error) =>
      toast.error(m.admin_event_delete_failed(), {
        durationMs: 5000,
        ...(error instanceof CallFailed ? { description: failureText(error.outcome) } : {}),
      }),
  })
}
