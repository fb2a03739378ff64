import { useBlocker } from '@tanstack/react-router'
import { RestoredNote } from '@/client/back-office/shared/form-dialog'
import { Banner } from '@/client/design-system/banner'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import type { UsedDraft } from '@/client/shared/drafts/use-draft'
import type { EventDraft } from '@/client/shared/event-form/event-draft'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import * as m from '@/messages/compiled/messages.js'

/** Above a form of the back office: says that a draft is back. Where this browser keeps none, it asks before the form is left. */
export function DraftGuard({ draft }: { draft: UsedDraft<EventDraft> }) {
  const isLost = draft.isDirty && !draft.isStored
  useUnsaved(draft.isDirty)
  const leaving = useBlocker({
    shouldBlockFn: ({ next }) => isLost && next.pathname !== '/backoffice/login',
    enableBeforeUnload: () => isLost,
    withResolver: true,
  })
  const startOver = () => {
    draft.discard()
    draft.open('none')
  }
  return (
    <>
      {draft.restored && <RestoredNote lostPhoto={draft.restored.lostPhoto} onDiscard={startOver} />}
      {draft.isStored ? null : <Banner tone="warning">{m.admin_edit_draft_not_stored()}</Banner>}
      {leaving.status === 'blocked' ? (
        <ConfirmDialog
          onClose={leaving.reset}
          title={m.admin_edit_leave_title()}
          description={m.admin_edit_leave_text_not_stored()}
          confirmLabel={m.admin_edit_leave_discard()}
          cancelLabel={m.admin_edit_leave_stay()}
          closeLabel={m.admin_close()}
          tone="danger"
          onConfirm={leaving.proceed}
        />
      ) : null}
    </>
  )
}
