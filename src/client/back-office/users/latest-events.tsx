import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dateTimeText } from '@/client/shared/time/event-dates'
import { Badge } from '@/client/design-system/badge'
import type { BackOfficeUser } from '@/contract/back-office/back-office-people'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card, textLink } from 'styled-system/recipes'
import { LoadFailed } from '@/client/back-office/layout/lists/load-failed'
import { ListSkeleton } from '@/client/back-office/layout/lists/paged-list'
import { STATUS_LABELS, STATUS_TONES } from '@/client/back-office/layout/review/status-labels'
import { latestEventsQuery } from './users-queries'

/** The five latest submissions of a person, and the way to all of them. */
export function LatestEvents({ user: { id, name } }: { user: BackOfficeUser }) {
  const events = useQuery(latestEventsQuery(id))
  return (
    <section className={frame}>
      <div className={cluster({ gap: '4', justify: 'space-between' })}>
        <h2 className={heading}>{m.admin_people_events()}</h2>
        <Link
          to="/backoffice/events"
          search={{ user_id: id }}
          className={textLink()}
          aria-label={m.admin_people_view_all_of({ name })}
        >
          {m.admin_people_view_all()}
        </Link>
      </div>
      {events.isPending ? <ListSkeleton /> : null}
      {events.isError ? (
        <LoadFailed title={m.admin_events_failed()} error={events.error} onRetry={() => events.refetch()} />
      ) : null}
      {events.data?.length === 0 ? <p className={muted}>{m.admin_people_events_none()}</p> : null}
      <ul className={rows}>
        {events.data?.map((event) => (
          <li key={event.id} className={cx(card({ pad: true }), row)}>
            <Link to="/backoffice/events/$id" params={{ id: event.id }} className={textLink()}>
              {event.title}
            </Link>
            <span className={cluster({ gap: '2' })}>
              <Badge tone={STATUS_TONES[event.status]}>{STATUS_LABELS[event.status]()}</Badge>
              <span className={muted}>
                {m.admin_submitted({ when: dateTimeText(event.created_at, getLocale()) })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const frame = css({ display: 'grid', gap: '3', minWidth: '0' })
const heading = css({ textStyle: 'subheading' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
const rows = css({ display: 'grid', gap: '3', minWidth: '0' })
const row = css({ display: 'grid', gap: '1', overflowWrap: 'anywhere' })
