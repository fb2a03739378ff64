import { useState } from 'react'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import * as m from '@/messages/compiled/messages.js'

interface RemoveDialogProps {
  title: string
  /** The sentence that says what goes; the other says what stays. */
  goes: string
  stays?: string
  onClose: () => void
  onConfirm: () => Promise<void>
}

/** Says what goes and what stays before something is removed from this device. */
export function RemoveDialog({ title, goes, stays, onClose, onConfirm }: RemoveDialogProps) {
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    await onConfirm()
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      description={goes}
      confirmLabel={m.device_remove_confirm()}
      cancelLabel={m.device_remove_cancel()}
      closeLabel={m.device_close()}
      tone="danger"
      busy={busy}
      onConfirm={() => void remove()}
    >
      {stays === undefined ? null : <p>{stays}</p>}
    </ConfirmDialog>
  )
}
