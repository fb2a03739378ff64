import { useState } from 'react'
import { ConfirmDialog } from '@/client/design-system/confirm-dialog'
import * as m from '@/messages/compiled/messages.js'

interface RemoveDialogProps {
  onClose: () => void
  onConfirm: () => Promise<void>
}

/** Says what goes and what stays before the programme is removed from this device. */
export function RemoveDialog({ onClose, onConfirm }: RemoveDialogProps) {
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    await onConfirm()
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={m.device_remove_title()}
      description={m.device_remove_text()}
      confirmLabel={m.device_remove_confirm()}
      cancelLabel={m.device_remove_cancel()}
      closeLabel={m.device_close()}
      tone="danger"
      busy={busy}
      onConfirm={() => void remove()}
    >
      <p>{m.device_remove_stays()}</p>
    </ConfirmDialog>
  )
}
