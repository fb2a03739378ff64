import type { ReactNode } from 'react'
import { Button } from '@/client/ui/button'
import { Dialog } from '@/client/ui/dialog'
import * as m from '@/messages/compiled/messages.js'

interface FormDialogProps {
  title: string
  /** The `id` of the form in it, which the button submits. */
  formId: string
  submitLabel: string
  tone?: 'primary' | 'danger'
  isBusy: boolean
  onClose: () => void
  /** As of `Dialog`. */
  finalFocus?: () => HTMLElement | null
  children: ReactNode
}

/** A dialog around one form. It stays open until its owner closes it, so that nothing typed is lost by a failure. */
export function FormDialog(props: FormDialogProps) {
  const { title, formId, submitLabel, tone = 'primary', isBusy, onClose, finalFocus, children } = props
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      closeOnInteractOutside={false}
      finalFocus={finalFocus}
      title={title}
      closeLabel={m.admin_close()}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {m.admin_cancel()}
          </Button>
          <Button type="submit" form={formId} variant={tone} busy={isBusy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
