import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { EVENTS_SEARCH_KEYS } from '@/client/back-office/shared/events-search-keys'
import { searchTexts } from '@/client/shared/links/web-url'
import { ActivityOf } from '@/client/back-office/activity/activity-table'
import { queueSearchOf, readEventsSearch } from '@/client/back-office/shared/events-search'
import { useEventReview, type EventReview } from './use-event-review'
import { IconButton } from '@/client/design-system/button'
import { ChevronLeftIcon, ChevronRightIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { countText } from '@/client/back-office/shared/table'
import { KeyLegend, usePausedKeys, useShortcutKeys } from '@/client/back-office/shared/shortcut-keys'
import { css } from 'styled-system/css'
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
  const step = (id: string | undefined) => (id === undefined || isBusy ? undefined : () => show(id))
  const keys = {
    j: step(place.next),
    k: step(place.previous),
    a: isOnReview ? () => eventReview.review('key', 'approve') : undefined,
    r: isOnReview ? () => eventReview.setRejectingWith('key') : undefined,
  }
  const canDecide = isOnReview || hasProposal
  const isThere = { j: keys.j !== undefined, k: keys.k !== undefined, a: canDecide, r: canDecide, u: true }
  const isShown = isOnReview || hasProposal || isInQueue
  usePausedKeys(eventReview.rejectingWith !== undefined)
  useShortcutKeys(isShown ? presentOf(keys) : {})
  if (!isShown) return null
  return (
    <section className={bar} aria-label={m.admin_event_queue()}>
      <div className={part}>
        <IconButton
          label={m.admin_event_queue_previous()}
          icon={<ChevronLeftIcon size="1.25rem" />}
          aria-disabled={keys.k === undefined}
          onClick={keys.k}
        />
        <output className={position}>
          {place.position === undefined || total === undefined
            ? m.admin_event_queue()
            : (eventReview.isOfProposals ? m.admin_event_queue_proposals : m.admin_event_queue_position)({
                n: countText(place.position),
                total: countText(total),
              })}
        </output>
        <IconButton
          label={m.admin_event_queue_next()}
          icon={<ChevronRightIcon size="1.25rem" />}
          aria-disabled={keys.j === undefined}
          onClick={keys.j}
        />
      </div>
      <KeyLegend keys={KEYS.filter(([key]) => isThere[key])} />
    </section>
  )
}

type Keys = Readonly<Partial<Record<string, (() => void) | undefined>>>

function presentOf(keys: Keys): Record<string, () => void> {
  const present: Record<string, () => void> = {}
  for (const [key, action] of Object.entries(keys)) if (action !== undefined) present[key] = action
  return present
}

const bar = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  alignItems: 'center',
  justifyContent: 'space-between',
})
const position = css({ textStyle: 'label', color: 'fg.muted' })
const part = css({ display: 'flex', flexWrap: 'wrap', gap: '2', alignItems: 'center', minWidth: '0' })
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
            <ActivityOf key={`${event.id} ${event.revision}`} subjectId={event.id} />
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
