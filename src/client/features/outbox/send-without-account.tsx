import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import * as m from '@/messages/compiled/messages.js'

/** Confirms that what an account wrote is sent as a visitor's: the account may be gone, and nobody else decides it. */
export function SendWithoutAccount({ onClose, onConfirm }: { onClose: () => void; onConfirm: () => void }) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={m.outbox_other_account_send_title()}
      description={m.outbox_other_account_send_text()}
      confirmLabel={m.outbox_other_account_send()}
      cancelLabel={m.outbox_discard_cancel()}
      closeLabel={m.outbox_close()}
      onConfirm={onConfirm}
    />
  )
}
