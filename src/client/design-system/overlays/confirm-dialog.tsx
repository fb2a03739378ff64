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
  tone?: 'primary' | 'danger'
  busy?: boolean
  stop?: { label: string; onStop: () => void } | undefined
  initialFocus?: () => HTMLElement | null
  finalFocus?: () => HTMLElement | null
  onConfirm: () => void
}

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
