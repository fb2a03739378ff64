import { useState } from 'react'
import { STATUS_LABELS } from '@/client/back-office/shared/event-labels'
import { IMPORT_ERROR_TEXTS } from '@/client/back-office/shared/import-findings'
import { text as styles } from '@/client/back-office/shared/page'
import { DataTable, type Columns } from '@/client/back-office/shared/table'
import { useAction } from '@/client/back-office/shared/use-action'
import { Badge } from '@/client/design-system/badge'
import { Banner, EmptyState } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { toast } from '@/client/shared/notifications/toast'
import { asLine, dayLine, timeLine } from '@/client/shared/time/event-dates'
import { useNow } from '@/client/shared/time/use-now'
import {
  runImport,
  type ImportReading,
  type ImportRow,
  type ImportSource,
  type previewImport,
} from '@/contract/back-office/import'
import type { CallInput } from '@/contract/endpoint'
import { toggled } from '@/domain/events/event-fields'
import { IMPORT_STATES, type ImportNote, type ImportState, type RowError } from '@/domain/staff/import'
import * as noteTexts from '@/messages/compiled/import_notes.js'
import * as reasonTexts from '@/messages/compiled/import_reasons.js'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { problemText } from '@/messages/problem-text'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { chip } from 'styled-system/recipes'

/** One reading of a calendar: what is sent for it, and what an import of its events sends besides. */
export interface Attempt {
  source: CallInput<typeof previewImport>['body']['source']
  settings: Omit<CallInput<typeof runImport>['body'], 'source' | 'uids'> & { url?: string; name?: string }
  /** The calendar of the list that is read again; absent for a new one. */
  known?: ImportSource
}

interface ImportRowsProps {
  reading: ImportReading
  settings: Attempt['settings']
  onColumns: () => void
  onBack: () => void
  onDone: () => void
}

/** Shows event by event what an import would do. Rows that leave nothing to decide are folded behind their count. */
export function ImportRows({ reading, settings, onColumns, onBack, onDone }: ImportRowsProps) {
  const { items, vanished } = reading
  const [shown, setShown] = useState<readonly ImportState[]>(['new', 'changed'])
  const clear = items.filter((row) => row.is_ticked).map(({ uid }) => uid)
  const [chosen, setChosen] = useState(clear)
  const choosable = items.filter(isChoosable)
  const rows = items.filter(({ state }) => shown.includes(state))
  const run = useAction({
    run: async (uids: string[], api) => {
      const { source_id: id, file, columns } = reading
      const { url, name, ...rest } = settings
      const source = { id, name: name || reading.name, file, ...(url !== undefined && { url }) }
      return api.call(runImport, { body: { ...rest, ...(columns && { columns }), source, uids } })
    },
    failed: () => m.import_failed(),
    onDone: (reply) => {
      if ('trouble' in reply)
        return toast.error(m.import_failed(), { description: IMPORT_ERROR_TEXTS[reply.trouble]() })
      toast.success(m.import_done(), { description: m.import_done_text(reply) })
      onDone()
    },
  })
  const clearChosen = clear.filter((uid) => chosen.includes(uid)).length
  return (
    <>
      <h2 className={styles.heading}>
        <bdi>{settings.name || reading.name}</bdi>
      </h2>
      {vanished.length > 0 ? (
        <Banner tone="warning" title={m.import_vanished()}>
          <p>{m.import_vanished_text()}</p>
          <ul>
            {vanished.map((event) => (
              <li key={event.id}>
                <StoredEvent event={event} />
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
      {reading.left_out > 0 ? (
        <Banner tone="warning">{m.import_left_out({ n: reading.left_out })}</Banner>
      ) : null}
      <fieldset className={filters} aria-label={m.import_filter()}>
        {IMPORT_STATES.map((state) => {
          const n = items.filter((row) => row.state === state).length
          return n === 0 ? null : (
            <button
              key={state}
              type="button"
              className={chip()}
              aria-pressed={shown.includes(state)}
              onClick={() => setShown(toggled(shown, state))}
            >
              {STATES[state].count({ n })}
            </button>
          )
        })}
      </fieldset>
      {choosable.length === 0 ? (
        <EmptyState title={items.length === 0 ? m.import_none() : m.import_none_new()} />
      ) : null}
      {clear.length > 1 ? (
        <Checkbox
          label={clear.length < choosable.length ? m.import_select_clear() : m.import_select_all()}
          checked={clearChosen === clear.length}
          indeterminate={clearChosen > 0 && clearChosen < clear.length}
          onChange={(isOn) =>
            setChosen((before) => [...before.filter((uid) => !clear.includes(uid)), ...(isOn ? clear : [])])
          }
        />
      ) : null}
      {rows.length > 0 ? (
        <DataTable
          label={m.import_result()}
          rows={rows.map((row) => ({ ...row, id: row.uid }))}
          columns={columnsOf(chosen, (uid) => setChosen((before) => toggled(before, uid)))}
        />
      ) : null}
      <div className={actions}>
        {chosen.length > 0 || reading.is_new ? (
          <Button busy={run.isPending} onClick={() => run.mutate(chosen)}>
            {runLabel(items.filter(({ uid }) => chosen.includes(uid)))}
          </Button>
        ) : null}
        {reading.headings ? (
          <Button variant="secondary" disabled={run.isPending} onClick={onColumns}>
            {m.import_columns()}
          </Button>
        ) : null}
        <Button variant="secondary" disabled={run.isPending} onClick={onBack}>
          {m.import_back()}
        </Button>
      </div>
    </>
  )
}

function columnsOf(
  chosen: readonly string[],
  onToggle: (uid: string) => void,
): Columns<ImportRow & { id: string }> {
  const choice = (row: ImportRow) =>
    isChoosable(row) ? (
      <Checkbox
        hideLabel
        label={m.import_select_of({ title: titleOf(row) })}
        checked={chosen.includes(row.uid)}
        onChange={() => onToggle(row.uid)}
      />
    ) : null
  return [
    [m.import_link, choice],
    [m.import_column_event, (row) => <EventCell row={row} />],
    [m.import_column_when, (row) => <Dates dates={row.dates} />],
    [m.import_column_state, (row) => <StateCell row={row} />],
  ]
}

function isChoosable({ state }: ImportRow): boolean {
  return state === 'new' || state === 'changed'
}

/** 'Import 3 new, update 2, mark 1 as cancelled' */
function runLabel(chosen: readonly ImportRow[]): string {
  const added = chosen.filter(({ state }) => state === 'new').length
  const cancelled = chosen.filter((row) => row.is_cancelled).length
  const updated = chosen.length - added - cancelled
  const parts = [
    ...(added > 0 ? [m.import_run_new({ n: added })] : []),
    ...(updated > 0 ? [m.import_run_updated({ n: updated })] : []),
    ...(cancelled > 0 ? [m.import_run_cancelled({ n: cancelled })] : []),
  ]
  return parts.length === 0 ? m.import_run_none() : asLine(parts.join(', '))
}

/** An event of the guide with its day and its status. */
function StoredEvent({ event }: { event: NonNullable<ImportRow['perhaps_same_as']> }) {
  const now = useNow()
  return (
    <>
      <TextLink to="/backoffice/events/$id" params={{ id: event.id }}>
        <bdi>{event.title}</bdi>
      </TextLink>{' '}
      ({dayLine(event, getLocale(), now)}, {STATUS_LABELS[event.status]()})
    </>
  )
}

function titleOf({ title }: ImportRow): string {
  return title || m.import_untitled()
}

function EventCell({ row }: { row: ImportRow }) {
  const title = <bdi className={styles.strong}>{titleOf(row)}</bdi>
  return (
    <>
      {row.event_id === undefined ? (
        title
      ) : (
        <TextLink to="/backoffice/events/$id" params={{ id: row.event_id }}>
          {title}
        </TextLink>
      )}
      <bdi className={styles.below}>{row.location_name}</bdi>
    </>
  )
}

function Dates({ dates: { items, count } }: Pick<ImportRow, 'dates'>) {
  const now = useNow()
  const locale = getLocale()
  const left = count - items.length
  return (
    <>
      {items.map((date) => (
        <span key={date.start_time} className={line}>
          {dayLine(date, locale, now)}
          {date.is_all_day ? null : `, ${timeLine(date, locale)}`}
        </span>
      ))}
      {left > 0 ? <span className={styles.below}>{m.import_dates_more({ n: left })}</span> : null}
    </>
  )
}

function StateCell({ row }: { row: ImportRow }) {
  const { state, reason, problem, notes, perhaps_same_as: same } = row
  const isOfPublished = state === 'changed' && row.status === 'PUBLISHED'
  const text = isOfPublished ? m.import_state_changed_published : STATES[state].text
  const reasons = [
    ...(reason === undefined ? [] : [problem ? problemText(problem) : REASON_TEXTS[reason]()]),
    ...notes.map((note) => NOTE_TEXTS[note]()),
  ]
  return (
    <>
      <Badge tone={STATES[state].tone}>{row.is_cancelled ? m.import_state_cancelled() : text()}</Badge>
      {same ? (
        <span className={line}>
          {m.import_perhaps()} <StoredEvent event={same} />
        </span>
      ) : null}
      {reasons.map((one) => (
        <span key={one} className={styles.below}>
          {one}
        </span>
      ))}
    </>
  )
}

const STATES = {
  new: { count: m.import_count_new, text: m.import_state_new, tone: 'success' },
  changed: { count: m.import_count_changed, text: m.import_state_changed, tone: 'warning' },
  edited: { count: m.import_count_edited, text: m.import_state_edited, tone: 'warning' },
  unreadable: { count: m.import_count_unreadable, text: m.import_state_unreadable, tone: 'danger' },
  unchanged: { count: m.import_count_unchanged, text: m.import_state_unchanged, tone: 'neutral' },
  over: { count: m.import_count_over, text: m.import_state_over, tone: 'neutral' },
} as const satisfies Record<ImportState, object>

// A code is the key of its message (tools/codegen).
const REASON_TEXTS: Record<RowError, () => string> = reasonTexts
const NOTE_TEXTS: Record<ImportNote, () => string> = noteTexts

const line = css({ display: 'block', textStyle: 'small', overflowWrap: 'anywhere' })
const filters = cx(cluster({ gap: '2' }), css({ minWidth: '0' }))
/** The buttons stay in view below a long table. */
const actions = cx(
  cluster(),
  css({
    position: 'sticky',
    bottom: 'stuck',
    paddingBlock: '3',
    paddingBottom: '[calc(0.75rem + env(safe-area-inset-bottom))]',
    bg: 'bg.page',
    borderTop: 'hairline',
  }),
)
