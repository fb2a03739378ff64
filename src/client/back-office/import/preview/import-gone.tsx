import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyDialog } from '@/client/shared/loading/lazy-dialog'
import { Badge } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import { ConfirmDialog } from '@/client/design-system/confirm-dialog'
import { deleteEvents } from '@/contract/back-office/back-office-edits'
import type { ImportPreview } from '@/contract/back-office/import'
import type { GoneReason } from '@/domain/staff/import'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { card, textLink } from 'styled-system/recipes'
import { STATUS_LABELS } from '@/client/back-office/layout/review/status-labels'
import { RowActions } from '@/client/back-office/layout/lists/table'
import { useWrite } from '@/client/back-office/layout/dialogs/use-write'

const StateDialog = lazyDialog(
  async () => (await import('@/client/back-office/layout/states/state-dialog')).StateDialog,
)

type GoneEvent = ImportPreview['gone'][number]

const REASONS: Record<GoneReason, { text: () => string; tone: 'danger' | 'warning' }> = {
  cancelled: { text: m.import_gone_cancelled, tone: 'danger' },
  vanished: { text: m.import_gone_vanished, tone: 'warning' },
}

/** Lists events that are published here and gone at their source: a person decides on each. */
export function ImportGone({ events }: { events: readonly GoneEvent[] }) {
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState<GoneEvent>()
  const [stating, setStating] = useState<GoneEvent>()
  const settle = ({ id }: GoneEvent) => setSettled(new Set(settled).add(id))
  const remove = useWrite(deleteEvents, {
    done: () => m.admin_events_one_deleted(),
    failed: m.admin_events_one_delete_failed(),
  })
  const left = events.filter(({ id }) => !settled.has(id))
  if (left.length === 0) return null
  return (
    <section className={cx(card({ pad: true }), frame)}>
      <h2 className={subtitle}>{m.import_gone()}</h2>
      <p>{m.import_gone_text()}</p>
      <ul className={list}>
        {left.map((event) => (
          <li key={event.id} className={row}>
            <div className={what}>
              <Link to="/backoffice/events/$id" params={{ id: event.id }} className={textLink()}>
                <bdi>{event.title}</bdi>
              </Link>{' '}
              ({STATUS_LABELS[event.status]()})
              <span>
                <Badge tone={REASONS[event.reason].tone}>{REASONS[event.reason].text()}</Badge>
              </span>
            </div>
            <RowActions>
              <Button
                variant="secondary"
                size="sm"
                aria-label={m.admin_state_set_of({ title: event.title })}
                onClick={() => setStating(event)}
              >
                {m.admin_state_set()}
              </Button>
              <Button
                variant="danger"
                size="sm"
                aria-label={m.import_gone_delete_of({ title: event.title })}
                onClick={() => setDeleting(event)}
              >
                {m.import_gone_delete()}
              </Button>
              <Button
                variant="secondary"
                size="sm"
                aria-label={m.import_gone_keep_of({ title: event.title })}
                onClick={() => settle(event)}
              >
                {m.import_gone_keep()}
              </Button>
            </RowActions>
          </li>
        ))}
      </ul>
      {stating ? <StateDialog id={stating.id} onClose={() => setStating(undefined)} /> : null}
      {deleting ? (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => (isOpen ? undefined : setDeleting(undefined))}
          title={m.import_gone_delete_title()}
          description={m.import_gone_delete_text({ title: deleting.title })}
          confirmLabel={m.import_gone_delete()}
          cancelLabel={m.admin_cancel()}
          closeLabel={m.admin_close()}
          tone="danger"
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate(
              { body: { event_ids: [deleting.id] } },
              {
                onSuccess: () => {
                  settle(deleting)
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
