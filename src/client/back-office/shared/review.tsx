import { useNavigate, useRouter } from '@tanstack/react-router'
import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { REVIEW_UNDO_SECONDS } from '@/domain/events/event'
import { useShortcutKeys } from './shortcut-keys'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { failureText } from '@/client/shared/forms/server-error-text'
import { outcomeOf, CallFailed } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { toast } from '@/client/shared/notifications/toast'
import { BATCH_MAX, undoReview, undoReviews } from '@/contract/back-office/back-office-events'
import type { BackOfficeEvent, reviewEvents } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import {
  putBackOnReview,
  updateReviewedEvents,
  REVIEW_QUEUES_KEY,
  removeFromQueues,
  eventQuery,
  refetchListedEvents,
  callApi,
  sendReview,
} from './back-office-queries'
import type { Reply } from '@/contract/endpoint'
import type { Outcome, Refused, Unreachable } from '@/offline/api/next-step'

type UndoneListener = (ids: readonly string[]) => void

interface LastReview {
  reviewed: (ids: readonly string[]) => void
  undo: (ids: readonly string[]) => void
  /** Calls with the ids of all that is put on review again, by whatever undoes it; returns how to stop. */
  subscribeUndone: (listener: UndoneListener) => () => void
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
  const [id, ...others] = ids
  if (id !== undefined && others.length === 0) return { event: await callApi(undoReview, { params: { id } }) }
  const { api } = await loadOfflineClient()
  return sendInBatches(ids, (event_ids) => api.call(undoReviews, { body: { event_ids } }))
}

export interface BatchResult {
  done: string[]
  failed: string[]
  /** Why a call did not succeed: `failed` is then also what was not sent any more. */
  error?: Refused | Unreachable
  /** It was stopped between two calls: `failed` is then also what was not sent any more. */
  isStopped?: true
}

export interface BatchWatch {
  onProgress?: (sent: number) => void
  /** Asked before each further call: what is not sent by then is left undone. */
  isStopped?: () => boolean
}

/**
 * Sends ids, however many, in calls of as many as the server takes, one after the other.
 */
export async function sendInBatches(
  ids: readonly string[],
  send: (ids: string[]) => Promise<Outcome<Reply<typeof reviewEvents>>>,
  { onProgress, isStopped }: BatchWatch = {},
): Promise<BatchResult> {
  const done: string[] = []
  const failed: string[] = []
  for (let start = 0; start < ids.length; start += BATCH_MAX) {
    if (start > 0 && isStopped?.() === true)
      return { done, failed: [...failed, ...ids.slice(start)], isStopped: true }
    // The calls follow one another: the server locks the events of a batch, and the rest of a list whose call failed is not sent.
    const some = ids.slice(start, start + BATCH_MAX)
    const outcome = await send(some)
    if (outcome.kind !== 'ok') return { done, failed: [...failed, ...ids.slice(start)], error: outcome }
    done.push(...(outcome.data?.done ?? some))
    failed.push(...(outcome.data?.failed ?? []))
    onProgress?.(Math.min(start + BATCH_MAX, ids.length))
  }
  return { done, failed }
}

/**
 * Approves or rejects one event, with a toast for the result (rules 8) and the way back. `failed` is the error text of the screen;
 * `onReviewed` and `onFailed` come at once, before lists are fetched again.
 */
export function useReview(
  failed: (action: 'approve' | 'reject') => string,
  {
    onReviewed,
    onFailed,
  }: { onReviewed?: (id: string) => void; onFailed?: (id: string, error: Error) => void } = {},
) {
  const queryClient = useQueryClient()
  const { reviewed, undo } = useLastReview()
  return useMutation({
    mutationFn: sendReview,
    networkMode: 'always',
    onSuccess: (event, { action, id }) => {
      queryClient.setQueryData(eventQuery(id).queryKey, event)
      if (event) updateReviewedEvents(queryClient, [event])
      removeFromQueues(queryClient, id)
      const title = action === 'approve' ? m.admin_event_approved() : m.admin_event_rejected()
      // A server that says no more than that it is done knows no way back.
      if (event === undefined) toast.success(title)
      else {
        reviewed([id])
        toast.success(title, {
          description: event.email === '' ? m.admin_unmailed() : m.admin_event_undo_hint(),
          durationMs: REVIEW_UNDO_SECONDS * 1000,
          action: { label: m.admin_event_undo(), onPress: () => undo([id]) },
        })
      }
      onReviewed?.(id)
    },
    onError: (error, { action, id }) => {
      onFailed?.(id, error)
      const why = error instanceof CallFailed ? reasonOf(error) : undefined
      toast.error(failed(action), { durationMs: 5000, ...(why ? { description: why } : {}) })
      if (error instanceof CallFailed && error.outcome.kind === 'refused')
        void refetchListedEvents(queryClient, [id])
    },
    // The lists are fetched after a failure too: somebody else may have reviewed it. Only then is the queue fetched as well.
    onSettled: (_, error) =>
      void queryClient.invalidateQueries({
        queryKey: BACK_OFFICE_KEY,
        predicate: ({ queryKey }) => error !== null || queryKey[1] !== REVIEW_QUEUES_KEY[1],
      }),
  })
}

function reasonOf({ outcome }: CallFailed): string {
  // The page is shown fresh: nothing need be reloaded.
  const isReviewed = outcome.kind === 'refused' && outcome.code === 'CONFLICT'
  return isReviewed ? m.admin_event_reviewed_meanwhile() : failureText(outcome)
}
