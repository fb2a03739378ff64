import { createFileRoute } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronLeftIcon, ChevronRightIcon, Trash2Icon } from 'lucide-react'
import { ActivityList } from '@/client/back-office/activity/activity-table'
import { eventQuery, updateLists } from '@/client/back-office/shared/back-office-queries'
import { STATUS_LABELS, STATUS_TONES } from '@/client/back-office/shared/event-labels'
import { queueSearchOf, readEventsSearch } from '@/client/back-office/shared/events-search'
import { useQuestion } from '@/client/back-office/shared/form-dialog'
import { text } from '@/client/back-office/shared/page'
import { RejectDialog } from '@/client/back-office/shared/reject-dialog'
import { KeyLegend, usePausedKeys, useShortcutKeys } from '@/client/back-office/shared/shortcut-keys'
import { countText } from '@/client/back-office/shared/table'
import { Badge } from '@/client/design-system/badge'
import { Button, IconButton } from '@/client/design-system/button'
import { searchTexts } from '@/client/shared/links/web-url'
import { StateLine, StatedTitle } from '@/client/shared/programme/event-state'
import { deleteEvent, type BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { isReviewable } from '@/domain/events/event'
import { EVENTS_SEARCH_KEYS } from '@/domain/staff/activity'
import { ButtonLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster, column, stack } from 'styled-system/patterns'
import { EventFacts } from './event-facts'
import { LoadedEvent } from './loaded-event'
import { useEventReview, type EventReview } from './use-event-review'

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

function EventHeader({ event, eventReview }: { event: BackOfficeEvent; eventReview: EventReview }) {
  const { ask, dialog } = useQuestion()
  const { rejectingWith } = eventReview
  const queryClient = useQueryClient()
  const remove = () =>
    ask({
      title: m.admin_event_delete_title(),
      text: m.admin_event_delete_text({ title: event.title }),
      confirmLabel: m.admin_event_delete(),
      done: m.admin_event_deleted(),
      failed: m.admin_event_delete_failed(),
      send: (api) => api.call(deleteEvent, { params: { id: event.id } }),
      gone: eventQuery(event.id).queryKey,
      onDone: () => {
        updateLists(queryClient, [event.id], undefined)
        eventReview.leaveDeleted()
      },
    })
  return (
    <header className={cluster({ gap: '4', align: 'end', justify: 'space-between' })}>
      <div className={stack({ gap: '2', align: 'start', minWidth: '0' })}>
        <Badge tone={STATUS_TONES[event.status]}>{STATUS_LABELS[event.status]()}</Badge>
        <h1 className={css({ textStyle: 'title' })}>
          <StatedTitle event={event} />
        </h1>
        <StateLine event={event} />
      </div>
      <div className={cluster()}>
        {isReviewable(event.status) ? (
          <div className={decision}>
            <Button busy={eventReview.isBusy} onClick={() => void eventReview.review('button', 'approve')}>
              {m.admin_approve()}
            </Button>
            <Button
              variant="secondary"
              busy={eventReview.isBusy}
              onClick={() => eventReview.setRejectingWith('button')}
            >
              {m.admin_reject()}
            </Button>
          </div>
        ) : null}
        {event.status === 'PUBLISHED' ? (
          <ButtonLink to="/events/$id" params={{ id: event.id }} variant="secondary">
            {m.admin_view_public()}
          </ButtonLink>
        ) : null}
        <ButtonLink
          to="/backoffice/events/$id/edit"
          params={{ id: event.id }}
          state={{ cameFrom: 'detail' }}
          variant="secondary"
        >
          {m.admin_event_edit()}
        </ButtonLink>
        <ButtonLink to="/backoffice/events/new" search={{ from: event.id }} variant="secondary">
          {m.admin_event_duplicate()}
        </ButtonLink>
        <Button variant="ghost" onClick={remove}>
          <Trash2Icon size="1.25rem" />
          {m.admin_event_delete()}
        </Button>
      </div>
      {rejectingWith === undefined ? null : (
        <RejectDialog
          events={[event]}
          draftOf={event.id}
          onClose={() => eventReview.setRejectingWith(undefined)}
          onReject={(reason) => eventReview.review(rejectingWith, 'reject', reason)}
        />
      )}
      {dialog}
    </header>
  )
}

// Stays in view on a phone, whatever of the event is being read.
const decision = css({
  display: 'flex',
  gap: '2',
  mdDown: {
    position: 'fixed',
    zIndex: 'header',
    insetInline: '0',
    bottom: '0',
    padding: '3',
    paddingBottom: '[max(0.75rem, env(safe-area-inset-bottom))]',
    borderTop: 'hairline',
    bg: 'bg.surface',
    '& > *': { flex: '1' },
  },
})

function EventPage() {
  const { id } = Route.useParams()
  const { queue, ...texts } = Route.useSearch()
  const search = queueSearchOf(readEventsSearch(texts))
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
const frame = column({ gap: '6', minWidth: '0', paddingBottom: { mdDown: '20' } })

export const Route = createFileRoute('/backoffice/events/$id')({
  // `queue`: one event after the other is reviewed, of the list with these filters.
  validateSearch: searchTexts('queue', ...EVENTS_SEARCH_KEYS),
  component: EventPage,
})
