import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useRef, useState } from 'react'
import { useInView } from '@/client/kit/use-in-view'
import { Button } from '@/client/ui/button'
import { EmptyState } from '@/client/ui/empty-state'
import { SelectField } from '@/client/ui/field'
import { Skeleton } from '@/client/ui/skeleton'
import { LiveRegion } from '@/client/ui/visually-hidden'
import type { BackOfficeEvent } from '@/contract/back-office-events'
import { EVENT_STATUSES } from '@/domain/event'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { reviewListQuery } from './back-office-queries'
import { LoadFailed } from './load-failed'
import { ReviewRow } from './review-row'
import { readReviewSearch, statusOf } from './review-search'
import { STATUS_LABELS } from './status-labels'
import { useReview } from './use-review'

const RejectDialog = lazy(async () => ({ default: (await import('./reject-dialog')).RejectDialog }))
const route = getRouteApi('/backoffice/events')

/** Events by status with approve and reject (spec 2.12); the newest submission first. */
export function ReviewListPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(reviewListQuery(statusOf(search)))
  const review = useReview(() => m.admin_event_status_failed())
  const [rejecting, setRejecting] = useState<BackOfficeEvent>()
  const heading = useRef<HTMLHeadingElement>(null)
  const end = useInView(list.hasNextPage && !list.isFetchingNextPage, () => void list.fetchNextPage())

  const send = async (event: BackOfficeEvent, action: 'approve' | 'reject', reason?: string) => {
    // A toast has shown the error already.
    await review.mutateAsync({ id: event.id, action, reason }).catch(() => undefined)
    setRejecting(undefined)
    // The row and its buttons may be gone now.
    heading.current?.focus()
  }
  const events = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className={frame}>
      <div className={head}>
        <h1 ref={heading} tabIndex={-1} className={title}>
          {m.admin_events_title()}
        </h1>
        <SelectField
          label={m.admin_filter_status()}
          value={search.status ?? 'ON_REVIEW'}
          options={[
            { value: 'all', label: m.admin_status_all() },
            ...EVENT_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status]() })),
          ]}
          onChange={(event) => void navigate({ search: readReviewSearch({ status: event.target.value }) })}
        />
      </div>
      {list.isPending ? <ListSkeleton /> : null}
      {list.isError ? (
        <LoadFailed title={m.admin_events_failed()} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isSuccess && events.length === 0 ? <EmptyState title={m.admin_events_none()} /> : null}
      <ul className={rows}>
        {events.map((event) => (
          <ReviewRow
            key={event.id}
            event={event}
            isBusy={review.isPending && review.variables.id === event.id}
            onApprove={() => void send(event, 'approve')}
            onReject={() => setRejecting(event)}
          />
        ))}
      </ul>
      {list.hasNextPage ? (
        <div ref={end} className={more}>
          <Button
            variant="secondary"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {m.admin_show_more()}
          </Button>
        </div>
      ) : null}
      {rejecting ? (
        <Suspense>
          <RejectDialog
            title={rejecting.title}
            isBusy={review.isPending}
            onClose={() => setRejecting(undefined)}
            onReject={(reason) => void send(rejecting, 'reject', reason)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

function ListSkeleton() {
  return (
    <div className={rows}>
      <LiveRegion>{m.admin_loading()}</LiveRegion>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height="6rem" />
      ))}
    </div>
  )
}

const frame = css({ display: 'grid', gap: '5', minWidth: '0' })
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4',
  alignItems: 'end',
  justifyContent: 'space-between',
})
const title = css({ textStyle: 'title', _focusVisible: { outline: 'none' } })
const rows = css({ display: 'grid', gap: '3', minWidth: '0' })
const more = css({ display: 'grid', justifyItems: 'center' })
