import { useNavigate, useRouter } from '@tanstack/react-router'
import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { REVIEW_UNDO_SECONDS } from '@/domain/events/event'
import { useShortcutKeys } from '@/client/back-office/layout/keys/use-shortcut-keys'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { failureText } from '@/client/shared/forms/server-error-text'
import { outcomeOf, unwrap } from '@/client/shared/offline/call-failed'
import type { CallFailed } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { toast } from '@/client/shared/notifications/toast'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { undoReview, undoReviews } from '@/contract/back-office/back-office-reviews'
import * as m from '@/messages/compiled/messages.js'
import { putBackOnReview, updateReviewedEvents } from '@/client/back-office/layout/lists/listed-events'
import { eventQuery } from './back-office-queries'
import { sendInBatches } from './batch'
import type { BatchResult } from './batch'

type UndoneListener = (ids: readonly string[]) => void

interface LastReview {
  /** Call with the ids of the events that were just reviewed. */
  reviewed: (ids: readonly string[]) => void
  /** Puts events on review again. */
  undo: (ids: readonly string[]) => void
  /** Calls with the ids of all that is put on review again, by whatever undoes it; returns how to stop. */
  subscribeUndone: (listener: UndoneListener) => () => void
  /** Undoes the last review, as long as that is possible. */
  undoLast: (() => void) | undefined
}

const LastReviewContext = createContext<LastReview | undefined>(undefined)

/** The last review of this page, which the key `u` undoes wherever one is by then in the back office. */
export function LastReviewProvider({ children }: { children: ReactNode }) {
  const router = useRouter()
  const navigate = useNavigate()
  const [ids, setIds] = useState<readonly string[]>([])
  const [listeners] = useState(() => new Set<UndoneListener>())
  useEffect(() => {
    if (ids.length === 0) return
    const timer = setTimeout(() => setIds([]), REVIEW_UNDO_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [ids])
  const { mutate, isPending } = useUndoReviews((undone) => {
    for (const listener of listeners) listener(undone)
    const gone = new Set(undone)
    // An older review may be undone by its toast. Its array stays where nothing goes: the time runs on.
    setIds((last) => (last.some((one) => gone.has(one)) ? last.filter((one) => !gone.has(one)) : last))
    const [id, ...others] = undone
    const match = router.state.matches.at(-1)
    // An administrator who has gone elsewhere stays there.
    if (id === undefined || others.length > 0 || match?.routeId !== '/backoffice/events/$id') return
    void navigate({
      to: '/backoffice/events/$id',
      params: { id },
      search: { ...match.search, queue: 'on' },
      replace: true,
      state: true,
    })
  })
  const undo = useCallback((those: readonly string[]) => mutate(those), [mutate])
  const subscribeUndone = useCallback(
    (listener: UndoneListener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    [listeners],
  )
  const canUndo = ids.length > 0 && !isPending
  const value = useMemo(
    () => ({ reviewed: setIds, undo, subscribeUndone, undoLast: canUndo ? () => undo(ids) : undefined }),
    [undo, subscribeUndone, canUndo, ids],
  )
  useShortcutKeys(value.undoLast === undefined ? {} : { u: value.undoLast })
  return <LastReviewContext value={value}>{children}</LastReviewContext>
}

export function useLastReview(): LastReview {
  const value = use(LastReviewContext)
  if (value === undefined) throw new Error('no LastReviewProvider around this page')
  return value
}

const ERROR_MS = 5000
type Undone = { event: BackOfficeEvent } | BatchResult

/** Puts events on review again, as long as nobody was told of their reviews; called with their ids. */
function useUndoReviews(onUndone: (ids: readonly string[]) => void) {
  const queryClient = useQueryClient()
  const mutation = useMutation({
    mutationFn: sendUndo,
    networkMode: 'always',
    onSuccess: (undone) => {
      if ('event' in undone) {
        const { event } = undone
        queryClient.setQueryData(eventQuery(event.id).queryKey, event)
        updateReviewedEvents(queryClient, [event])
        toast.success(m.admin_event_undone({ title: event.title }))
        return onUndone([event.id])
      }
      const { done, failed, error } = undone
      putBackOnReview(queryClient, done)
      if (done.length > 0) toast.success(m.admin_events_undone({ n: done.length }))
      if (error) sayUnsent(error, failed)
      else if (failed.length > 0)
        toast.error(m.admin_events_undo_failed({ n: failed.length }), { durationMs: ERROR_MS })
      onUndone(done)
    },
    onError: (error, ids) => {
      const outcome = outcomeOf(error)
      const isLate =
        outcome.kind === 'refused' && (outcome.code === 'CONFLICT' || outcome.code === 'NOT_FOUND')
      if (isLate) toast.error(m.admin_event_undo_failed(), { durationMs: ERROR_MS })
      else sayUnsent(outcome, ids)
    },
    // Not awaited: the time for another try runs out.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY }),
  })
  const sayUnsent = (outcome: CallFailed['outcome'], ids: readonly string[]) =>
    toast.error(m.admin_undo_failed(), {
      durationMs: ERROR_MS,
      description: failureText(outcome),
      action: { label: m.admin_event_undo(), onPress: () => mutation.mutate(ids) },
    })
  return mutation
}

async function sendUndo(ids: readonly string[]): Promise<Undone> {
  const { api } = await loadOfflineClient()
  const [id, ...others] = ids
  if (id !== undefined && others.length === 0)
    return { event: unwrap(await api.call(undoReview, { params: { id } })) }
  return sendInBatches(ids, (event_ids) => api.call(undoReviews, { body: { event_ids } }))
}
