import { useQuery } from '@tanstack/react-query'
import { Link, getRouteApi, useNavigate } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import { CallFailed } from '@/client/kit/call-failed'
import { Badge } from '@/client/ui/badge'
import { Button } from '@/client/ui/button'
import { EmptyState } from '@/client/ui/empty-state'
import { Skeleton } from '@/client/ui/skeleton'
import type { BackOfficeEvent } from '@/contract/back-office-events'
import { isReviewable } from '@/domain/event'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { button } from 'styled-system/recipes'
import { eventQuery } from '../back-office-queries'
import { LoadFailed } from '../load-failed'
import { EventFacts } from './event-facts'
import { STATUS_LABELS, STATUS_TONES } from '../status-labels'
import { useReview } from '../use-review'

const RejectDialog = lazy(async () => ({ default: (await import('../reject-dialog')).RejectDialog }))
const route = getRouteApi('/backoffice/events/$id')

/** One event in full (spec 2.12). After a review the list is next. */
export function EventPage() {
  const { id } = route.useParams()
  const event = useQuery(eventQuery(id))
  if (event.isPending) return <Skeleton height="24rem" />
  if (event.isError) {
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
  return <ReviewEvent event={event.data} />
}

function ReviewEvent({ event }: { event: BackOfficeEvent }) {
  const navigate = useNavigate()
  const [isRejecting, setRejecting] = useState(false)
  const review = useReview((action) =>
    action === 'approve' ? m.admin_event_approve_failed() : m.admin_event_reject_failed(),
  )
  const send = (action: 'approve' | 'reject', reason?: string) =>
    review.mutate(
      { id: event.id, action, reason },
      { onSuccess: () => void navigate({ to: '/backoffice/events', search: {} }) },
    )
  return (
    <article className={frame}>
      <header className={head}>
        <div className={text}>
          <Badge tone={STATUS_TONES[event.status]}>{STATUS_LABELS[event.status]()}</Badge>
          <h1 className={title}>{event.title}</h1>
        </div>
        {isReviewable(event.status) ? (
          <div className={actions}>
            <Button busy={review.isPending} onClick={() => send('approve')}>
              {m.admin_approve()}
            </Button>
            <Button variant="secondary" busy={review.isPending} onClick={() => setRejecting(true)}>
              {m.admin_reject()}
            </Button>
          </div>
        ) : null}
      </header>
      <EventFacts event={event} />
      {isRejecting ? (
        <Suspense>
          <RejectDialog
            title={event.title}
            isBusy={review.isPending}
            onClose={() => setRejecting(false)}
            onReject={(reason) => send('reject', reason)}
          />
        </Suspense>
      ) : null}
    </article>
  )
}

const frame = css({ display: 'grid', gap: '6', minWidth: '0' })
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4',
  alignItems: 'end',
  justifyContent: 'space-between',
})
const text = css({ display: 'grid', gap: '2', justifyItems: 'start', minWidth: '0' })
const title = css({ textStyle: 'title', overflowWrap: 'anywhere' })
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '2' })
