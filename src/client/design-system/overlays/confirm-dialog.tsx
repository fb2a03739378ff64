import type { ReactNode } from 'react'
import { Button } from '@/client/design-system/button'
import { Dialog } from '@/client/design-system/overlays/dialog'

type ConfirmDialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  confirmLabel: string
  cancelLabel: string
  closeLabel: string
  /** `danger` for what cannot be undone. */
  tone?: 'primary' | 'danger'
  /** It is being done: that can't be taken back by closing the dialog. */
  busy?: boolean
  /** What takes the place of the cancel button while it is busy: for what is done step by step. */
  stop?: { label: string; onStop: () => void } | undefined
  /** See `Dialog`. */
  initialFocus?: () => HTMLElement | null
  finalFocus?: () => HTMLElement | null
  onConfirm: () => void
}

/** A confirmation dialog. It stays open until the caller closes it, so failures can be shown in it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, description, children, closeLabel, busy = false, stop } = props
  const { initialFocus, finalFocus } = props
  const onClose = () => {
    if (!busy) props.onClose()
  }
  return (
    <Dialog
      {...{ open, onClose, title, description, closeLabel, initialFocus, finalFocus }}
      role="alertdialog"
      footer={
        <>
          <Button variant="secondary" onClick={busy && stop ? stop.onStop : onClose}>
            {busy && stop ? stop.label : props.cancelLabel}
          </Button>
          <Button variant={props.tone ?? 'primary'} busy={busy} onClick={props.onConfirm}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
