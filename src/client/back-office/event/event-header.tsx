import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { EventReview } from './use-event-review'
import { Button } from '@/client/design-system/button'
import { Trash2Icon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { StateLine, StatedTitle } from '@/client/shared/programme/event-state'
import { Badge } from '@/client/design-system/badge'
import { type BackOfficeEvent, deleteEvent } from '@/contract/back-office/back-office-events'
import { isReviewable } from '@/domain/events/event'
import { STATUS_LABELS, STATUS_TONES } from '@/client/back-office/shared/event-labels'
import { eventQuery, updateLists } from '@/client/back-office/shared/back-office-queries'
import { isGone, useAction } from '@/client/back-office/shared/use-action'
import { useQueryClient } from '@tanstack/react-query'
import { css } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'

const RejectDialog = lazyPart(
  async () => (await import('@/client/back-office/shared/reject-dialog')).RejectDialog,
)
const ConfirmDialog = lazyPart(
  async () => (await import('@/client/design-system/overlays/confirm-dialog')).ConfirmDialog,
)

export function EventHeader({ event, eventReview }: { event: BackOfficeEvent; eventReview: EventReview }) {
  const [isDeleting, setDeleting] = useState(false)
  const { rejectingWith } = eventReview
  const queryClient = useQueryClient()
  const leave = () => {
    updateLists(queryClient, [event.id], undefined)
    eventReview.leaveDeleted()
  }
  const deletion = useAction({
    run: (id: string, api) => api.call(deleteEvent, { params: { id } }),
    done: () => [m.admin_event_deleted()],
    failed: () => m.admin_event_delete_failed(),
    gone: (id) => eventQuery(id).queryKey,
    onDone: leave,
    onFailed: (error) => (isGone(error) ? leave() : undefined),
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
          <Link to="/events/$id" params={{ id: event.id }} className={button({ variant: 'secondary' })}>
            {m.admin_view_public()}
          </Link>
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
          onConfirm={() => deletion.mutate(event.id)}
        />
      ) : null}
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
