import { useRef, useState } from 'react'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import * as m from '@/messages/compiled/messages.js'
import { mayHaveArrived } from '@/offline/outbox/drafts/edit-entry'
import type { OutboxItem } from '@/offline/outbox/entry'

interface DiscardDialogProps {
  entry: OutboxItem
  title: string
  onClose: () => void
  onDiscarded: (entry: OutboxItem) => Promise<void>
  /** The element that gets the focus once the entry and its buttons are gone. */
  focusAfterwards: () => HTMLElement | null
}

/** Confirms the deletion of an unsent entry; warns when it may already have arrived. */
export function DiscardDialog(props: DiscardDialogProps) {
  const { entry, title, onClose, onDiscarded } = props
  const [busy, setBusy] = useState(false)
  const isDiscarded = useRef(false)
  const discard = async () => {
    setBusy(true)
    await onDiscarded(entry)
    isDiscarded.current = true
    onClose()
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={m.outbox_discard_title()}
      description={m.outbox_discard_text({ title })}
      confirmLabel={m.outbox_discard_confirm()}
      cancelLabel={m.outbox_discard_cancel()}
      closeLabel={m.outbox_close()}
      tone="danger"
      busy={busy}
      finalFocus={() => (isDiscarded.current ? props.focusAfterwards() : null)}
      onConfirm={() => void discard()}
    >
      {mayHaveArrived(entry) ? <p>{m.outbox_discard_uncertain()}</p> : null}
    </ConfirmDialog>
  )
}
