import { useState } from 'react'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { AskDialog } from '@/client/back-office/shared/form-dialog'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { isReviewable } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { text } from '@/client/back-office/shared/page'
import { RejectDialog } from '@/client/back-office/shared/reject-dialog'
import type { BatchAction } from '@/client/back-office/shared/review'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'
import { perhapsTheSame } from './event-row'

interface BatchDialogProps {
  action: BatchAction
  /** A review leaves out those that are not on review. */
  events: readonly BackOfficeEvent[]
  /** Whether a row's own button opened it: the reason is then a draft of that row. */
  isRow: boolean
  isBusy: boolean
  onClose: () => void
  /** Resolves with whether all of them are done. */
  onConfirm: (events: readonly BackOfficeEvent[], reason?: string) => Promise<boolean>
}

/** Asks before several events are reviewed, or any is rejected or deleted. */
export function BatchDialog(props: BatchDialogProps) {
  const { action, events, isRow, isBusy, onClose, onConfirm } = props
  const [withDoubles, setWithDoubles] = useState(false)
  const able = action === 'delete' ? events : events.filter(({ status }) => isReviewable(status))
  const doubles = action === 'approve' ? able.filter(({ duplicates }) => duplicates.length > 0) : []
  const chosen = withDoubles ? able : able.filter((event) => !doubles.includes(event))
  const n = chosen.length
  const left = events.length - able.length
  const note = left > 0 ? <p className={text.muted}>{m.admin_events_already_reviewed({ n: left })}</p> : null
  if (action === 'reject')
    return (
      <RejectDialog
        events={chosen}
        draftOf={isRow ? chosen[0]?.id : undefined}
        note={note}
        onClose={onClose}
        onReject={(reason) => onConfirm(chosen, reason)}
      />
    )
  return (
    <AskDialog
      onClose={onClose}
      title={action === 'delete' ? m.admin_events_delete_title({ n }) : m.admin_events_approve_title({ n })}
      description={action === 'delete' ? m.admin_events_delete_text() : m.admin_events_approve_text()}
      confirmLabel={action === 'delete' ? m.admin_events_delete() : m.admin_approve()}
      tone={action === 'delete' ? 'danger' : 'primary'}
      busy={isBusy}
      onConfirm={() => (n > 0 ? void onConfirm(chosen) : onClose())}
    >
      {action === 'delete' ? <Lines events={events} /> : null}
      {doubles.length > 0 ? (
        <section className={stack({ gap: '2' })} aria-label={m.admin_events_doubles({ n: doubles.length })}>
          <p>{m.admin_events_doubles({ n: doubles.length })}</p>
          <Lines events={doubles} />
          <Checkbox label={m.admin_events_doubles_too()} checked={withDoubles} onChange={setWithDoubles} />
        </section>
      ) : null}
      {note}
    </AskDialog>
  )
}

/** Scrolls when it is long, by keyboard too. */
function Lines({ events }: Pick<BatchDialogProps, 'events'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <ul className={lines} tabIndex={events.length > 5 ? 0 : undefined}>
      {events.map((event) => (
        <li key={event.id}>
          {event.title}
          {event.duplicates.length > 0 ? <p className={text.small}>{perhapsTheSame(event)}</p> : null}
        </li>
      ))}
    </ul>
  )
}

const lines = css({
  display: 'grid',
  gap: '1',
  maxHeight: '[200px]',
  overflowY: 'auto',
  overflowWrap: 'anywhere',
  fontWeight: 'medium',
})
