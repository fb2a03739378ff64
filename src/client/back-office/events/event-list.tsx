import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import type { MouseEvent, RefObject } from 'react'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { toast } from '@/client/shared/notifications/toast'
import { useReturnToCard, useReturningTo } from '@/client/shared/programme/use-return-to-card'
import { Banner } from '@/client/design-system/banner'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { isReviewable } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { usePausedKeys } from '@/client/back-office/layout/keys/use-shortcut-keys'
import { queueSearchOf } from '@/client/back-office/layout/lists/search/events-search'
import type { EventsFilter, EventsSearch } from '@/client/back-office/layout/lists/search/events-search'
import { LoadFailed } from '@/client/back-office/layout/lists/load-failed'
import { PagedList } from '@/client/back-office/layout/lists/paged-list'
import { useStoredChoice } from '@/client/back-office/layout/stored-choice'
import { useReview } from '@/client/back-office/layout/review/use-review'
import { eventListQuery, eventListRefreshQuery } from './event-list-query'
import { EventRows } from './event-rows'
import { BatchButtons, SelectionBar } from './batch/selection-bar'
import { useSelection } from './batch/selection'
import { Titles } from './batch/titles'
import { useBatch } from './batch/use-batch'
import type { Batch, BatchAction, BatchFailure } from './batch/use-batch'
import { useEverything } from './batch/use-everything'
import { useFocusAfter } from './use-focus-after'
import { useListKeys } from './use-list-keys'

const BatchDialog = lazyPart(async () => (await import('./batch/batch-dialog')).BatchDialog)
const StateDialog = lazyPart(
  async () => (await import('@/client/back-office/layout/states/state-dialog')).StateDialog,
)
const NO_EVENTS: never[] = []

interface Confirming {
  action: BatchAction
  events: readonly BackOfficeEvent[]
  /** The ids of all events that match, loaded or not. */
  ids?: readonly string[]
  /** Chosen by its own button, not by selection. */
  isRow: boolean
}

interface EventListProps {
  filter: EventsFilter
  /** The address that it is filtered by. */
  search: EventsSearch
  heading: RefObject<HTMLElement | null>
}

/** The events of a filter, reviewed and deleted one by one or as many as are selected (rules 2.12). */
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
  const rowsClass = cx(rows, density === 'dense' && dense)
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

const rows = css({ display: 'grid', gap: '3', minWidth: '0' })
const dense = css({ gap: '0' })
