import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { REVIEW_UNDO_SECONDS } from '@/domain/events/event'
import type { ReviewAction } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { eventQuery } from '@/client/back-office/layout/review/back-office-queries'
import { useReturnToList } from '@/client/back-office/layout/lists/return-to-list'
import { useReview } from '@/client/back-office/layout/review/use-review'
import { useUndoReview } from '@/client/back-office/layout/review/use-undo-review'
import { placeInQueue, reviewQueueQuery } from './review-queue'

export type ReviewDesk = ReturnType<typeof useReviewDesk>
/** What somebody reviews with: the buttons lead back to the list (rules 2.12), the keys to the next event of the queue. */
export type ReviewTool = 'button' | 'key'

/** Reviewing from an event's page. Outlives the event that is shown, so that the last review can be undone. */
export function useReviewDesk(id: string, isInQueue: boolean) {
  const navigate = useNavigate()
  const router = useRouter()
  const returnToList = useReturnToList()
  const queue = useQuery(reviewQueueQuery())
  const ids = queue.data?.ids ?? []
  const place = placeInQueue(ids, id)
  const [rejectingWith, setRejectingWith] = useState<ReviewTool>()
  const [undoableId, setUndoableId] = useState<string>()
  const goesOn = useRef(false)
  const [sentId, setSentId] = useState<string>()
  const isOnReview = useQuery(eventQuery(id)).data?.status === 'ON_REVIEW'
  useEffect(() => {
    if (undoableId === undefined) return
    const timer = setTimeout(() => setUndoableId(undefined), REVIEW_UNDO_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [undoableId])

  const show = (next: string) =>
    // In place of this one: back leads to where the queue was entered from.
    void navigate({
      to: '/backoffice/events/$id',
      params: { id: next },
      search: { queue: 'on' },
      replace: true,
      state: true,
    })
  /** What comes after this event: the next of the queue, or the list. */
  const leave = () => {
    if (goesOn.current && place.afterReview !== undefined) show(place.afterReview)
    else returnToList()
  }
  const showUndone = (event: { id: string }) => {
    setUndoableId(undefined)
    // Whoever has gone elsewhere stays there.
    if (router.state.matches.at(-1)?.routeId === '/backoffice/events/$id') show(event.id)
  }
  const review = useReview(
    (action) => (action === 'approve' ? m.admin_event_approve_failed() : m.admin_event_reject_failed()),
    {
      onReviewed: () => {
        setSentId(undefined)
        setRejectingWith(undefined)
        setUndoableId(id)
        leave()
      },
      onUndone: showUndone,
    },
  )
  const undo = useUndoReview(showUndone)
  // Not `isPending`, which lasts until the lists have been fetched again: the next event need not wait for that.
  const isBusy = sentId !== undefined

  return {
    place,
    total: queue.data === undefined ? undefined : `${ids.length}${queue.data.has_more ? '+' : ''}`,
    isInQueue,
    isOnReview,
    isBusy,
    show,
    rejectingWith,
    setRejectingWith,
    review: (tool: ReviewTool, action: ReviewAction, reason?: string) => {
      if (isBusy) return
      goesOn.current = isInQueue || tool === 'key'
      setSentId(id)
      review.mutate({ id, action, reason }, { onError: () => setSentId(undefined) })
    },
    leaveDeleted: () => {
      goesOn.current = isInQueue
      leave()
    },
    undo: undoableId === undefined || undo.isPending ? undefined : () => undo.mutate(undoableId),
  }
}
