import type { ReactNode } from 'react'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'

/** Says that a form began with its draft, and starts over. */
export function RestoredNote({ onDiscard, children }: { onDiscard: () => void; children?: ReactNode }) {
  return (
    <Banner
      tone="info"
      actions={
        <Button variant="secondary" size="sm" onClick={onDiscard}>
          {m.admin_edit_draft_discard()}
        </Button>
      }
    >
      {m.admin_edit_draft_restored()}
      {children}
    </Banner>
  )
}
