import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { STATE_LABELS } from '@/client/shared/programme/event-state'
import { Badge } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { deleteEvents } from '@/contract/back-office/back-office-events'
import type { ImportPreview } from '@/contract/back-office/import'
import type { GoneReason } from '@/domain/staff/import'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card, textLink } from 'styled-system/recipes'
import { STATUS_LABELS } from '@/client/back-office/shared/event-labels'
import { RowActions, RowButton } from '@/client/back-office/shared/table'
import { orPageHeading, useFinalFocus } from '@/client/back-office/shared/form-dialog'
import { useWrite } from '@/client/back-office/shared/use-write'

const StateDialog = lazyPart(
  async () => (await import('@/client/back-office/shared/state-dialog')).StateDialog,
)

type GoneEvent = ImportPreview['gone'][number]

const REASONS: Record<GoneReason, { text: () => string; tone: 'danger' | 'warning' }> = {
  cancelled: { text: m.import_gone_cancelled, tone: 'danger' },
  vanished: { text: m.import_gone_vanished, tone: 'warning' },
  ended: { text: m.import_gone_ended, tone: 'warning' },
}

interface ImportGoneProps {
  events: readonly GoneEvent[]
  /** A person has decided on this one: the import leaves it alone. `isUnchanged`: nothing else was stored. */
  onSettle: (id: string, how: { isUnchanged: boolean }) => void
}

/** Whether an import marks the event as cancelled: what the team says of it stands above its source. */
export function isToBeCancelled({ reason, state }: GoneEvent): boolean {
  return reason === 'cancelled' && state === undefined
}

export function ImportGone({ events, onSettle }: ImportGoneProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { finalFocus, markRemoved } = useFinalFocus(heading)
  const [deleting, setDeleting] = useState<GoneEvent>()
  const [stating, setStating] = useState<GoneEvent>()
  const remove = useWrite(deleteEvents, {
    done: () => m.admin_events_one_deleted(),
    failed: m.admin_events_one_delete_failed(),
  })
  if (events.length === 0) return null
  return (
    <section className={cx(card({ pad: true }), frame)}>
      <h2 ref={heading} tabIndex={-1} className={subtitle}>
        {m.import_gone()}
      </h2>
      <p>{m.import_gone_text()}</p>
      <ul className={list}>
        {events.map((event) => (
          <li key={event.id} className={row}>
            <div className={what}>
              <Link to="/backoffice/events/$id" params={{ id: event.id }} className={textLink()}>
                <bdi>{event.title}</bdi>
              </Link>{' '}
              ({STATUS_LABELS[event.status]()})
              <span className={cluster({ gap: '2' })}>
                <Badge tone={REASONS[event.reason].tone}>{REASONS[event.reason].text()}</Badge>
                {isToBeCancelled(event) ? m.import_gone_will() : null}
                {event.state ? m.import_gone_state({ state: STATE_LABELS[event.state]() }) : null}
              </span>
            </div>
            <RowActions>
              <RowButton
                name={m.admin_state_set_of({ title: event.title })}
                onClick={() => setStating(event)}
              >
                {m.admin_state_set()}
              </RowButton>
              <RowButton
                variant="danger"
                name={m.import_gone_delete_of({ title: event.title })}
                onClick={() => setDeleting(event)}
              >
                {m.import_gone_delete()}
              </RowButton>
              <Button
                variant="secondary"
                size="sm"
                aria-label={m.import_gone_keep_of({ title: event.title })}
                onClick={() => {
                  // The button goes with its row, and with the last row goes the heading.
                  orPageHeading(events.length > 1 ? heading.current : null)?.focus()
                  onSettle(event.id, { isUnchanged: true })
                }}
              >
                {m.import_gone_keep()}
              </Button>
            </RowActions>
          </li>
        ))}
      </ul>
      {stating ? (
        <StateDialog
          event={stating}
          onSaved={() => onSettle(stating.id, { isUnchanged: false })}
          onClose={() => setStating(undefined)}
        />
      ) : null}
      {deleting ? (
        <ConfirmDialog
          open
          onClose={() => setDeleting(undefined)}
          title={m.import_gone_delete_title()}
          description={m.import_gone_delete_text({ title: deleting.title })}
          confirmLabel={m.import_gone_delete()}
          cancelLabel={m.admin_cancel()}
          closeLabel={m.admin_close()}
          tone="danger"
          finalFocus={finalFocus}
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(
              { body: { event_ids: [deleting.id] } },
              {
                onSuccess: () => {
                  markRemoved()
                  onSettle(deleting.id, { isUnchanged: false })
                  setDeleting(undefined)
                },
              },
            )
          }
        />
      ) : null}
    </section>
  )
}

const frame = css({ display: 'grid', gap: '3', minWidth: '0' })
const subtitle = css({ textStyle: 'subheading' })
const list = css({ display: 'grid', gap: '3', listStyle: 'none', padding: '0', minWidth: '0' })
const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  alignItems: 'center',
  justifyContent: 'space-between',
  minWidth: '0',
})
const what = css({ display: 'grid', gap: '1', minWidth: '0', overflowWrap: 'anywhere' })
