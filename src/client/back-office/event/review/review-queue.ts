import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { eventQuery } from '@/client/back-office/layout/review/back-office-queries'

/** The next events are fetched ahead, so that walking through the queue waits for nothing. */
const AHEAD = 3
const PREFETCHED_MS = 60_000

interface QueuePlace {
  /** The position counts from 1; it is undefined for an event that is not in the queue. */
  position: number | undefined
  previous: string | undefined
  next: string | undefined
  /** The event that follows when this one has been reviewed. */
  afterReview: string | undefined
}

/**
 * Finds the place of an event in the queue. One that has left it while it was shown, since a colleague was first, is
 * between its neighbours still: `leftAt` is the index that it had. One that was never in it is before the first.
 */
export function placeInQueue(ids: readonly string[], id: string, leftAt = 0): QueuePlace {
  const at = ids.indexOf(id)
  const isIn = at !== -1
  const next = isIn ? ids[at + 1] : ids[leftAt]
  return {
    position: isIn ? at + 1 : undefined,
    previous: ids[(isIn ? at : leftAt) - 1],
    next,
    // At its end those that were passed over come up again.
    afterReview: next ?? ids.find((one) => one !== id),
  }
}

/** The place of the event that is shown. `wasIn`: it is in the queue, or was when it was opened. */
export function useQueuePlace(ids: readonly string[], id: string): QueuePlace & { wasIn: boolean } {
  const at = ids.indexOf(id)
  const [seen, setSeen] = useState({ id, at })
  // An index of -1 after another one of the same event: it has left.
  if (seen.id !== id || (at !== -1 && seen.at !== at)) setSeen({ id, at })
  const leftAt = seen.id === id && seen.at !== -1 ? seen.at : undefined
  const place = placeInQueue(ids, id, leftAt)
  const queryClient = useQueryClient()
  const first = ids.indexOf(place.next ?? '')
  const ahead = first === -1 ? [] : ids.slice(first, first + AHEAD)
  const near = [...ahead, ...(place.previous === undefined ? [] : [place.previous])].join(' ')
  useEffect(() => {
    for (const one of near.split(' ').filter(Boolean))
      void queryClient.prefetchQuery({ ...eventQuery(one), staleTime: PREFETCHED_MS })
  }, [queryClient, near])
  return { ...place, wasIn: at !== -1 || leftAt !== undefined }
}
