import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { CallFailed } from '@/client/kit/call-failed'
import { EmptyState } from '@/client/ui/empty-state'
import { Skeleton } from '@/client/ui/skeleton'
import type { BackOfficeEvent } from '@/contract/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import { button } from 'styled-system/recipes'
import { eventQuery } from '../back-office-queries'
import { LoadFailed } from '../load-failed'

/** An event once it is there, and what stands in its place before (spec 8: 'Event not found', 'Failed to load event'). */
export function LoadedEvent({
  id,
  children,
}: {
  id: string
  children: (event: BackOfficeEvent) => ReactNode
}) {
  const event = useQuery(eventQuery(id))
  if (event.data !== undefined) return children(event.data)
  if (event.isPending) return <Skeleton height="24rem" />
  const isMissing = event.error instanceof CallFailed && event.error.isMissing
  return isMissing ? (
    <EmptyState
      level={1}
      title={m.admin_event_not_found()}
      actions={
        <Link to="/backoffice/events" search={{}} className={button({ variant: 'secondary' })}>
          {m.admin_back_to_events()}
        </Link>
      }
    />
  ) : (
    <LoadFailed title={m.admin_event_load_failed()} onRetry={() => void event.refetch()} />
  )
}
