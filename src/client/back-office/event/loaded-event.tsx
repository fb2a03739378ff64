import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { eventQuery } from '@/client/back-office/shared/back-office-queries'
import { ListSkeleton, LoadFailed } from '@/client/back-office/shared/page'
import { EmptyState } from '@/client/design-system/banner'
import { CallFailed } from '@/client/shared/offline/client-call'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { ButtonLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'

interface LoadedEventProps {
  id: string
  /** Its form keeps what is typed when the event is deleted. */
  isForm?: boolean
  children: (event: BackOfficeEvent) => ReactNode
}

/** An event once it is there, and what stands in its place before (rules 8: 'Event not found', 'Failed to load event'). */
export function LoadedEvent({ id, isForm = false, children }: LoadedEventProps) {
  const event = useQuery(eventQuery(id))
  const isMissing = event.error instanceof CallFailed && event.error.isMissing
  if (event.data !== undefined && (isForm || !isMissing)) return children(event.data)
  if (event.isFetching) return <ListSkeleton />
  if (!isMissing) return <LoadFailed title={m.admin_event_load_failed()} query={event} />
  return (
    <EmptyState
      level={1}
      title={m.admin_event_not_found()}
      actions={
        <ButtonLink to="/backoffice/events" variant="secondary">
          {m.admin_back_to_events()}
        </ButtonLink>
      }
    />
  )
}
