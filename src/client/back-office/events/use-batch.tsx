import { toLines } from '@/domain/text/plain-text'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { failureText } from '@/client/shared/forms/server-error-text'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { toast } from '@/client/shared/notifications/toast'
import { deleteEvents, reviewEvents } from '@/contract/back-office/back-office-events'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { REVIEW_UNDO_SECONDS } from '@/domain/events/event'
import type { ReviewAction } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { useLastReview, sendInBatches } from '@/client/back-office/shared/review'
import type { BatchResult, BatchWatch } from '@/client/back-office/shared/review'
import {
  refetchListedEvents,
  removeListedEvents,
  updateReviewedEvents,
} from '@/client/back-office/shared/back-office-queries'
import { Button, IconButton } from '@/client/design-system/button'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { Trash2Icon, XIcon } from 'lucide-react'
import { countText } from '@/client/back-office/shared/table'
import { css, cx } from 'styled-system/css'
import { card } from 'styled-system/recipes'

export type BatchAction = ReviewAction | 'delete'

export interface Batch {
  action: BatchAction
  ids: readonly string[]
  events: readonly BackOfficeEvent[]
  reason?: string | undefined
}

export interface BatchFailure {
  text: string
  reason: string
  events: BackOfficeEvent[]
  /** How many failed besides `events`, which are not loaded. */
  others: number
}

/**
 * Reviews or deletes events, with a toast for the result (rules 8), and the way back from a review. `onFailure` gets what a toast is too
 * short for; `sent` is how many of the running batch the server has answered for.
 */
export function useBatch(onFailure: (failure: BatchFailure) => void) {
  const queryClient = useQueryClient()
  const { reviewed, undo } = useLastReview()
  const [sent, setSent] = useState(0)
  const isStopped = useRef(false)
  const mutation = useMutation({
    mutationFn: (batch: Batch) =>
      sendBatch(batch, { onProgress: setSent, isStopped: () => isStopped.current }),
    networkMode: 'always',
    onMutate: () => {
      isStopped.current = false
      setSent(0)
    },
    onSuccess: (result, batch) => {
      const texts = textsOf(batch)
      updateLists(queryClient, batch, result)
      const { done } = result
      const canUndo = batch.action !== 'delete' && done.length > 0
      if (canUndo) reviewed(done)
      const wayBack = canUndo
        ? {
            durationMs: REVIEW_UNDO_SECONDS * 1000,
            action: { label: m.admin_event_undo(), onPress: () => undo(done) },
          }
        : {}
      if (result.failed.length === 0) {
        toast.success(texts.done, wayBack)
        return
      }
      toast.error(texts.failed, {
        durationMs: 5000,
        description: m.admin_events_done_and_not({ done: done.length, failed: result.failed.length }),
        ...wayBack,
      })
      const failed = new Set(result.failed)
      onFailure({
        text: texts.failed,
        reason: reasonOf(result, batch.action),
        ...unloadedOf(batch, failed),
      })
    },
    onError: (_, batch) => toast.error(textsOf(batch).failed, { durationMs: 5000 }),
    // The lists are fetched after a failure too: somebody else may have been first.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY }),
  })
  const stop = () => {
    isStopped.current = true
  }
  return { ...mutation, sent, stop }
}

function unloadedOf({ events }: Batch, failed: ReadonlySet<string>) {
  const loaded = events.filter(({ id }) => failed.has(id))
  return { events: loaded, others: failed.size - loaded.length }
}

function updateLists(
  client: QueryClient,
  { action, events }: Batch,
  { done, failed, error, isStopped }: BatchResult,
): void {
  const ids = new Set(done)
  const status = action === 'approve' ? 'PUBLISHED' : 'REJECTED'
  const reviewed = events.filter(({ id }) => ids.has(id))
  if (action === 'delete') removeListedEvents(client, done)
  else
    updateReviewedEvents(
      client,
      reviewed.map((event) => ({ ...event, status, revision: event.revision + 1 })),
    )
  if (error === undefined && isStopped === undefined) void refetchListedEvents(client, failed)
}

async function sendBatch(
  { action, ids, events, reason = '' }: Batch,
  watch: BatchWatch,
): Promise<BatchResult> {
  const { api } = await loadOfflineClient()
  const reasonText = toLines(reason)
  const seen = new Map(events.map(({ id, revision }) => [id, revision]))
  const revisionsOf = (sent: readonly string[]) =>
    Object.fromEntries(sent.flatMap((id) => (seen.has(id) ? [[id, seen.get(id) ?? 0] as const] : [])))
  return sendInBatches(
    ids,
    (event_ids) =>
      action === 'delete'
        ? api.call(deleteEvents, { body: { event_ids } })
        : api.call(reviewEvents, {
            body: {
              action,
              event_ids,
              revisions: revisionsOf(event_ids),
              ...(reasonText !== '' && { reason: reasonText }),
            },
          }),
    watch,
  )
}

function textsOf({ action, ids }: Batch): { done: string; failed: string } {
  if (action === 'delete')
    return ids.length === 1
      ? { done: m.admin_events_one_deleted(), failed: m.admin_events_one_delete_failed() }
      : { done: m.admin_events_deleted(), failed: m.admin_events_delete_failed() }
  return {
    done: action === 'approve' ? m.admin_events_approved() : m.admin_events_rejected(),
    failed: m.admin_events_update_failed(),
  }
}

function reasonOf({ error, isStopped }: BatchResult, action: BatchAction): string {
  if (isStopped === true) return m.admin_events_stopped()
  if (error !== undefined) return failureText(error)
  return action === 'delete' ? m.admin_events_gone_meanwhile() : m.admin_events_changed_meanwhile()
}

interface TitlesProps {
  events: readonly { id: string; title: string }[]
  /** How many there are besides, whose titles are not known. */
  others?: number
}

/** Scrolls when it is long, by keyboard too. */
export function Titles({ events, others = 0 }: TitlesProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <ul className={list} tabIndex={events.length > 5 ? 0 : undefined}>
      {events.map(({ id, title }) => (
        <li key={id} className={item}>
          {title}
        </li>
      ))}
      {others > 0 ? <li className={item}>{m.admin_events_and_more({ n: others })}</li> : null}
    </ul>
  )
}

const list = css({
  display: 'grid',
  gap: '1',
  maxHeight: '[200px]',
  overflowY: 'auto',
  overflowWrap: 'anywhere',
  fontWeight: 'medium',
})
// There may be thousands.
const item = css({ contentVisibility: 'auto', containIntrinsicHeight: '[auto 1.5rem]' })

interface SelectionBarProps {
  count: number
  isAll: boolean
  onSelectAll: (isSelected: boolean) => void
  /** Selects also what is not loaded, so many in all; absent where there is no more, or it is selected. */
  everything?: { total: number; onSelect: () => void } | undefined
  children: ReactNode
}

export function SelectionBar({ count, isAll, onSelectAll, everything, children }: SelectionBarProps) {
  return (
    <section aria-label={m.admin_events_selection()} className={cx(card(), frame)}>
      <Checkbox
        label={m.admin_events_select_all()}
        hideLabel={count > 0}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={onSelectAll}
      />
      <output className={text}>{count > 0 ? m.admin_events_selected({ n: countText(count) }) : null}</output>
      {count > 0 ? (
        <>
          <IconButton label={m.admin_events_unselect()} icon={<XIcon />} onClick={() => onSelectAll(false)} />
          {everything === undefined ? null : (
            <Button variant="ghost" size="sm" onClick={everything.onSelect}>
              {m.admin_events_select_everything({ n: countText(everything.total) })}
            </Button>
          )}
          <div className={actions}>{children}</div>
        </>
      ) : null}
    </section>
  )
}

interface BatchButtonsProps {
  isReviewable: boolean
  onAction: (action: BatchAction) => void
}

export function BatchButtons({ isReviewable, onAction }: BatchButtonsProps) {
  return (
    <>
      {isReviewable ? (
        <>
          <Button size="sm" onClick={() => onAction('approve')}>
            {m.admin_approve()}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => onAction('reject')}>
            {m.admin_reject()}
          </Button>
        </>
      ) : null}
      <Button size="sm" variant="ghost" onClick={() => onAction('delete')}>
        <Trash2Icon size="1.125rem" />
        {m.admin_events_delete()}
      </Button>
    </>
  )
}

const frame = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '3',
  position: 'sticky',
  // The bar sticks below the top bar of narrow screens.
  top: { base: '14', lg: '0' },
  zIndex: 'raised',
  paddingInline: '4',
  paddingBlock: '1.5',
})
const text = css({ fontWeight: 'bold' })
const actions = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  marginLeft: { sm: 'auto' },
})
