import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { Trash2Icon, XIcon } from 'lucide-react'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { useReturnToCard } from '@/client/shared/programme/list-focus'
import { useNow } from '@/client/shared/time/use-now'
import { Banner } from '@/client/design-system/banner'
import { Button, IconButton } from '@/client/design-system/button'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { BATCH_MAX, type BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { isReviewable } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { eventsQuery } from '@/client/back-office/shared/back-office-queries'
import {
  queueSearchOf,
  type EventsFilter,
  type EventsSearch,
} from '@/client/back-office/shared/events-search'
import { itemsOf, PagedList } from '@/client/back-office/shared/page'
import { useBatch, useReview, type BatchAction } from '@/client/back-office/shared/review'
import { KeyLegend, usePausedKeys, useShortcutKeys } from '@/client/back-office/shared/shortcut-keys'
import { countText } from '@/client/back-office/shared/table'
import { css, cx } from 'styled-system/css'
import { card } from 'styled-system/recipes'
import { EventRow, Lines } from './event-row'

const BatchDialog = lazyPart(async () => (await import('./batch-dialog')).BatchDialog)
const StateDialog = lazyPart(
  async () => (await import('@/client/back-office/shared/state-dialog')).StateDialog,
)

const KEYS = [
  ['j', m.admin_event_key_on],
  ['k', m.admin_event_key_back],
  ['x', m.admin_events_key_select],
  ['e', m.admin_events_key_edit],
  ['Enter', m.admin_events_key_open],
] as const

interface Confirming {
  action: BatchAction
  events: readonly BackOfficeEvent[]
  /** Chosen by its own button, not by selection. */
  isRow: boolean
}

interface EventListProps {
  filter: EventsFilter
  search: EventsSearch
}

export function EventList({ filter, search }: EventListProps) {
  const list = useInfiniteQuery(eventsQuery(filter))
  const { status } = filter
  // A reviewed event is gone at once: the list is fetched again after it.
  const events = useMemo(
    () => itemsOf(list.data).filter((event) => status === undefined || event.status === status),
    [list.data, status],
  )
  const { selected, select, press } = useSelection(events)
  const [confirming, setConfirming] = useState<Confirming>()
  /** Rows that a batch did not reach, since somebody else was first. */
  const [failed, setFailed] = useState<Pick<Confirming, 'action' | 'events'>>()
  const [stating, setStating] = useState<BackOfficeEvent>()
  const returning = useReturnToCard(events.length > 0)
  const { leaving, target } = useFocusAfter(events, returning.ref)
  const review = useReview({ failed: () => m.admin_event_status_failed() })
  const batch = useBatch(({ action, events: sent }, ids) => {
    if (confirming?.isRow !== true) select(ids)
    if (ids.length > 0) setFailed({ action, events: sent.filter(({ id }) => ids.includes(id)) })
  })
  const { mutate: sendReview } = review
  const close = () => setConfirming(undefined)
  const onAction = useCallback(
    (action: BatchAction | 'state', event: BackOfficeEvent) => {
      if (action === 'state') return setStating(event)
      if (action !== 'approve') return setConfirming({ action, events: [event], isRow: true })
      leaving([event])
      sendReview({ id: event.id, action, revision: event.revision })
    },
    [leaving, sendReview],
  )
  /** Resolves with whether all of them are done. */
  const confirm = async (
    { action, isRow }: Confirming,
    chosen: readonly BackOfficeEvent[],
    reason?: string,
  ) => {
    setFailed(undefined)
    leaving(chosen)
    const [first] = chosen
    const sent =
      isRow && action !== 'delete' && first !== undefined
        ? review.mutateAsync({ id: first.id, action, reason, revision: first.revision }).then(() => true)
        : batch.mutateAsync({ action, events: chosen, reason }).then((reply) => !reply?.failed.length)
    return sent.catch(() => false).finally(close)
  }
  const navigate = useNavigate()
  usePausedKeys(confirming !== undefined || stating !== undefined)
  useListKeys({
    list: returning.ref,
    onToggle: (id) => press(id, false),
    onEdit: (id) => void navigate({ to: '/backoffice/events/$id/edit', params: { id } }),
  })
  const chosen = events.filter(({ id }) => selected.has(id))
  const { length: count } = chosen
  const isAll = count > 0 && count === events.length
  const rest = useLoadRest(list, select)
  const nowMs = useNow() * 1000
  const queue = useMemo(() => queueSearchOf(search), [search])
  const act = (action: BatchAction) => setConfirming({ action, events: chosen, isRow: false })
  return (
    <>
      {stating === undefined ? null : <StateDialog event={stating} onClose={() => setStating(undefined)} />}
      {failed ? (
        <Banner
          tone="danger"
          role="alert"
          title={failed.action === 'delete' ? m.admin_events_delete_failed() : m.admin_events_update_failed()}
          onClose={() => setFailed(undefined)}
          closeLabel={m.admin_close()}
        >
          <p>
            {failed.action === 'delete'
              ? m.admin_events_gone_meanwhile()
              : m.admin_events_changed_meanwhile()}
          </p>
          <Lines events={failed.events}>{({ title }) => title}</Lines>
        </Banner>
      ) : null}
      <PagedList list={list} empty={m.admin_events_none()} failed={m.admin_events_failed()} rowHeight="3rem">
        {() => (
          <div className={frame}>
            <section aria-label={m.admin_events_selection()} className={cx(card(), bar)}>
              <Checkbox
                label={m.admin_events_select_all()}
                hideLabel={count > 0}
                checked={isAll}
                indeterminate={count > 0 && !isAll}
                onChange={(isOn) => select(isOn ? events.map(({ id }) => id) : [])}
              />
              <output className={counted}>
                {count > 0 ? m.admin_events_selected({ n: countText(count) }) : null}
              </output>
              {count === 0 ? (
                <KeyLegend keys={KEYS} />
              ) : (
                <>
                  <IconButton label={m.admin_events_unselect()} icon={<XIcon />} onClick={() => select([])} />
                  {isAll && list.hasNextPage && count < BATCH_MAX ? (
                    <Button
                      variant="ghost"
                      size="sm"
                      busy={rest.isLoading}
                      onClick={() => void rest.selectAll()}
                    >
                      {m.admin_events_select_everything({ n: countText(BATCH_MAX) })}
                    </Button>
                  ) : null}
                  <div className={buttons}>
                    {chosen.some((event) => isReviewable(event.status)) ? (
                      <>
                        <Button size="sm" onClick={() => act('approve')}>
                          {m.admin_approve()}
                        </Button>
                        <Button size="sm" variant="secondary" onClick={() => act('reject')}>
                          {m.admin_reject()}
                        </Button>
                      </>
                    ) : null}
                    <Button size="sm" variant="ghost" onClick={() => act('delete')}>
                      <Trash2Icon size="1.125rem" />
                      {m.admin_events_delete()}
                    </Button>
                  </div>
                </>
              )}
            </section>
            <ul aria-label={m.admin_events_list()} className={rows} {...returning}>
              {events.map((event) => (
                <EventRow
                  key={event.id}
                  event={event}
                  isSelected={selected.has(event.id)}
                  isBusy={review.isPending && review.variables.id === event.id}
                  nowMs={nowMs}
                  queue={queue}
                  onSelect={press}
                  onAction={onAction}
                />
              ))}
            </ul>
          </div>
        )}
      </PagedList>
      {confirming ? (
        <BatchDialog
          {...confirming}
          isBusy={batch.isPending || review.isPending}
          finalFocus={target}
          onClose={close}
          onConfirm={(those, reason) => confirm(confirming, those, reason)}
        />
      ) : null}
    </>
  )
}

const frame = css({ display: 'grid', gap: '1', minWidth: '0' })
const rows = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  minWidth: '0',
  border: 'hairline',
  borderRadius: 'md',
  overflow: 'clip',
})
const bar = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '3',
  position: 'sticky',
  // The bar sticks below the top bar of narrow screens.
  top: { base: '14', lg: '0' },
  zIndex: 'raised',
  paddingInline: '3',
})
const counted = css({ fontWeight: 'bold' })
const buttons = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  marginLeft: { sm: 'auto' },
})

/** Loads what is left of a list, as much as one batch takes, and selects it. */
function useLoadRest(
  list: UseInfiniteQueryResult<InfiniteData<{ items: BackOfficeEvent[] }>>,
  select: (ids: readonly string[]) => void,
) {
  const [isLoading, setLoading] = useState(false)
  const selectAll = async () => {
    setLoading(true)
    let ids: string[] = []
    for (;;) {
      const { data, hasNextPage, isError } = await list.fetchNextPage()
      ids = itemsOf(data).map(({ id }) => id)
      if (!hasNextPage || isError || ids.length >= BATCH_MAX) break
    }
    select(ids)
    setLoading(false)
  }
  return { isLoading, selectAll }
}

interface ListKeys {
  list: RefObject<HTMLElement | null>
  onToggle: (id: string) => void
  onEdit: (id: string) => void
}

/** j and k move the focus from event to event; x selects and e edits the one that has it; Enter is its link's own. */
function useListKeys({ list, onToggle, onEdit }: ListKeys): void {
  const move = (by: 1 | -1) => {
    const all = rowsOf(list.current)
    const focused = focusedRow()
    const row = focused === null ? all[0] : all[all.indexOf(focused) + by]
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
  const id = focusedRow()?.dataset['event']
  if (id !== undefined) act(id)
}

function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-event]') ?? null
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-event]') ?? [])]
}

/**
 * Rows that are reviewed or deleted leave the list, and with them the button that had the focus: the row that comes to their place
 * gets it. Call `leaving` as they are sent; a dialog that asked before gets `target` as its final focus.
 */
function useFocusAfter(events: readonly BackOfficeEvent[], list: RefObject<HTMLElement | null>) {
  const left = useRef<{ index: number; ids: ReadonlySet<string> }>(undefined)
  const shown = useRef(events)
  const target = useCallback(() => {
    if (left.current === undefined || shown.current.some(({ id }) => left.current?.ids.has(id))) return null
    const all = rowsOf(list.current)
    const row = all[Math.min(left.current.index, all.length - 1)]
    left.current = undefined
    return row?.querySelector<HTMLElement>('a') ?? null
  }, [list])
  useEffect(() => {
    shown.current = events
    // A dialog that is still open, or a reader who went on, has the focus.
    if (document.activeElement === document.body) target()?.focus()
  }, [events, target])
  const leaving = useCallback((those: readonly BackOfficeEvent[]) => {
    const ids = new Set(those.map(({ id }) => id))
    left.current = { index: shown.current.findIndex(({ id }) => ids.has(id)), ids }
  }, [])
  return { leaving, target }
}

/** The selection among the loaded events; `press` is one checkbox, with Shift a range from the one that was pressed before. */
function useSelection(events: readonly BackOfficeEvent[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const order = useRef<readonly string[]>([])
  const from = useRef<string>(undefined)
  useEffect(() => {
    order.current = events.map(({ id }) => id)
  }, [events])
  const select = useCallback((ids: readonly string[]) => setSelected(new Set(ids.slice(0, BATCH_MAX))), [])
  const press = useCallback((id: string, isRange: boolean) => {
    const start = isRange ? from.current : undefined
    from.current = id
    setSelected((before) => new Set(pressed(before, order.current, { id, from: start }).slice(0, BATCH_MAX)))
  }, [])
  return { selected, select, press }
}

/** All from one row to the other, in the order of the list, become what the pressed one becomes. */
export function pressed(
  selected: ReadonlySet<string>,
  order: readonly string[],
  { id, from = id }: { id: string; from?: string | undefined },
): string[] {
  const [start = -1, end = -1] = [order.indexOf(from), order.indexOf(id)].toSorted((a, b) => a - b)
  const range = start === -1 ? [id] : order.slice(start, end + 1)
  const others = [...selected].filter((one) => !range.includes(one))
  return selected.has(id) ? others : [...others, ...range]
}
