import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { searchTexts } from '@/client/shared/links/web-url'
import { ActivityList } from '@/client/back-office/activity/activity-table'
import { queueSearchOf, readEventsSearch } from '@/client/back-office/shared/events-search'
import { useEventReview, type EventReview } from './use-event-review'
import { IconButton } from '@/client/design-system/button'
import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { countText } from '@/client/back-office/shared/table'
import { KeyLegend, usePausedKeys, useShortcutKeys } from '@/client/back-office/shared/shortcut-keys'
import { EVENTS_SEARCH_KEYS } from '@/domain/staff/activity'
import { text } from '@/client/back-office/shared/page'
import { css } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'
import { EventFacts } from './event-facts'
import { LoadedEvent } from './loaded-event'
import { EventHeader } from './event-header'

const KEYS = [
  ['k', m.admin_event_key_back],
  ['j', m.admin_event_key_on],
  ['a', m.admin_approve],
  ['r', m.admin_reject],
  ['u', m.admin_event_undo],
] as const

function ReviewBar({ eventReview }: { eventReview: EventReview }) {
  const { place, total, isInQueue, isOnReview, hasProposal, isBusy, show } = eventReview
  const canDecide = isOnReview || hasProposal
  const isShown = canDecide || isInQueue
  const step = (id: string | undefined) =>
    !isShown || id === undefined || isBusy ? undefined : () => show(id)
  const [back, on] = [step(place.previous), step(place.next)]
  usePausedKeys(eventReview.rejectingWith !== undefined)
  useShortcutKeys({
    j: on,
    k: back,
    ...(isOnReview && {
      a: () => void eventReview.review('key', 'approve'),
      r: () => eventReview.setRejectingWith('key'),
    }),
  })
  if (!isShown) return null
  const isThere = { j: on !== undefined, k: back !== undefined, a: canDecide, r: canDecide, u: true }
  const positionText = eventReview.isOfProposals
    ? m.admin_event_queue_proposals
    : m.admin_event_queue_position
  return (
    <section className={cluster({ justify: 'space-between' })} aria-label={m.admin_event_queue()}>
      <div className={cluster()}>
        <IconButton
          label={m.admin_event_queue_previous()}
          icon={<ChevronLeftIcon size="1.25rem" />}
          aria-disabled={back === undefined}
          onClick={back}
        />
        <output className={position}>
          {place.position === undefined || total === undefined
            ? m.admin_event_queue()
            : positionText({ n: countText(place.position), total: countText(total) })}
        </output>
        <IconButton
          label={m.admin_event_queue_next()}
          icon={<ChevronRightIcon size="1.25rem" />}
          aria-disabled={on === undefined}
          onClick={on}
        />
      </div>
      <KeyLegend keys={KEYS.filter(([key]) => isThere[key])} />
    </section>
  )
}

const position = css({ textStyle: 'label', color: 'fg.muted' })

const route = getRouteApi('/backoffice/events/$id')

function EventPage() {
  const { id } = route.useParams()
  const { queue, ...texts } = route.useSearch()
  const address = JSON.stringify(texts)
  // The same object while the address is the same.
  const search = useMemo(
    () => queueSearchOf(readEventsSearch(JSON.parse(address) as typeof texts)),
    [address],
  )
  const eventReview = useEventReview({ id, search, isInQueue: queue !== undefined })
  return (
    <article className={frame}>
      <ReviewBar eventReview={eventReview} />
      <LoadedEvent id={id}>
        {(event) => (
          <>
            <EventHeader key={`${event.id} ${event.status}`} event={event} eventReview={eventReview} />
            <EventFacts key={event.id} event={event} eventReview={eventReview} />
            <section className={stack({ gap: '3' })} aria-labelledby="activity-of">
              <h2 id="activity-of" className={text.heading}>
                {m.admin_activity_of_title()}
              </h2>
              <ActivityList
                key={`${event.id} ${event.revision}`}
                filter={{ subject_id: event.id }}
                isOfSubject
              />
            </section>
          </>
        )}
      </LoadedEvent>
    </article>
  )
}

// Room for the buttons that stay in view on a phone.
const frame = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '6',
  minWidth: '0',
  paddingBottom: { mdDown: '20' },
})

export const Route = createFileRoute('/backoffice/events/$id')({
  // `queue`: one event after the other is reviewed, of the list with these filters.
  validateSearch: searchTexts('queue', ...EVENTS_SEARCH_KEYS),
  component: EventPage,
})
