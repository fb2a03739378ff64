import { Button } from '@/client/design-system/button'
import { Dialog } from '@/client/design-system/overlays/dialog'
import * as m from '@/messages/compiled/messages.js'

interface LeaveDialogProps {
  hasDraft: boolean
  /** The text says what is lost; default: what is typed. */
  text?: string
  onClose: () => void
  onDiscard: () => void
  onLeave?: () => void
}

export function LeaveDialog({ hasDraft, text, onClose, onDiscard, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      open
      role="alertdialog"
      title={text === undefined ? m.admin_edit_leave_title() : m.admin_leave_title()}
      description={text ?? (hasDraft ? m.admin_edit_leave_text() : m.admin_edit_leave_text_not_stored())}
      closeLabel={m.admin_close()}
      onClose={onClose}
      footer={
        <>
          <Button variant="danger" onClick={onDiscard}>
            {m.admin_edit_leave_discard()}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {text === undefined ? m.admin_edit_leave_stay() : m.admin_leave_stay()}
          </Button>
          {hasDraft ? <Button onClick={onLeave}>{m.admin_edit_leave_keep()}</Button> : null}
        </>
      }
    />
  )
}
