import { ConfirmDialog } from '@/client/ui/confirm-dialog'
import { deleteContactForm } from '@/contract/back-office-contact-forms'
import type { ContactForm } from '@/contract/back-office-contact-forms'
import * as m from '@/messages/compiled/messages.js'
import { isGone, useWrite } from '../use-write'
import { senderOf } from './contact-form-labels'

interface DeleteContactFormDialogProps {
  form: ContactForm
  onClose: () => void
  finalFocus: () => HTMLElement | null
  /** Also when somebody else has deleted it. */
  onDeleted: () => void
}

/** Confirms the deletion of one support message. */
export function DeleteContactFormDialog({
  form,
  onClose,
  finalFocus,
  onDeleted,
}: DeleteContactFormDialogProps) {
  const write = useWrite(deleteContactForm, {
    done: () => m.admin_contact_deleted(),
    failed: m.admin_contact_delete_failed(),
  })
  const send = () =>
    write.mutate(
      { params: { id: form.id } },
      { onSuccess: onDeleted, onError: (error) => (isGone(error) ? onDeleted() : undefined) },
    )
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={m.admin_contact_delete_title()}
      description={m.admin_contact_delete_text({ name: senderOf(form) })}
      confirmLabel={m.admin_contact_delete()}
      cancelLabel={m.admin_cancel()}
      closeLabel={m.admin_close()}
      tone="danger"
      finalFocus={finalFocus}
      busy={write.isPending}
      onConfirm={send}
    />
  )
}
