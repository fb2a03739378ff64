import { ConfirmDialog } from '@/client/design-system/confirm-dialog'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { isReviewable } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { RejectDialog } from '@/client/back-office/layout/review/reject-dialog'
import { Titles } from './titles'
import type { BatchAction } from './use-batch'

interface BatchDialogProps {
  action: BatchAction
  /** What was selected; a review leaves out what is not on review. */
  events: readonly BackOfficeEvent[]
  isBusy: boolean
  /** As of `Dialog`. */
  finalFocus: () => HTMLElement | null
  onClose: () => void
  onConfirm: (events: readonly BackOfficeEvent[], reason?: string) => void
}

/** Confirms what is about to be done to one event or to several (rules 2.12). */
export function BatchDialog({ action, events, isBusy, finalFocus, onClose, onConfirm }: BatchDialogProps) {
  const chosen = action === 'delete' ? events : events.filter(({ status }) => isReviewable(status))
  const left = events.length - chosen.length
  const note = left > 0 ? <p className={muted}>{m.admin_events_already_reviewed({ n: left })}</p> : null
  if (action === 'reject')
    return (
      <RejectDialog
        title={chosen[0]?.title ?? ''}
        {...(events.length > 1 && { count: chosen.length, note })}
        isBusy={isBusy}
        finalFocus={finalFocus}
        onClose={onClose}
        onReject={(reason) => onConfirm(chosen, reason)}
      />
    )
  const n = chosen.length
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={action === 'delete' ? m.admin_events_delete_title({ n }) : m.admin_events_approve_title({ n })}
      description={action === 'delete' ? m.admin_events_delete_text() : m.admin_events_approve_text()}
      confirmLabel={action === 'delete' ? m.admin_events_delete() : m.admin_approve()}
      cancelLabel={m.admin_cancel()}
      closeLabel={m.admin_close()}
      tone={action === 'delete' ? 'danger' : 'primary'}
      busy={isBusy}
      finalFocus={finalFocus}
      onConfirm={() => onConfirm(chosen)}
    >
      {action === 'delete' ? <Titles events={chosen} /> : note}
    </ConfirmDialog>
  )
}

const muted = css({ color: 'fg.muted' })
