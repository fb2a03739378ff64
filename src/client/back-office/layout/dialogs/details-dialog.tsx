import type { ReactNode } from 'react'
import { Dialog } from '@/client/design-system/overlays/dialog'
import * as m from '@/messages/compiled/messages.js'
import { Facts } from '@/client/back-office/layout/lists/facts'

interface DetailsDialogProps {
  title: string
  onClose: () => void
  /** Buttons, the main one last. */
  footer?: ReactNode
  /** See `Dialog`. */
  finalFocus?: () => HTMLElement | null
  /** The facts, each a `Fact`. */
  children: ReactNode
}

/** Everything of one row of a list, of any length. */
export function DetailsDialog({ title, onClose, footer, finalFocus, children }: DetailsDialogProps) {
  return (
    <Dialog
      open
      size="md"
      hasLongText
      title={title}
      closeLabel={m.admin_close()}
      footer={footer}
      finalFocus={finalFocus}
      onClose={onClose}
    >
      <Facts>{children}</Facts>
    </Dialog>
  )
}
