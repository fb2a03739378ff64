import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { BATCH_MAX } from '@/contract/back-office/back-office-events'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { isReviewable } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { RejectDialog } from '@/client/back-office/shared/reject-dialog'
import { Titles } from './use-batch'
import type { Batch, BatchAction } from './use-batch'

interface BatchDialogProps {
  action: BatchAction
  /** The selected events that are loaded; a review leaves out those that are not on review. */
  events: readonly BackOfficeEvent[]
  /** All that match the filter, loaded or not, in place of `events`. */
  ids?: readonly string[] | undefined
  /** Whether a row's own button opened it: the reason is then a draft of that row. */
  isRow: boolean
  isBusy: boolean
  sent: number
  finalFocus: () => HTMLElement | null
  onStop: () => void
  onClose: () => void
  onConfirm: (chosen: Pick<Batch, 'ids' | 'events'>, reason?: string) => void
}

export function BatchDialog(props: BatchDialogProps) {
  const { action, events, isBusy, sent, finalFocus, onClose, onConfirm } = props
  const chosen = action === 'delete' ? events : events.filter(({ status }) => isReviewable(status))
  const ids = props.ids ?? chosen.map(({ id }) => id)
  const n = ids.length
  // The server leaves them out where all are selected.
  const remaining = props.ids === undefined ? events.length - chosen.length : 0
  const note = (
    <>
      {remaining > 0 ? <p className={muted}>{m.admin_events_already_reviewed({ n: remaining })}</p> : null}
      {isBusy && n > BATCH_MAX ? <Progress sent={sent} total={n} /> : null}
    </>
  )
  // One call can't be called back; of several the rest need not be sent.
  const stop = n > BATCH_MAX ? { label: m.admin_events_stop(), onStop: props.onStop } : undefined
  if (action === 'reject')
    return (
      <RejectDialog
        title={chosen[0]?.title ?? ''}
        // An address may be among those that are not loaded.
        isUnmailed={props.ids === undefined && chosen.every(({ email }) => email === '')}
        draftOf={props.isRow ? ids.join(' ') : ids}
        {...((n > 1 || remaining > 0) && { count: n, note })}
        isBusy={isBusy}
        stop={stop}
        finalFocus={finalFocus}
        onClose={onClose}
        onReject={(reason) => onConfirm({ ids, events: chosen }, reason)}
      />
    )
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={action === 'delete' ? m.admin_events_delete_title({ n }) : m.admin_events_approve_title({ n })}
      description={action === 'delete' ? m.admin_events_delete_text() : m.admin_events_approve_text()}
      confirmLabel={action === 'delete' ? m.admin_events_delete() : m.admin_approve()}
      cancelLabel={m.admin_cancel()}
      closeLabel={m.admin_close()}
      tone={action === 'delete' ? 'danger' : 'primary'}
      busy={isBusy}
      stop={stop}
      finalFocus={finalFocus}
      onConfirm={() => onConfirm({ ids, events: chosen })}
    >
      {action === 'delete' ? <Titles events={chosen} others={n - chosen.length} /> : null}
      {note}
    </ConfirmDialog>
  )
}

function Progress({ sent, total }: { sent: number; total: number }) {
  return (
    <label className={progress}>
      {m.admin_events_progress({ done: sent, total })}
      <progress value={sent} max={total} className={bar} />
    </label>
  )
}

const progress = css({ display: 'grid', gap: '1' })
const bar = css({ width: 'full', accentColor: 'var(--colors-sea-fg)' })
const muted = css({ color: 'fg.muted' })
