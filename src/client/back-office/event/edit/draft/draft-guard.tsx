import { useBlocker } from '@tanstack/react-router'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import type { useDraft } from '@/client/shared/event-form/draft/use-draft'
import { Banner } from '@/client/design-system/banner'
import { RestoredNote } from '@/client/back-office/layout/dialogs/restored-note'
import * as m from '@/messages/compiled/messages.js'

const LeaveDialog = lazyPart(
  async () => (await import('@/client/back-office/layout/dialogs/leave-dialog')).LeaveDialog,
)

interface DraftGuardProps {
  draft: ReturnType<typeof useDraft>
  /** The form began with it. */
  isRestored: boolean
  onStartOver: () => void
}

/**
 * Above a form of the back office: says that a draft is back, and asks before the form is left. A session that ends leads to the login
 * without a question: the draft is there after signing in.
 */
export function DraftGuard({ draft, isRestored, onStartOver }: DraftGuardProps) {
  const { isDirty, restored } = draft
  const hasDraft = draft.session !== undefined && draft.isStored
  useUnsaved(isDirty)
  const leaving = useBlocker({
    shouldBlockFn: ({ next }) => isDirty && next.pathname !== '/backoffice/login',
    // A draft needs no warning of the browser's, which could not say that it is kept.
    enableBeforeUnload: () => isDirty && !hasDraft,
    withResolver: true,
  })
  return (
    <>
      {isRestored ? (
        <RestoredNote onDiscard={onStartOver}>
          {restored?.lostPhoto === true ? ` ${m.form_draft_photo()}` : null}
        </RestoredNote>
      ) : null}
      {hasDraft ? null : <Banner tone="warning">{m.admin_edit_draft_not_stored()}</Banner>}
      {leaving.status === 'blocked' ? (
        <LeaveDialog
          hasDraft={hasDraft}
          onClose={leaving.reset}
          onDiscard={() => {
            draft.discard()
            leaving.proceed()
          }}
          onLeave={leaving.proceed}
        />
      ) : null}
    </>
  )
}
