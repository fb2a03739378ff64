import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useState, useEffect, useRef, useReducer } from 'react'
import type { MouseEvent, RefObject } from 'react'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { toast } from '@/client/shared/notifications/toast'
import { useReturnToCard, useReturningTo } from '@/client/shared/programme/list-focus'
import { Banner } from '@/client/design-system/banner'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { isReviewable } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { usePausedKeys, useShortcutKeys } from '@/client/back-office/shared/shortcut-keys'
import { queueSearchOf } from '@/client/back-office/shared/events-search'
import type { EventsFilter, EventsSearch } from '@/client/back-office/shared/events-search'
import { LoadFailed, PagedList } from '@/client/back-office/shared/page'
import { useStoredChoice } from '@/client/back-office/shared/stored-choice'
import { useReview } from '@/client/back-office/shared/review'
import { BatchButtons, SelectionBar, Titles, useBatch } from './use-batch'
import type { Batch, BatchAction, BatchFailure } from './use-batch'
import { failureText } from '@/client/shared/forms/server-error-text'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { eventIdsQuery } from '@/client/back-office/shared/back-office-queries'
import { css, cx } from 'styled-system/css'
import { eventListQuery, eventListRefreshQuery } from './event-list-query'
import { EventRows } from './event-rows'

const BatchDialog = lazyPart(async () => (await import('./batch-dialog')).BatchDialog)
const StateDialog = lazyPart(
  async () => (await import('@/client/back-office/shared/state-dialog')).StateDialog,
)
const NO_EVENTS: never[] = []

interface Confirming {
  action: BatchAction
  events: readonly BackOfficeEvent[]
  ids?: readonly string[]
  /** Chosen by its own button, not by selection. */
  isRow: boolean
}

interface EventListProps {
  filter: EventsFilter
  search: EventsSearch
  heading: RefObject<HTMLElement | null>
}

export function EventList({ filter, search, heading }: EventListProps) {
  const list = useInfiniteQuery(eventListQuery(filter))
  const refresh = useQuery({ ...eventListRefreshQuery(filter), enabled: list.isSuccess })
  const events = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? NO_EVENTS, [list.data])
  const { ids, selected, isEverything, press } = useSelection(events)
  const [confirming, setConfirming] = useState<Confirming>()
  const [failure, setFailure] = useState<BatchFailure>()
  const [stating, setStating] = useState<BackOfficeEvent>()
  const review = useReview(() => m.admin_event_status_failed())
  const batch = useBatch(setFailure)
  const returningTo = useReturningTo()
  // Most rows that were there before the list was shown again are far away.
  const [restoredPages] = useState(list.data?.pages.length ?? 0)
  const returning = useReturnToCard<HTMLDivElement>(events.length > 0)
  const { leaving, target } = useFocusAfter(events, returning.ref, heading)
  const { mutate: sendReview } = review
  const [density] = useStoredChoice('back-office-rows')
  const rowsClass = cx(eventListRows, density === 'dense' && dense)
  const everything = useEverything(filter, {
    isOffered: list.hasNextPage && events.length > 0 && selected.length === events.length,
  })

  const onAction = useCallback(
    (action: BatchAction | 'state', event: BackOfficeEvent) => {
      if (action === 'state') return setStating(event)
      if (action !== 'approve') return setConfirming({ action, events: [event], isRow: true })
      leaving(new Set([event.id]))
      sendReview({ id: event.id, action, revision: event.revision })
    },
    [leaving, sendReview],
  )
  const { eventSearch, onOpen } = useOpenEvent(search)
  const navigate = useNavigate()
  usePausedKeys(confirming !== undefined || stating !== undefined)
  useListKeys({
    list: returning.ref,
    ids: useMemo(() => events.map(({ id }) => id), [events]),
    onToggle: (id) => press({ id, isRange: false }),
    onEdit: (id) => void navigate({ to: '/backoffice/events/$id/edit', params: { id } }),
  })
  const act = async (action: BatchAction) => {
    if (!isEverything) return setConfirming({ action, events: selected, isRow: false })
    const all = await everything.idsFor(action)
    if (all?.length === 0) {
      toast.error(m.admin_events_none_left())
      // The buttons go with the selection.
      press({ select: [] })
      heading.current?.focus()
      void refresh.refetch()
    } else if (all) setConfirming({ action, events: selected, ids: all, isRow: false })
  }
  const confirm = async (chosen: Pick<Batch, 'ids' | 'events'>, reason?: string) => {
    if (confirming === undefined) return
    const { action, isRow } = confirming
    setFailure(undefined)
    leaving(new Set(chosen.ids))
    // A toast has shown the error already.
    if (isRow && action !== 'delete')
      await Promise.all(
        chosen.events.map(({ id, revision }) =>
          review.mutateAsync({ id, action, reason, revision }).catch(() => undefined),
        ),
      )
    else {
      const result = await batch.mutateAsync({ action, ...chosen, reason }).catch(() => undefined)
      // Events that failed stay selected, and so do selected ones beside a row that was chosen by its own button.
      if (result && !isRow) press({ select: result.failed })
    }
    setConfirming(undefined)
  }
  return (
    <>
      {stating === undefined ? null : <StateDialog event={stating} onClose={() => setStating(undefined)} />}
      {failure ? (
        <Banner
          tone="danger"
          role="alert"
          title={failure.text}
          onClose={() => setFailure(undefined)}
          closeLabel={m.admin_close()}
        >
          <p>{failure.reason}</p>
          <Titles events={failure.events} others={failure.others} />
        </Banner>
      ) : null}
      {refresh.isError && !list.isError ? (
        <LoadFailed
          title={m.admin_events_failed()}
          error={refresh.error}
          onRetry={() => void refresh.refetch()}
        />
      ) : null}
      <PagedList
        list={list}
        empty={m.admin_events_none()}
        failed={m.admin_events_failed()}
        rowHeight={density === 'dense' ? '2.75rem' : '8rem'}
      >
        {() => (
          <>
            <SelectionBar
              count={isEverything ? (everything.total ?? events.length) : selected.length}
              isAll={selected.length === events.length}
              onSelectAll={(isAll) => press({ select: isAll ? events.map(({ id }) => id) : [] })}
              everything={
                everything.total === undefined || isEverything
                  ? undefined
                  : { total: everything.total, onSelect: () => press('everything') }
              }
            >
              <BatchButtons
                isReviewable={selected.some(({ status }) => isReviewable(status))}
                onAction={(action) => void act(action)}
              />
            </SelectionBar>
            {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its rows stand in pages: no children of a <ul> */}
            <div role="list" aria-label={m.admin_events_list()} className={rowsClass} {...returning}>
              {list.data?.pages.map(({ items }, page) => (
                <EventRows
                  key={`${page} ${density}`}
                  events={items}
                  selectedIds={ids}
                  busyId={review.isPending ? review.variables.id : undefined}
                  isNearViewportAtFirst={
                    page === 0 || page >= restoredPages || items.some(({ id }) => id === returningTo)
                  }
                  isDense={density === 'dense'}
                  eventSearch={eventSearch}
                  onSelect={press}
                  onAction={onAction}
                  onOpen={onOpen}
                />
              ))}
            </div>
          </>
        )}
      </PagedList>
      {confirming ? (
        <BatchDialog
          action={confirming.action}
          events={confirming.events}
          ids={confirming.ids}
          isBusy={batch.isPending || review.isPending}
          sent={batch.sent}
          isRow={confirming.isRow}
          onStop={batch.stop}
          finalFocus={target}
          onClose={() => setConfirming(undefined)}
          onConfirm={(chosen, reason) => void confirm(chosen, reason)}
        />
      ) : null}
    </>
  )
}

/** Opening an event of a list, whose filters go with it: they are its review queue. */
function useOpenEvent(search: EventsSearch) {
  const router = useRouter()
  const navigate = useNavigate()
  const onOpen = useCallback(
    (click: MouseEvent, id: string) => {
      // The browser handles these clicks itself: in another tab, in another window, to save.
      if (click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return
      click.preventDefault()
      void navigate({
        to: '/backoffice/events/$id',
        params: { id },
        search: queueSearchOf(search),
        state: { cameFrom: 'list' },
      })
    },
    [navigate, search],
  )
  return { onOpen, eventSearch: router.options.stringifySearch?.({ ...queueSearchOf(search) }) ?? '' }
}

const eventListRows = css({ display: 'grid', gap: '3', minWidth: '0' })
const dense = css({ gap: '0' })

interface ListKeys {
  list: RefObject<HTMLElement | null>
  ids: readonly string[]
  onToggle: (id: string) => void
  onEdit: (id: string) => void
}

/** j and k move the focus from event to event; x selects and e edits the one that has it; Enter is its link's own. */
function useListKeys({ list, ids, onToggle, onEdit }: ListKeys): void {
  const move = (by: 1 | -1) => {
    const at = ids.indexOf(focusedId() ?? '')
    const id = ids[at === -1 ? 0 : at + by]
    if (id === undefined) return
    const row = rowOf(list.current, id)
    row?.querySelector('a')?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  useShortcutKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => withFocused(onToggle),
    e: () => withFocused(onEdit),
  })
}

function withFocused(act: (id: string) => void): void {
  const id = focusedId()
  if (id !== undefined) act(id)
}

function focusedId(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-event]')?.dataset['event']
}

/** All events that match a filter, counted once all that are loaded are selected and there are more. */
function useEverything(filter: EventsFilter, { isOffered }: { isOffered: boolean }) {
  const queryClient = useQueryClient()
  const { data } = useQuery({ ...eventIdsQuery(filter), enabled: isOffered })
  return {
    total: isOffered ? data?.total : undefined,
    /** The ids for an action: only what is on review can be reviewed. Undefined after a failure, which a toast has said. */
    idsFor: async (action: BatchAction): Promise<string[] | undefined> => {
      const wanted = action === 'delete' ? filter : { ...filter, status: 'ON_REVIEW' as const }
      try {
        return (await queryClient.fetchQuery(eventIdsQuery(wanted))).ids
      } catch (error) {
        toast.error(m.admin_events_failed(), { description: failureText(outcomeOf(error)) })
        return undefined
      }
    },
  }
}

interface Listed {
  id: string
}

/**
 * Rows that are reviewed or deleted leave the list, and with them the button that had the focus: it goes to the row
 * after them, or before, or to `fallback`. Call `leaving` with the ids as they are sent; a dialog that asked before gets
 * `target` as its final focus.
 */
function useFocusAfter(
  rows: readonly Listed[],
  list: RefObject<HTMLElement | null>,
  fallback: RefObject<HTMLElement | null>,
): { leaving: (ids: ReadonlySet<string>) => void; target: () => HTMLElement | null } {
  const next = useRef<string | null>(undefined)
  const latest = useRef(rows)

  const target = useCallback(() => {
    if (next.current === undefined) return null
    const row = next.current === null ? null : rowOf(list.current, next.current)
    next.current = undefined
    return row?.querySelector<HTMLElement>('a') ?? fallback.current
  }, [list, fallback])
  useEffect(() => {
    latest.current = rows
    const { activeElement, body } = document
    // A dialog that is still open, or a reader who went on, has the focus.
    if (activeElement !== body && activeElement !== null) return
    target()?.focus()
  }, [rows, target])

  const leaving = useCallback((ids: ReadonlySet<string>) => {
    const last = latest.current.findLastIndex(({ id }) => ids.has(id))
    const after = latest.current.slice(last + 1).find(({ id }) => !ids.has(id))
    const before = latest.current.slice(0, last).findLast(({ id }) => !ids.has(id))
    next.current = (after ?? before)?.id ?? null
  }, [])
  return { leaving, target }
}

function rowOf(list: HTMLElement | null, id: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-event="${CSS.escape(id)}"]`) ?? null
}

export interface Selection {
  ids: ReadonlySet<string>
  /** The row that was pressed last, where a range begins. */
  anchor: string | undefined
  /** Whether the selection has what is not loaded, too: all that match the filter. */
  isEverything?: boolean
}

type Press = { id: string; isRange: boolean } | { select: readonly string[] } | 'everything'

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: undefined }

export function toggle({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, anchor: id }
}

/**
 * Presses one checkbox with Shift: all from the anchor to it, in the `order` of the list, become what it becomes.
 */
export function toggleRange(selection: Selection, id: string, order: readonly string[]): Selection {
  const { ids, anchor } = selection
  const from = anchor === undefined ? -1 : order.indexOf(anchor)
  const to = order.indexOf(id)
  if (from < 0 || to < 0) return toggle(selection, id)
  const next = new Set(ids)
  for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1))
    if (ids.has(id)) next.delete(one)
    else next.add(one)
  return { ids: next, anchor: id }
}

function select(before: Selection, press: Press, order: readonly string[]): Selection {
  if (press === 'everything') return { ids: new Set(order), anchor: undefined, isEverything: true }
  if ('select' in press) return { ids: new Set(press.select), anchor: undefined }
  return press.isRange ? toggleRange(before, press.id, order) : toggle(before, press.id)
}

/** The selection among the loaded events of a list; an event that has left the list is not selected any more. */
function useSelection(events: readonly BackOfficeEvent[]) {
  const order = useMemo(() => events.map(({ id }) => id), [events])
  const [selection, dispatch] = useReducer(
    (before: Selection, { press, order: now }: { press: Press; order: readonly string[] }) =>
      select(before, press, now),
    NOTHING_SELECTED,
  )
  const isEverything = selection.isEverything === true
  const press = useCallback((now: Press) => dispatch({ press: now, order }), [order])
  const selected = useMemo(
    () => (isEverything ? events : events.filter(({ id }) => selection.ids.has(id))),
    [events, selection, isEverything],
  )
  // An event that is loaded later is selected with the rest.
  const ids = useMemo(() => (isEverything ? new Set(order) : selection.ids), [isEverything, order, selection])
  return { ids, selected, isEverything, press }
}
