import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/kit/account-queries'
import { unwrap } from '@/client/kit/call-failed'
import { loadOfflineClient } from '@/client/shell/offline-client'
import { toast } from '@/client/shell/toast'
import type { BackOfficeEvent } from '@/contract/back-office-events'
import { undoReview } from '@/contract/back-office-reviews'
import * as m from '@/messages/compiled/messages.js'
import { eventQuery } from './back-office-queries'
import { updateReviewedEvents } from './listed-events'

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
