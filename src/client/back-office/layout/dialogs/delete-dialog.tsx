import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import type { CallInput, Endpoint } from '@/contract/endpoint'
import * as m from '@/messages/compiled/messages.js'
import { isGone, useWrite } from './use-write'

interface DeleteDialogProps<E extends Endpoint> {
  endpoint: E
  input: CallInput<E>
  title: string
  text: string
  confirmLabel: string
  /** Titles of the toasts. */
  done: string
  failed: string
  onClose: () => void
  /** See `Dialog`. */
  finalFocus: () => HTMLElement | null
  /** Runs as well when somebody else has deleted it. */
  onDeleted: () => void
}

/** Confirms a deletion, and deletes. */
export function DeleteDialog<E extends Endpoint>(props: DeleteDialogProps<E>) {
  const { endpoint, input, title, text, confirmLabel, done, failed, onClose, finalFocus, onDeleted } = props
  const write = useWrite(endpoint, { done: () => done, failed })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      description={text}
      confirmLabel={confirmLabel}
      cancelLabel={m.admin_cancel()}
      closeLabel={m.admin_close()}
      tone="danger"
      finalFocus={finalFocus}
      busy={write.isPending}
      onConfirm={() =>
        write.mutate(input, {
          onSuccess: onDeleted,
          onError: (error) => (isGone(error) ? onDeleted() : undefined),
        })
      }
    />
  )
}
