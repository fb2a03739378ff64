import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { toast } from '@/client/shared/notifications/toast'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { undoReview } from '@/contract/back-office/back-office-reviews'
import * as m from '@/messages/compiled/messages.js'
import { eventQuery } from './back-office-queries'
import { updateReviewedEvents } from '@/client/back-office/layout/lists/listed-events'

/** Puts an event on review again, as long as nobody was told of its review; called with its id. */
export function useUndoReview(onUndone?: (event: BackOfficeEvent) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(undoReview, { params: { id } }))
    },
    networkMode: 'always',
    onSuccess: (event) => {
      queryClient.setQueryData(eventQuery(event.id).queryKey, event)
      updateReviewedEvents(queryClient, [event])
      toast.success(m.admin_event_undone({ title: event.title }))
      onUndone?.(event)
    },
    onError: () => toast.error(m.admin_event_undo_failed(), { durationMs: 5000 }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY }),
  })
}
