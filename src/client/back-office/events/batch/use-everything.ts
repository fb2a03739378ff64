import { useQuery, useQueryClient } from '@tanstack/react-query'
import { failureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { outcomeOf } from '@/client/shared/offline/call-failed'
import * as m from '@/messages/compiled/messages.js'
import { eventIdsQuery } from '@/client/back-office/layout/lists/event-ids-query'
import type { EventsFilter } from '@/client/back-office/layout/lists/search/events-search'
import type { BatchAction } from './use-batch'

/** All events that match a filter, counted once all that are loaded are selected and there are more. */
export function useEverything(filter: EventsFilter, { isOffered }: { isOffered: boolean }) {
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...eventIdsQuery(filter), enabled: isOffered })
  return {
    total: isOffered ? data?.total : undefined,
    /** The ids for an action: only what is on review can be reviewed. Undefined after a failure, which a toast has said. */
    idsFor: async (action: BatchAction): Promise<string[] | undefined> => {
      const wanted = action === 'delete' ? filter : { ...filter, status: 'ON_REVIEW' as const }
      try {
        return (await queryClient.fetchQuery(eventIdsQuery(wanted))).ids
      } catch (error) {
        toast.error(m.admin_events_failed(), { description: failureText(outcomeOf(error)) })
        return undefined
      }
    },
  }
}
