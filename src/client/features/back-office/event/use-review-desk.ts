import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { BackOfficeEvent } from '@/contract/back-office-events'
import type { ReviewAction } from '@/domain/event'
import * as m from '@/messages/compiled/messages.js'
import { useReturnToList } from '../return-to-list'
import { useReview } from '../use-review'
import { useUndoReview } from '../use-undo-review'
import { placeInQueue, reviewQueueQuery } from './review-queue'

export type ReviewDesk = ReturnType<typeof useReviewDesk>

/**
 * Reviewing from an event's page: with the buttons the list is next (spec 2.12); in the queue, which the keys and the arrows
 * lead into, the next event comes up by itself. Outlives the event that is shown, so that the last review can be undone.
 */
export function useReviewDesk(id: string, isInQueue: boolean) {
  const navigate = useNavigate()
  const router = useRouter()
  const returnToList = useReturnToList()
  const queue = useQuery(reviewQueueQuery())
  const ids = queue.data?.ids ?? []
  const place = placeInQueue(ids, id)
  const [reviewedId, setReviewedId] = useState<string>()
  const [isRejecting, setRejecting] = useState(false)

  const show = (next: string) =>
    // In place of this one: back leads to where the queue was entered from.
    void navigate({
      to: '/backoffice/events/$id',
      params: { id: next },
      search: { queue: true },
      replace: true,
      state: true,
    })
  const showUndone = (event: BackOfficeEvent) => {
    setReviewedId(undefined)
    if (router.state.location.pathname.startsWith('/backoffice/events/')) show(event.id)
  }
  const review = useReview(
    (action) => (action === 'approve' ? m.admin_event_approve_failed() : m.admin_event_reject_failed()),
    showUndone,
  )
  const undo = useUndoReview(showUndone)

  /** What comes after this event: the next of the queue, or the list. */
  const leave = (goesOn: boolean) => {
    if (goesOn && place.afterReview !== undefined) show(place.afterReview)
    else returnToList()
  }
  return {
    place,
    total: queue.data === undefined ? undefined : `${ids.length}${queue.data.has_more ? '+' : ''}`,
    isInQueue,
    isRejecting,
    setRejecting,
    isBusy: review.isPending,
    show,
    leave: () => leave(isInQueue),
    /** `byKey`: the keys review one event after the other. */
    review: (action: ReviewAction, { reason, byKey = false }: { reason?: string; byKey?: boolean } = {}) => {
      if (review.isPending) return
      review.mutate(
        { id, action, reason },
        {
          onSuccess: () => {
            setRejecting(false)
            setReviewedId(id)
            leave(isInQueue || byKey)
          },
        },
      )
    },
    undo: reviewedId === undefined || undo.isPending ? undefined : () => undo.mutate(reviewedId),
  }
}
