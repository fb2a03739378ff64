import { useBlocker } from '@tanstack/react-router'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import * as m from '@/messages/compiled/messages.js'

const LeaveDialog = lazyPart(
  async () => (await import('@/client/back-office/layout/dialogs/leave-dialog')).LeaveDialog,
)

interface ImportGuardProps {
  isDirty: boolean
  /** The button that leads back to the form was pressed. */
  isGoingBack: boolean
  onStay: () => void
  onBack: () => void
  onDiscard: () => void
}

/** Asks before a preview is left with corrections or choices. A session that ends asks nothing: it keeps the corrections. */
export function ImportGuard({ isDirty, isGoingBack, onStay, onBack, onDiscard }: ImportGuardProps) {
  useUnsaved(isDirty)
  const leaving = useBlocker({
    shouldBlockFn: ({ next }) => isDirty && next.pathname !== '/backoffice/login',
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  if (leaving.status !== 'blocked' && !isGoingBack) return null
  return (
    <LeaveDialog
      hasDraft={false}
      text={m.import_leave_text()}
      onClose={() => {
        leaving.reset?.()
        onStay()
      }}
      onDiscard={() => {
        onDiscard()
        const leave = leaving.proceed ?? onBack
        leave()
      }}
    />
  )
}
