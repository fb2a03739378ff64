import { ConfirmDialog } from '@/client/ui/confirm-dialog'
import { deleteTag } from '@/contract/back-office-tags'
import type { CountedTag } from '@/contract/back-office-tags'
import * as m from '@/messages/compiled/messages.js'
import { isGone, useWrite } from '../use-write'

interface DeleteTagDialogProps {
  tag: CountedTag
  onClose: () => void
  finalFocus: () => HTMLElement | null
  /** Also when somebody else has deleted it. */
  onDeleted: () => void
}

/** Confirms a deletion, and says how many events lose the tag. */
export function DeleteTagDialog({ tag, onClose, finalFocus, onDeleted }: DeleteTagDialogProps) {
  const write = useWrite(deleteTag, {
    done: () => m.admin_tags_deleted(),
    failed: m.admin_tags_delete_failed(),
  })
  const send = () =>
    write.mutate(
      { params: { id: tag.id } },
      { onSuccess: onDeleted, onError: (error) => (isGone(error) ? onDeleted() : undefined) },
    )
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={m.admin_tags_delete_title({ name: tag.name })}
      description={
        tag.count === 0 ? m.admin_tags_delete_unused() : m.admin_tags_delete_used({ n: tag.count })
      }
      confirmLabel={m.admin_tags_delete()}
      cancelLabel={m.admin_cancel()}
      closeLabel={m.admin_close()}
      tone="danger"
      finalFocus={finalFocus}
      busy={write.isPending}
      onConfirm={send}
    />
  )
}
