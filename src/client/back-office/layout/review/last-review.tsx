import { useNavigate, useRouter } from '@tanstack/react-router'
import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { REVIEW_UNDO_SECONDS } from '@/domain/events/event'
import { useShortcutKeys } from '@/client/back-office/layout/keys/use-shortcut-keys'
import { useUndoReviews } from './use-undo-reviews'

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
