import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { toast } from '@/client/shared/notifications/toast'
import { Button } from '@/client/design-system/button'
import type { ImportSource } from '@/contract/back-office/import-sources'
import * as m from '@/messages/compiled/messages.js'
import { waitingOf } from '../import-calls'
import { ApproveImported } from '../preview/approve-imported'

/**
 * Approves what of an earlier import still waits for a review. What that is by now is fetched when it is asked for; the result stays, also
 * when nothing waits any more.
 */
export function ApproveWaiting({ source: { id, name, on_review: n } }: { source: ImportSource }) {
  const queryClient = useQueryClient()
  const waiting = useMutation({
    mutationFn: () => waitingOf(id),
    networkMode: 'always',
    onSuccess: (ids) => {
      if (ids.length > 0) return
      toast.success(m.import_approve_waiting_none())
      void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY })
    },
    onError: () => toast.error(m.import_approve_waiting_failed(), { durationMs: 5000 }),
  })
  const close = () => waiting.reset()
  if (waiting.data !== undefined && waiting.data.length > 0)
    return <ApproveImported ids={waiting.data} isInitiallyOpen onClose={close} />
  if (n === 0) return null
  return (
    <Button
      size="sm"
      busy={waiting.isPending}
      aria-label={m.import_approve_waiting_of({ name, n })}
      onClick={() => waiting.mutate()}
    >
      {m.import_approve_waiting({ n })}
    </Button>
  )
}
