import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useReducer, useState } from 'react'
import type { MouseEvent, RefObject } from 'react'
import { lazyDialog } from '@/client/shared/loading/lazy-dialog'
import { useReturnToCard, useReturningTo } from '@/client/shared/programme/use-return-to-card'
import { Banner } from '@/client/design-system/banner'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { isReviewable } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { LoadFailed } from '@/client/back-office/layout/lists/load-failed'
import { PagedList } from '@/client/back-office/layout/lists/paged-list'
import { useReview } from '@/client/back-office/layout/review/use-review'
import { eventListQuery, eventListRefreshQuery } from './event-list-query'
import { EventRows } from './event-rows'
import type { EventsFilter } from './events-search'
import { BatchButtons, SelectionBar } from './batch/selection-bar'
import { NOTHING_SELECTED, toggle, toggleRange } from './batch/selection'
import type { Selection } from './batch/selection'
import { Titles } from './batch/titles'
import { useBatch } from './batch/use-batch'
import type { BatchAction, BatchFailure } from './batch/use-batch'
import { useFocusAfter } from './use-focus-after'

const BatchDialog = lazyDialog(async () => (await import('./batch/batch-dialog')).BatchDialog)
const NO_EVENTS: never[] = []

type Press = { id: string; isRange: boolean } | { select: readonly string[] }

interface Confirming {
  action: BatchAction
  events: readonly BackOfficeEvent[]
  /** Chosen by its own button, not by selection. */
  isRow: boolean
}

interface EventListProps {
  filter: EventsFilter
  heading: RefObject<HTMLElement | null>
}

/** The events of a filter, reviewed and deleted one by one or as many as are selected (rules 2.12). */
export function EventList({ filter, heading }: EventListProps) {
  const list = useInfiniteQuery(eventListQuery(filter))
  const refresh = useQuery({ ...eventListRefreshQuery(filter), enabled: list.isSuccess })
  const events = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? NO_EVENTS, [list.data])
  const [selection, press] = useReducer((before: Selection, now: Press): Selection => {
    if ('select' in now) return { ids: new Set(now.select), anchor: undefined }
    return now.isRange
      ? toggleRange(
          before,
          now.id,
          events.map(({ id }) => id),
        )
      : toggle(before, now.id)
  }, NOTHING_SELECTED)
  // What has left the list is not selected any more.
  const selected = useMemo(() => events.filter(({ id }) => selection.ids.has(id)), [events, selection])
  const [confirming, setConfirming] = useState<Confirming>()
  const [failure, setFailure] = useState<BatchFailure>()
  const review = useReview(() => m.admin_event_status_failed())
  const batch = useBatch(setFailure)
  const returningTo = useReturningTo()
  // Of those that were there before the list was shown again most are far away.
  const [restoredPages] = useState(list.data?.pages.length ?? 0)
  const returning = useReturnToCard<HTMLDivElement>(events.length > 0)
  const { leaving, target } = useFocusAfter(events, returning.ref, heading)
  const { mutate: sendReview } = review

  const onAction = useCallback(
    (action: BatchAction, event: BackOfficeEvent) => {
      if (action !== 'approve') return setConfirming({ action, events: [event], isRow: true })
      leaving(new Set([event.id]))
      sendReview({ id: event.id, action })
    },
    [leaving, sendReview],
  )
  const navigate = useNavigate()
  const onOpen = useCallback(
    (click: MouseEvent, id: string) => {
      // The browser's own: in another tab, in another window, to save.
      if (click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return
      click.preventDefault()
      void navigate({ to: '/backoffice/events/$id', params: { id }, state: { cameFrom: 'list' } })
    },
    [navigate],
  )
  const confirm = async (chosen: readonly BackOfficeEvent[], reason?: string) => {
    if (confirming === undefined) return
    const { action, isRow } = confirming
    setFailure(undefined)
    leaving(new Set(chosen.map(({ id }) => id)))
    // A toast has shown the error already.
    if (isRow && action !== 'delete')
      await Promise.all(
        chosen.map(({ id }) => review.mutateAsync({ id, action, reason }).catch(() => undefined)),
      )
    else {
      const result = await batch.mutateAsync({ action, events: chosen, reason }).catch(() => undefined)
      // What failed stays selected, as does what is selected besides a row that was chosen by its own button.
      if (result && !isRow) press({ select: result.failed })
    }
    setConfirming(undefined)
  }
  return (
    <>
      {failure ? (
        <Banner
          tone="danger"
          role="alert"
          title={failure.text}
          onClose={() => setFailure(undefined)}
          closeLabel={m.admin_close()}
        >
          <p>{failure.reason}</p>
          <Titles events={failure.events} />
        </Banner>
      ) : null}
      {refresh.isError && !list.isError ? (
        <LoadFailed title={m.admin_events_failed()} onRetry={() => void refresh.refetch()} />
      ) : null}
      <PagedList list={list} empty={m.admin_events_none()} failed={m.admin_events_failed()} rowHeight="8rem">
        {() => (
          <>
            <SelectionBar
              count={selected.length}
              isAll={selected.length === events.length}
              onSelectAll={(isAll) => press({ select: isAll ? events.map(({ id }) => id) : [] })}
            >
              <BatchButtons
                isReviewable={selected.some(({ status }) => isReviewable(status))}
                onAction={(action) => setConfirming({ action, events: selected, isRow: false })}
              />
            </SelectionBar>
            {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its rows stand in pages: no children of a <ul> */}
            <div role="list" aria-label={m.admin_events_list()} className={rows} {...returning}>
              {list.data?.pages.map(({ items }, page) => (
                <EventRows
                  key={page}
                  events={items}
                  selectedIds={selection.ids}
                  busyId={review.isPending ? review.variables.id : undefined}
                  isNearAtFirst={
                    page === 0 || page >= restoredPages || items.some(({ id }) => id === returningTo)
                  }
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
          isBusy={batch.isPending || review.isPending}
          finalFocus={target}
          onClose={() => setConfirming(undefined)}
          onConfirm={(chosen, reason) => void confirm(chosen, reason)}
        />
      ) : null}
    </>
  )
}

const rows = css({ display: 'grid', gap: '3', minWidth: '0' })
