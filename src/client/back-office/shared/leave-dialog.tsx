import { Button } from '@/client/design-system/button'
import { Dialog } from '@/client/design-system/overlays/dialog'
import * as m from '@/messages/compiled/messages.js'

interface LeaveDialogProps {
  title: string
  /** What is lost. */
  text: string
  stayLabel: string
  onStay: () => void
  onLeave: () => void
}

/** Asks before a page is left with what this device does not keep. */
export function LeaveDialog({ title, text, stayLabel, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog
      open
      role="alertdialog"
      title={title}
      description={text}
      closeLabel={m.admin_close()}
      onClose={onStay}
      footer={
        <>
          <Button variant="danger" onClick={onLeave}>
            {m.admin_edit_leave_discard()}
          </Button>
          <Button variant="secondary" onClick={onStay}>
            {stayLabel}
          </Button>
        </>
      }
    />
  )
}
