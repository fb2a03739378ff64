import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, type RefObject } from 'react'
import { Trash2Icon, XIcon } from 'lucide-react'
import { itemsOf } from '@/client/shared/loading/query-client'
import { useReturnToCard } from '@/client/shared/programme/list-focus'
import { useNow } from '@/client/shared/time/use-now'
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
import { AskDialog } from '@/client/back-office/shared/form-dialog'
import { PagedList, text } from '@/client/back-office/shared/page'
import { RejectDialog } from '@/client/back-office/shared/reject-dialog'
import { useBatch, useReview, type BatchAction } from '@/client/back-office/shared/review'
import { KeyLegend, usePausedKeys, useShortcutKeys } from '@/client/back-office/shared/shortcut-keys'
import { StateDialog } from '@/client/back-office/shared/state-dialog'
import { countText } from '@/client/back-office/shared/table'
import { css, cx } from 'styled-system/css'
import { cluster, column, stack } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'
import { EventRow, perhapsTheSame } from './event-row'

const KEYS = [
  ['j', m.admin_event_key_on],
  ['k', m.admin_event_key_back],
  ['x', m.admin_events_key_select],
  ['e', m.admin_events_key_edit],
  ['Enter', m.admin_events_key_open],
] as const

interface Confirming {
  action: BatchAction
  /** A review leaves out those that are not on review. */
  events: readonly BackOfficeEvent[]
  /** Chosen by its own button, not by selection: a reason is then a draft of that row. */
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
  const events = itemsOf(list.data?.pages).filter((event) => status === undefined || event.status === status)
  const [selected, setSelected] = useState<readonly string[]>([])
  const select = (ids: readonly string[]) => setSelected(ids.slice(0, BATCH_MAX))
  const lastPressed = useRef<string>(undefined)
  /** One checkbox, with Shift all from the one that was pressed before. */
  const press = (id: string, isRange: boolean) => {
    const from = isRange ? lastPressed.current : undefined
    lastPressed.current = id
    select(pressed(selected, idsOf(events), { id, from }))
  }
  const [confirming, setConfirming] = useState<Confirming>()
  const [stating, setStating] = useState<BackOfficeEvent>()
  const [isLoadingRest, setLoadingRest] = useState(false)
  const returning = useReturnToCard(events.length > 0)
  const review = useReview({ failed: () => m.admin_event_status_failed() })
  // Those that somebody else was faster with stay selected.
  const batch = useBatch((failed) => confirming?.isRow || select(failed))
  const onAction = (action: BatchAction | 'state', event: BackOfficeEvent) => {
    if (action === 'state') return setStating(event)
    if (action !== 'approve') return setConfirming({ action, events: [event], isRow: true })
    review.mutate({ id: event.id, action, revision: event.revision })
  }
  /** Resolves with whether all of them are done. */
  const confirm = async (
    { action, isRow }: Confirming,
    chosen: readonly BackOfficeEvent[],
    reason?: string,
  ) => {
    const [first] = chosen
    const sent =
      isRow && action !== 'delete' && first !== undefined
        ? review.mutateAsync({ id: first.id, action, reason, revision: first.revision }).then(() => true)
        : batch.mutateAsync({ action, events: chosen, reason }).then((reply) => !reply?.failed.length)
    return sent.catch(() => false).finally(() => setConfirming(undefined))
  }
  /** Loads what is left of the list, as much as one batch takes, and selects it. */
  const selectRest = async () => {
    setLoadingRest(true)
    let page
    do page = await list.fetchNextPage()
    while (page.hasNextPage && !page.isError && itemsOf(page.data?.pages).length < BATCH_MAX)
    select(idsOf(itemsOf(page.data?.pages)))
    setLoadingRest(false)
  }
  const navigate = useNavigate()
  usePausedKeys(confirming !== undefined || stating !== undefined)
  useListKeys({
    list: returning.ref,
    onToggle: (id) => press(id, false),
    onEdit: (id) => void navigate({ to: '/backoffice/events/$id/edit', params: { id } }),
  })
  const chosen = events.filter(({ id }) => selected.includes(id))
  const { length: count } = chosen
  const isAll = count > 0 && count === events.length
  const nowMs = useNow() * 1000
  const act = (action: BatchAction) => setConfirming({ action, events: chosen, isRow: false })
  return (
    <>
      {stating === undefined ? null : <StateDialog event={stating} onClose={() => setStating(undefined)} />}
      <PagedList list={list} empty={m.admin_events_none()} failed={m.admin_events_failed()}>
        {() => (
          <div className={frame}>
            <section aria-label={m.admin_events_selection()} className={cx(card(), bar)}>
              <Checkbox
                label={m.admin_events_select_all()}
                hideLabel={count > 0}
                checked={isAll}
                indeterminate={count > 0 && !isAll}
                onChange={(isOn) => select(isOn ? idsOf(events) : [])}
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
                    <Button variant="ghost" size="sm" busy={isLoadingRest} onClick={() => void selectRest()}>
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
                  isSelected={selected.includes(event.id)}
                  isBusy={review.isPending && review.variables.id === event.id}
                  nowMs={nowMs}
                  queue={queueSearchOf(search)}
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
          onClose={() => setConfirming(undefined)}
          onConfirm={(those, reason) => confirm(confirming, those, reason)}
        />
      ) : null}
    </>
  )
}

const frame = column({ gap: '1', minWidth: '0' })
const rows = column({ gap: '0', minWidth: '0', border: 'hairline', borderRadius: 'md', overflow: 'clip' })
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
const buttons = cluster({ marginLeft: { sm: 'auto' } })

interface BatchDialogProps extends Confirming {
  isBusy: boolean
  onClose: () => void
  /** Resolves with whether all of them are done. */
  onConfirm: (events: readonly BackOfficeEvent[], reason?: string) => Promise<boolean>
}

/** Asks before several events are reviewed, or any is rejected or deleted. */
function BatchDialog(props: BatchDialogProps) {
  const { action, events, isRow, isBusy, onClose, onConfirm } = props
  const [withDoubles, setWithDoubles] = useState(false)
  const able = action === 'delete' ? events : events.filter(({ status }) => isReviewable(status))
  const doubles = action === 'approve' ? able.filter(({ duplicates }) => duplicates.length > 0) : []
  const chosen = withDoubles ? able : able.filter((event) => !doubles.includes(event))
  const n = chosen.length
  const left = events.length - able.length
  const note = left > 0 ? <p className={text.muted}>{m.admin_events_already_reviewed({ n: left })}</p> : null
  if (action === 'reject')
    return (
      <RejectDialog
        events={chosen}
        draftOf={isRow ? chosen[0]?.id : undefined}
        note={note}
        onClose={onClose}
        onReject={(reason) => onConfirm(chosen, reason)}
      />
    )
  return (
    <AskDialog
      onClose={onClose}
      title={action === 'delete' ? m.admin_events_delete_title({ n }) : m.admin_events_approve_title({ n })}
      description={action === 'delete' ? m.admin_events_delete_text() : m.admin_events_approve_text()}
      confirmLabel={action === 'delete' ? m.admin_events_delete() : m.admin_approve()}
      tone={action === 'delete' ? 'danger' : 'primary'}
      busy={isBusy}
      onConfirm={() => (n > 0 ? void onConfirm(chosen) : onClose())}
    >
      {action === 'delete' ? <Lines events={events} /> : null}
      {doubles.length > 0 ? (
        <section className={stack({ gap: '2' })} aria-label={m.admin_events_doubles({ n: doubles.length })}>
          <p>{m.admin_events_doubles({ n: doubles.length })}</p>
          <Lines events={doubles} />
          <Checkbox label={m.admin_events_doubles_too()} checked={withDoubles} onChange={setWithDoubles} />
        </section>
      ) : null}
      {note}
    </AskDialog>
  )
}

/** Scrolls when it is long, by keyboard too. */
function Lines({ events }: Pick<BatchDialogProps, 'events'>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <ul className={titles} tabIndex={events.length > 5 ? 0 : undefined}>
      {events.map((event) => (
        <li key={event.id}>
          {event.title}
          {event.duplicates.length > 0 ? <p className={text.small}>{perhapsTheSame(event)}</p> : null}
        </li>
      ))}
    </ul>
  )
}

const titles = cx(text.strong, column({ gap: '1', maxHeight: '[200px]', overflowY: 'auto' }))

interface ListKeys {
  list: RefObject<HTMLElement | null>
  onToggle: (id: string) => void
  onEdit: (id: string) => void
}

/** j and k move the focus from event to event; x selects and e edits the one that has it; Enter is its link's own. */
function useListKeys({ list, onToggle, onEdit }: ListKeys): void {
  const move = (by: 1 | -1) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-event]') ?? [])]
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

function idsOf(events: readonly BackOfficeEvent[]): string[] {
  return events.map(({ id }) => id)
}

/** All from one row to the other, in the order of the list, become what the pressed one becomes. */
export function pressed(
  selected: readonly string[],
  order: readonly string[],
  { id, from = id }: { id: string; from?: string | undefined },
): string[] {
  const [start = -1, end = -1] = [order.indexOf(from), order.indexOf(id)].toSorted((a, b) => a - b)
  const range = start === -1 ? [id] : order.slice(start, end + 1)
  const others = selected.filter((one) => !range.includes(one))
  return selected.includes(id) ? others : [...others, ...range]
}
