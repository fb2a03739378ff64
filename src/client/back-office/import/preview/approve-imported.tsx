import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { failureText } from '@/client/shared/forms/server-error-text'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { toast } from '@/client/shared/notifications/toast'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { reviewEvents } from '@/contract/back-office/back-office-edits'
import { REVIEW_UNDO_SECONDS } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { orPageHeading } from '@/client/back-office/layout/dialogs/use-final-focus'
import { sendInBatches } from '@/client/back-office/layout/review/batch'
import { useLastReview } from '@/client/back-office/layout/review/last-review'

interface ApproveImportedProps {
  /** The ids of the events that are approved. */
  ids: readonly string[]
  /** It asks as soon as it is there. */
  isInitiallyOpen?: boolean
  /** The question was answered with no, or all is approved. */
  onClose?: () => void
}

/** Approves all that an import has made, as a batch of the list of events would. */
export function ApproveImported({ ids, isInitiallyOpen = false, onClose }: ApproveImportedProps) {
  const queryClient = useQueryClient()
  const { reviewed, undo, subscribeUndone } = useLastReview()
  const [isOpen, setOpen] = useState(isInitiallyOpen)
  /** The ids that the next press approves: a call that failed leaves the rest, and Undo brings back what it undoes. */
  const [left, setLeft] = useState(ids)
  /** It goes with what it has approved, and with this part of the page. */
  const button = useRef<HTMLButtonElement>(null)
  const approve = useMutation({
    mutationFn: async () => {
      const { api } = await loadOfflineClient()
      return sendInBatches(left, (event_ids) =>
        api.call(reviewEvents, { body: { action: 'approve', event_ids } }),
      )
    },
    networkMode: 'always',
    onSuccess: ({ done, failed }) => {
      setLeft(failed)
      if (done.length > 0) {
        reviewed(done)
        toast.success(m.import_approved({ n: done.length }), {
          durationMs: REVIEW_UNDO_SECONDS * 1000,
          action: { label: m.admin_event_undo(), onPress: () => undo(done) },
        })
      }
      if (failed.length === 0) onClose?.()
    },
    onSettled: () => {
      setOpen(false)
      void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY })
    },
  })
  const { reset } = approve
  useEffect(
    () =>
      subscribeUndone((undone) => {
        const back = new Set(undone)
        setLeft((before) => {
          const kept = new Set(before)
          return ids.filter((id) => back.has(id) || kept.has(id))
        })
        reset()
      }),
    [subscribeUndone, ids, reset],
  )
  const { failed = [], error } = approve.data ?? {}
  return (
    <>
      {failed.length > 0 || approve.isError ? (
        <Banner tone="danger" role="alert" title={m.import_approve_failed({ n: left.length })}>
          {error ? failureText(error) : m.admin_events_changed_meanwhile()}
        </Banner>
      ) : null}
      {left.length === 0 ? null : (
        <Button ref={button} busy={approve.isPending} onClick={() => setOpen(true)}>
          {left.length === 1 ? m.import_approve_one() : m.import_approve_all({ n: left.length })}
        </Button>
      )}
      {isOpen ? (
        <ConfirmDialog
          open
          onClose={() => {
            setOpen(false)
            onClose?.()
          }}
          title={m.import_approve_title()}
          description={m.import_approve_text({ n: left.length })}
          confirmLabel={m.admin_approve()}
          cancelLabel={m.admin_cancel()}
          closeLabel={m.admin_close()}
          busy={approve.isPending}
          finalFocus={() => orPageHeading(button.current)}
          onConfirm={() => approve.mutate()}
        />
      ) : null}
    </>
  )
}
