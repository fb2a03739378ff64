import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { dateText } from '@/client/shared/time/event-dates'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { Badge } from '@/client/design-system/badge'
import { Skeleton } from '@/client/design-system/skeleton'
import { getSubmitterHistory } from '@/contract/back-office/back-office-reviews'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { card, textLink } from 'styled-system/recipes'
import { STATUS_LABELS, STATUS_TONES } from '@/client/back-office/layout/review/status-labels'

function historyQuery(id: string) {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'submitter', id],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(getSubmitterHistory, { params: { id } }, { signal }))
    },
    networkMode: 'online',
    staleTime: 0,
  })
}

/** The other submissions from the same account or the same contact address. */
export function SubmitterHistory({ eventId }: { eventId: string }) {
  return (
    <section className={card({ pad: true })}>
      <div className={frame}>
        <h2 className={title}>{m.admin_event_submitter()}</h2>
        <History eventId={eventId} />
      </div>
    </section>
  )
}

function History({ eventId }: { eventId: string }) {
  const { data, isPending } = useQuery(historyQuery(eventId))
  if (data === undefined)
    return isPending ? <Skeleton height="4rem" /> : <p>{m.admin_event_submitter_failed()}</p>
  if (data.latest.length === 0) return <p className={muted}>{m.admin_event_submitter_none()}</p>
  const counts = { published: data.published, rejected: data.rejected, waiting: data.on_review }
  return (
    <>
      <p>{m.admin_event_submitter_counts(counts)}</p>
      <ul className={list}>
        {data.latest.map(({ id, title: name, status, created_at }) => (
          <li key={id} className={entry}>
            <Link to="/backoffice/events/$id" params={{ id }} className={textLink()}>
              {name}
            </Link>
            <span className={facts}>
              <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]()}</Badge>
              {dateText(created_at, getLocale())}
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

const frame = css({ display: 'grid', gap: '3', overflowWrap: 'anywhere' })
const title = css({ textStyle: 'label', color: 'fg.muted' })
const muted = css({ color: 'fg.muted' })
const list = css({ display: 'grid', gap: '3' })
const entry = css({ display: 'grid', gap: '1', justifyItems: 'start' })
const facts = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  alignItems: 'center',
  textStyle: 'small',
  color: 'fg.muted',
})
