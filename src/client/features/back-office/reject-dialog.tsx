import { useState } from 'react'
import { ConfirmDialog } from '@/client/ui/confirm-dialog'
import { TextArea } from '@/client/ui/field'
import { REASON_MAX } from '@/domain/event'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'

interface RejectDialogProps {
  title: string
  isBusy: boolean
  onClose: () => void
  onReject: (reason: string) => void
}

/** Asks before an event is rejected, and for the reason that its submitter is told (decisions, review call). */
export function RejectDialog({ title, isBusy, onClose, onReject }: RejectDialogProps) {
  const [reason, setReason] = useState('')
  const isTooLong = reason.trim().length > REASON_MAX
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={m.admin_reject_title()}
      description={m.admin_reject_text({ title })}
      confirmLabel={m.admin_reject()}
      cancelLabel={m.admin_cancel()}
      closeLabel={m.admin_close()}
      tone="danger"
      busy={isBusy}
      onConfirm={() => {
        if (!isTooLong) onReject(reason)
      }}
    >
      <TextArea
        label={m.admin_reject_reason()}
        hint={m.admin_reject_reason_hint()}
        optionalText={m.admin_optional()}
        rows={4}
        value={reason}
        error={isTooLong ? problemText('reason_too_long') : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  )
}
