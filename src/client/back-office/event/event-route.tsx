import { createFileRoute, getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useEffect, useRef, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { EVENTS_SEARCH_KEYS } from '@/client/back-office/shared/events-search-keys'
import { searchTexts } from '@/client/shared/links/web-url'
import { ActivityOf } from '@/client/back-office/activity/activity-table'
import { queueSearchOf, readEventsSearch } from '@/client/back-office/shared/events-search'
import { useEventReview } from './use-event-review'
import type { EventReview } from './use-event-review'
import { IconButton, Button } from '@/client/design-system/button'
import { ChevronLeftIcon, ChevronRightIcon, TrashIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { countText } from '@/client/back-office/shared/table'
import { KeyCap, usePausedKeys, useShortcutKeys } from '@/client/back-office/shared/shortcut-keys'
import { ShortcutsButton } from '@/client/back-office/shared/shortcuts-button'
import { useStoredChoice } from '@/client/back-office/shared/stored-choice'
import { StateLine, StatedTitle } from '@/client/shared/programme/event-state'
import { Badge } from '@/client/design-system/badge'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { isReviewable } from '@/domain/events/event'
import { STATUS_LABELS, STATUS_TONES } from '@/client/back-office/shared/event-labels'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { CallFailed } from '@/client/shared/offline/client-call'
import { failureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { deleteEvent } from '@/contract/back-office/back-office-events'
import { callApi, eventQuery, removeListedEvents } from '@/client/back-office/shared/back-office-queries'
import { isGone } from '@/client/back-office/shared/use-write'
import { css, cx } from 'styled-system/css'
import { input, button } from 'styled-system/recipes'
import { EventFacts } from './event-facts'
import { LoadedEvent } from './loaded-event'

const RejectDialog = lazyPart(
  async () => (await import('@/client/back-office/shared/reject-dialog')).RejectDialog,
)
const ConfirmDialog = lazyPart(
  async () => (await import('@/client/design-system/overlays/confirm-dialog')).ConfirmDialog,
)

export function EventHeader({ event, eventReview }: { event: BackOfficeEvent; eventReview: EventReview }) {
  const [isDeleting, setDeleting] = useState(false)
  const deletion = useDeleteEvent()
  const heading = useRef<HTMLHeadingElement>(null)
  // The queue may arrive later: by then the focus is where the reviewer has put it.
  const [isInQueue] = useState(eventReview.isInQueue)
  // The event before, and the button that was pressed, are gone: a screen reader goes on here.
  useEffect(() => {
    if (isInQueue) heading.current?.focus()
  }, [isInQueue])
  return (
    <header className={head}>
      <div className={text}>
        <Badge tone={STATUS_TONES[event.status]}>{STATUS_LABELS[event.status]()}</Badge>
        <h1 ref={heading} tabIndex={-1} className={title}>
          <StatedTitle event={event} />
        </h1>
        <StateLine event={event} />
      </div>
      <div className={actions}>
        {isReviewable(event.status) ? (
          <div className={decision}>
            <Button busy={eventReview.isBusy} onClick={() => eventReview.review('button', 'approve')}>
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
        <Link
          to="/backoffice/events/$id/edit"
          params={{ id: event.id }}
          state={{ cameFrom: 'detail' }}
          className={button({ variant: 'secondary' })}
        >
          {m.admin_event_edit()}
        </Link>
        <Link
          to="/backoffice/events/new"
          search={{ from: event.id }}
          className={button({ variant: 'secondary' })}
        >
          {m.admin_event_duplicate()}
        </Link>
        <Button variant="ghost" onClick={() => setDeleting(true)}>
          <TrashIcon size={20} />
          {m.admin_event_delete()}
        </Button>
      </div>
      {eventReview.rejectingWith === undefined ? null : (
        <RejectDialog
          title={event.title}
          isUnmailed={event.email === ''}
          draftOf={event.id}
          isBusy={eventReview.isBusy}
          onClose={() => eventReview.setRejectingWith(undefined)}
          onReject={(reason) => eventReview.review(eventReview.rejectingWith ?? 'button', 'reject', reason)}
        />
      )}
      {isDeleting ? (
        <ConfirmDialog
          open
          onClose={() => setDeleting(false)}
          title={m.admin_event_delete_title()}
          description={m.admin_event_delete_text({ title: event.title })}
          confirmLabel={m.admin_event_delete()}
          cancelLabel={m.admin_cancel()}
          closeLabel={m.admin_close()}
          tone="danger"
          busy={deletion.isPending}
          onConfirm={() =>
            deletion.mutate(event.id, {
              onSuccess: eventReview.leaveDeleted,
              onError: (error) => (isGone(error) ? eventReview.leaveDeleted() : undefined),
            })
          }
        />
      ) : null}
    </header>
  )
}

const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4',
  alignItems: 'end',
  justifyContent: 'space-between',
})
const text = css({ display: 'grid', gap: '2', justifyItems: 'start', minWidth: '0' })
const title = css({ textStyle: 'title', overflowWrap: 'anywhere', _focusVisible: { outline: 'none' } })
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '2' })
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

function useDeleteEvent() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => callApi(deleteEvent, { params: { id } }),
    networkMode: 'always',
    onSuccess: () => toast.success(m.admin_event_deleted()),
    onError: (error) =>
      toast.error(m.admin_event_delete_failed(), {
        durationMs: 5000,
        ...(error instanceof CallFailed ? { description: failureText(error.outcome) } : {}),
      }),
    onSettled: (_, error, id) => {
      if (error !== null && !isGone(error)) return
      removeListedEvents(queryClient, [id])
      // Its page is still there for a moment: it must not ask for what is gone.
      void queryClient.invalidateQueries({
        queryKey: BACK_OFFICE_KEY,
        predicate: ({ queryHash }) => queryHash !== JSON.stringify(eventQuery(id).queryKey),
      })
    },
  })
}

const KEYS = [
  ['j', m.admin_event_key_next],
  ['k', m.admin_event_key_previous],
  ['a', m.admin_event_key_approve],
  ['r', m.admin_event_key_reject],
] as const

function ReviewBar({ eventReview }: { eventReview: EventReview }) {
  const { place, total, isInQueue, isOnReview, hasProposal, isBusy, show } = eventReview
  const [keySetting] = useStoredChoice('back-office-shortcuts')
  const step = (id: string | undefined) => (id === undefined || isBusy ? undefined : () => show(id))
  const keys = {
    j: step(place.next),
    k: step(place.previous),
    a: isOnReview ? () => eventReview.review('key', 'approve') : undefined,
    r: isOnReview ? () => eventReview.setRejectingWith('key') : undefined,
  }
  const isShown = isOnReview || hasProposal || isInQueue
  usePausedKeys(eventReview.rejectingWith !== undefined)
  useShortcutKeys(isShown ? presentOf(keys) : {})
  if (!isShown) return null
  return (
    <section className={bar} aria-label={m.admin_event_queue()}>
      <div className={part}>
        <IconButton
          label={m.admin_event_queue_previous()}
          icon={<ChevronLeftIcon size={20} />}
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
          icon={<ChevronRightIcon size={20} />}
          aria-disabled={keys.j === undefined}
          onClick={keys.j}
        />
        <QueueOrder eventReview={eventReview} />
      </div>
      <div className={part}>
        {keySetting === 'on' ? (
          <Legend
            isThere={{
              ...keys,
              a: isOnReview || hasProposal,
              r: isOnReview || hasProposal,
              u: eventReview.undo,
            }}
          />
        ) : null}
        <ShortcutsButton keys={KEYS} />
      </div>
    </section>
  )
}

const ORDERS = { oldest: m.admin_events_sort_oldest, soonest: m.admin_events_sort_soonest } as const

/** The choice of the event that comes next, stored by this browser. A list that is sorted in another way is walked as it is. */
function QueueOrder({ eventReview: { sort, setOrder } }: { eventReview: EventReview }) {
  return (
    <select
      className={cx(input({ kind: 'select' }), order)}
      aria-label={m.admin_event_queue_order()}
      value={sort}
      onChange={({ target }) => setOrder(target.value === 'soonest' ? 'soonest' : 'oldest')}
    >
      {sort === 'newest' ? <option value="newest">{m.admin_events_sort_newest()}</option> : null}
      {Object.entries(ORDERS).map(([value, label]) => (
        <option key={value} value={value}>
          {label()}
        </option>
      ))}
    </select>
  )
}

type Keys = Readonly<Partial<Record<string, (() => void) | undefined>>>

function presentOf(keys: Keys): Record<string, () => void> {
  const present: Record<string, () => void> = {}
  for (const [key, action] of Object.entries(keys)) if (action !== undefined) present[key] = action
  return present
}

/** The meaning of the keys now; the dialog says it to screen readers. */
function Legend({ isThere }: { isThere: Readonly<Record<string, unknown>> }) {
  const lines = [
    ['k', m.admin_event_key_back],
    ['j', m.admin_event_key_on],
    ['a', m.admin_approve],
    ['r', m.admin_reject],
    ['u', m.admin_event_undo],
  ] as const
  return (
    <span className={legend} aria-hidden>
      {lines.map(([key, label]) =>
        isThere[key] ? (
          <span key={key} className={part}>
            <KeyCap>{key}</KeyCap>
            {label()}
          </span>
        ) : null,
      )}
    </span>
  )
}

const bar = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  alignItems: 'center',
  justifyContent: 'space-between',
})
const order = css({ width: '[auto]', minWidth: '0', maxWidth: 'full' })
const position = css({ textStyle: 'label', color: 'fg.muted' })
const part = css({ display: 'flex', flexWrap: 'wrap', gap: '2', alignItems: 'center', minWidth: '0' })
// A device without a keyboard has no room for it, either.
const legend = css({
  display: { base: 'none', md: 'flex' },
  flexWrap: 'wrap',
  columnGap: '4',
  rowGap: '1',
  textStyle: 'small',
  color: 'fg.muted',
})

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
