import { Button } from '@/client/design-system/button'
import { Dialog, type DialogProps } from '@/client/design-system/overlays/dialog'

type ConfirmDialogProps = Omit<DialogProps, 'role' | 'footer'> & {
  closeLabel: string
  confirmLabel: string
  cancelLabel: string
  tone?: 'primary' | 'danger'
  busy?: boolean
  onConfirm: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmLabel, cancelLabel, tone = 'primary', busy = false, onConfirm, ...rest } = props
  const onClose = () => {
    if (!busy) props.onClose()
  }
  return (
    <Dialog
      {...rest}
      onClose={onClose}
      role="alertdialog"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button variant={tone} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  )
}
