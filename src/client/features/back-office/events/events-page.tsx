import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useRef, useState } from 'react'
import { SelectField } from '@/client/ui/field'
import type { BackOfficeEvent } from '@/contract/back-office-events'
import { EVENT_STATUSES } from '@/domain/event'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { eventsQuery } from '../back-office-queries'
import { PagedList } from '../paged-list'
import { EventRow } from './event-row'
import { readEventsSearch, statusOf } from './events-search'
import { STATUS_LABELS } from '../status-labels'
import { useReview } from '../use-review'

const RejectDialog = lazy(async () => ({ default: (await import('../reject-dialog')).RejectDialog }))
const route = getRouteApi('/backoffice/events')

/** Events by status with approve and reject (spec 2.12); the newest submission first. */
export function EventsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(eventsQuery(statusOf(search)))
  const review = useReview(() => m.admin_event_status_failed())
  const [rejecting, setRejecting] = useState<BackOfficeEvent>()
  const heading = useRef<HTMLHeadingElement>(null)

  const send = async (event: BackOfficeEvent, action: 'approve' | 'reject', reason?: string) => {
    // A toast has shown the error already.
    await review.mutateAsync({ id: event.id, action, reason }).catch(() => undefined)
    setRejecting(undefined)
    // The row and its buttons may be gone now.
    heading.current?.focus()
  }
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
          onChange={(event) => void navigate({ search: readEventsSearch({ status: event.target.value }) })}
        />
      </div>
      <PagedList list={list} empty={m.admin_events_none()} failed={m.admin_events_failed()}>
        {(events) => (
          <ul className={rows}>
            {events.map((event) => (
              <EventRow
                key={event.id}
                event={event}
                isBusy={review.isPending && review.variables.id === event.id}
                onApprove={() => void send(event, 'approve')}
                onReject={() => setRejecting(event)}
              />
            ))}
          </ul>
        )}
      </PagedList>
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
