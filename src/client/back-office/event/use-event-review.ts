import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState, useEffect } from 'react'
import { CallFailed } from '@/client/shared/offline/client-call'
import type { ReviewAction } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { queueQuery, eventQuery } from '@/client/back-office/shared/back-office-queries'
import { queueFilterOf, type EventsSearch } from '@/client/back-office/shared/events-search'
import { useStoredChoice } from '@/client/shared/offline/stored-choice'
import { useReview, type Review } from '@/client/back-office/shared/review'
import { cameFromList, isOnPage } from '@/client/shared/layout/page-head'

export type EventReview = ReturnType<typeof useEventReview>
/**
 * The control that a review came from: the buttons lead back to the list (rules 2.12), the keys to the next event of the queue.
 */
export type ReviewSource = 'button' | 'key'

const NO_IDS: never[] = []

interface ReviewedEvent {
  id: string
  /** The filter of the list that the event was opened from, which is its queue. */
  search: EventsSearch
  isInQueue: boolean
}

/** Reviewing from an event's page. Outlives the event that is shown. */
export function useEventReview({ id, search, isInQueue }: ReviewedEvent) {
  const navigate = useNavigate()
  const { history } = useRouter()
  const [order] = useStoredChoice('back-office-queue-order')
  const filter = queueFilterOf(search, order)
  const queue = useQuery(queueQuery(filter))
  const place = useQueuePlace(queue.data?.ids ?? NO_IDS, id)
  const [rejecting, setRejecting] = useState<{ id: string; source: ReviewSource }>()
  const event = useQuery(eventQuery(id)).data
  const isOnReview = event?.status === 'ON_REVIEW'
  // The dialog is of the event that it was opened for, for as long as that can be rejected.
  const rejectingWith = rejecting?.id === id && isOnReview ? rejecting.source : undefined
  const setRejectingWith = (source: ReviewSource | undefined) => setRejecting(source && { id, source })

  const show = (next: string) =>
    // The event takes the place of this one: back leads to where the queue was entered from.
    void navigate({
      to: '/backoffice/events/$id',
      params: { id: next },
      search: { ...search, queue: 'on' },
      replace: true,
      state: true,
    })
  /** Goes on to the next of the queue, or back to the list. */
  const leave = (continues: boolean) => {
    if (!isOnPage(history, `/backoffice/events/${id}`)) return
    if (continues && place.afterReview !== undefined) show(place.afterReview)
    // The list as it was left, where one came from there.
    else if (cameFromList(history)) history.back()
    else void navigate({ to: '/backoffice/events', search })
  }
  const sending = useReview<Review & { source: ReviewSource }>({
    failed: ({ action }) =>
      action === 'approve' ? m.admin_event_approve_failed() : m.admin_event_reject_failed(),
    onReviewed: ({ id: reviewed, source }) => {
      // An administrator who has gone to another event meanwhile stays there, with its dialog.
      if (reviewed !== id) return
      setRejectingWith(undefined)
      leave(isInQueue || source === 'key')
    },
    onFailed: (error, { id: reviewed }) => {
      // Somebody else was first; after a lost connection it can be sent again.
      const isRefused = error instanceof CallFailed && error.outcome.kind === 'refused'
      if (reviewed === id && isRefused) setRejectingWith(undefined)
    },
  })
  const { isPending: isBusy } = sending

  return {
    place,
    total: queue.data?.total,
    isOfProposals: filter.status === undefined,
    // An event that a colleague has reviewed meanwhile keeps its way to the next.
    isInQueue: isInQueue || place.position !== undefined,
    isOnReview,
    hasProposal: event?.proposal !== undefined,
    isBusy,
    show,
    rejectingWith,
    setRejectingWith,
    /** Resolves with whether it is done. */
    review: async (source: ReviewSource, action: ReviewAction, reason?: string): Promise<boolean> => {
      if (isBusy) return false
      const sent = sending.mutateAsync({ id, action, reason, revision: event?.revision, source })
      return sent.then(() => true).catch(() => false)
    },
    /** Called after a decision on a proposed change: its button stays with the event, unless one is in a queue. */
    continueAfter: (source: ReviewSource) => {
      if (isInQueue || source === 'key') leave(true)
    },
    leaveDeleted: () => leave(isInQueue),
  }
}

/** The next events are fetched ahead, so that walking through the queue waits for nothing. */
const AHEAD = 3
const PREFETCHED_MS = 60_000

/** Finds the place of an event in the queue: its position counts from 1. One that is not in it is before the first. */
export function placeInQueue(ids: readonly string[], id: string) {
  const at = ids.indexOf(id)
  const next = ids[at + 1]
  return {
    position: at === -1 ? undefined : at + 1,
    previous: ids[at - 1],
    next,
    // At its end those that were passed over come up again.
    afterReview: next ?? ids.find((one) => one !== id),
    near: ids.slice(Math.max(0, at - 1), at + 1 + AHEAD).filter((one) => one !== id),
  }
}

/** The place of the event that is shown. One that has left the queue meanwhile, since a colleague was first, is between its neighbours still. */
function useQueuePlace(ids: readonly string[], id: string) {
  const [last, setLast] = useState(ids)
  if (last !== ids && ids.includes(id)) setLast(ids)
  const place = placeInQueue(last.includes(id) ? last : ids, id)
  const queryClient = useQueryClient()
  const near = place.near.join(' ')
  useEffect(() => {
    for (const one of near.split(' ').filter(Boolean))
      void queryClient.prefetchQuery({ ...eventQuery(one), staleTime: PREFETCHED_MS })
  }, [queryClient, near])
  return place
}
