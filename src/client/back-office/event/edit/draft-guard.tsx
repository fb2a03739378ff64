import { useBlocker } from '@tanstack/react-router'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import type { UsedDraft } from '@/client/shared/drafts/use-draft'
import { Banner } from '@/client/design-system/banner'
import { RestoredNote } from '@/client/back-office/shared/form-dialog'
import * as m from '@/messages/compiled/messages.js'

const LeaveDialog = lazyPart(
  async () => (await import('@/client/back-office/shared/leave-dialog')).LeaveDialog,
)

/** Above a form of the back office: says that a draft is back. Where this browser keeps none, it asks before the form is left. */
export function DraftGuard<T>({ draft }: { draft: UsedDraft<T> }) {
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
      {draft.restored === undefined ? null : (
        <RestoredNote onDiscard={startOver}>
          {draft.restored.lostPhoto ? ` ${m.form_draft_photo()}` : null}
        </RestoredNote>
      )}
      {draft.isStored ? null : <Banner tone="warning">{m.admin_edit_draft_not_stored()}</Banner>}
      {leaving.status === 'blocked' ? (
        <LeaveDialog
          title={m.admin_edit_leave_title()}
          text={m.admin_edit_leave_text_not_stored()}
          stayLabel={m.admin_edit_leave_stay()}
          onStay={leaving.reset}
          onLeave={leaving.proceed}
        />
      ) : null}
    </>
  )
}
