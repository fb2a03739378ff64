import { Link } from '@tanstack/react-router'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '@/client/back-office/shared/back-office-queries'
import { STATUS_LABELS } from '@/client/back-office/shared/event-labels'
import { IMPORT_ERROR_TEXTS } from '@/client/back-office/shared/import-findings'
import { Cell, Table } from '@/client/back-office/shared/table'
import { Badge } from '@/client/design-system/badge'
import { Banner, EmptyState } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { EVENT_FIELD_LABELS } from '@/client/shared/event-form/event-text'
import { failureText } from '@/client/shared/forms/server-error-text'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { asLine, dayLine, timeLine, timeText } from '@/client/shared/time/event-dates'
import { useNow } from '@/client/shared/time/use-now'
import { runImport, type ImportReading, type ImportRow } from '@/contract/back-office/import'
import type { CallInput, Reply } from '@/contract/endpoint'
import type { ImportField, ImportNote, ImportState, RowError } from '@/domain/staff/import'
import * as noteTexts from '@/messages/compiled/import_notes.js'
import * as reasonTexts from '@/messages/compiled/import_reasons.js'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { problemText } from '@/messages/problem-text'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { chip, textLink } from 'styled-system/recipes'

export type ImportOutcome = Exclude<Reply<typeof runImport>, { trouble: unknown }>
export type ImportSettings = Pick<
  CallInput<typeof runImport>['body'],
  'defaults' | 'columns' | 'is_nightly'
> & {
  url?: string
}

interface RowsStepProps {
  reading: ImportReading
  settings: ImportSettings
  onColumns: () => void
  onBack: () => void
  onDone: (outcome: ImportOutcome) => void
}

/** What an import would do, event by event. What there is nothing to decide about is folded behind its count. */
export function RowsStep({ reading, settings, onColumns, onBack, onDone }: RowsStepProps) {
  const { items, counts, vanished, warning } = reading
  const queryClient = useQueryClient()
  const [shown, setShown] = useState<readonly ImportState[]>(['new', 'changed'])
  /** The rows that a person has ticked, or not, otherwise than they were offered. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const isTicked = (row: ImportRow) => isChosen(row, turned)
  const chosen = items.filter(isTicked)
  const clear = items.filter((row) => row.is_ticked)
  const choosable = items.filter(isChoosable)
  const rows = items.filter(({ state }) => shown.includes(state))
  const run = useMutation({
    mutationFn: (uids: string[]) => {
      const { url, ...rest } = settings
      const { source_id: id, name, file, columns } = reading
      const source = { name, file, ...(id !== undefined && { id }), ...(url !== undefined && { url }) }
      return callApi(runImport, { body: { ...rest, ...(columns && { columns }), source, uids } })
    },
    networkMode: 'always',
    onSuccess: (reply) => {
      if ('trouble' in reply) return
      void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY })
      onDone(reply)
    },
  })
  const failure = run.isError
    ? failureText(outcomeOf(run.error))
    : run.data && 'trouble' in run.data
      ? IMPORT_ERROR_TEXTS[run.data.trouble]()
      : undefined
  const tick = (some: readonly ImportRow[], isOn: boolean) =>
    setTurned((before) => {
      const next = new Set(before)
      for (const row of some) if (isChosen(row, before) !== isOn && !next.delete(row.uid)) next.add(row.uid)
      return next
    })
  const clearChosen = clear.filter(isTicked).length
  return (
    <>
      <h2 className={subtitle}>
        <bdi>{reading.name}</bdi>
      </h2>
      {warning ? (
        <Banner tone="danger">
          {warning.code === 'none_left'
            ? m.import_warning_none_left({ n: warning.events })
            : m.import_warning_other_format({ n: warning.events })}
        </Banner>
      ) : null}
      {vanished.length > 0 ? (
        <Banner tone="warning" title={m.import_vanished()}>
          <p>{m.import_vanished_text()}</p>
          <ul className={plainList}>
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
      {items.length === 0 ? <EmptyState title={m.import_none()} /> : null}
      {items.length > 0 ? (
        <fieldset className={filters}>
          <legend className={legend}>{m.import_filter()}</legend>
          {STATE_ORDER.filter((state) => counts[state] > 0).map((state) => (
            <button
              key={state}
              type="button"
              className={chip()}
              aria-pressed={shown.includes(state)}
              onClick={() =>
                setShown(shown.includes(state) ? shown.filter((one) => one !== state) : [...shown, state])
              }
            >
              {STATES[state].count({ n: counts[state] })}
            </button>
          ))}
        </fieldset>
      ) : null}
      {items.length > 0 && choosable.length === 0 ? <p>{m.import_none_new()}</p> : null}
      {clear.length > 1 ? (
        <Checkbox
          label={clear.length < choosable.length ? m.import_select_clear() : m.import_select_all()}
          checked={clearChosen === clear.length}
          indeterminate={clearChosen > 0 && clearChosen < clear.length}
          onChange={(isOn) => tick(clear, isOn)}
        />
      ) : null}
      {rows.length > 0 ? (
        <Table
          label={m.import_result()}
          columns={[
            m.import_link(),
            m.import_column_event(),
            m.import_column_when(),
            m.import_column_state(),
          ]}
        >
          {rows.map((row) => (
            <Row key={row.uid} row={row} isTicked={isTicked(row)} onTick={(isOn) => tick([row], isOn)} />
          ))}
        </Table>
      ) : null}
      {failure === undefined ? null : (
        <Banner tone="danger" role="alert" title={m.import_failed()}>
          {failure}
        </Banner>
      )}
      <LiveRegion>{run.isPending ? m.import_running() : null}</LiveRegion>
      <div className={actions}>
        {chosen.length > 0 || reading.source_id === undefined ? (
          <Button busy={run.isPending} onClick={() => run.mutate(chosen.map(({ uid }) => uid))}>
            {run.isPending ? m.import_running() : runLabel(chosen)}
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

function isChosen({ uid, is_ticked }: ImportRow, turned: ReadonlySet<string>): boolean {
  return is_ticked !== turned.has(uid)
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
      <Link to="/backoffice/events/$id" params={{ id: event.id }} className={textLink()}>
        <bdi>{event.title}</bdi>
      </Link>{' '}
      ({dayLine(event, getLocale(), now)}, {STATUS_LABELS[event.status]()})
    </>
  )
}

interface RowProps {
  row: ImportRow
  isTicked: boolean
  onTick: (isOn: boolean) => void
}

function Row({ row, isTicked, onTick }: RowProps) {
  const title = row.title || m.import_untitled()
  const [changed, kept] = [false, true].map((isKept) =>
    row.changes
      .filter(({ is_kept }) => is_kept === isKept)
      .map(({ field }) => fieldLabel(field))
      .join(', '),
  )
  const reasons = [
    ...(row.reason === undefined
      ? []
      : [row.problem ? problemText(row.problem) : REASON_TEXTS[row.reason]()]),
    ...(changed && !row.is_cancelled ? [m.import_changes({ fields: changed })] : []),
    ...(kept ? [m.import_kept({ fields: kept })] : []),
    ...row.notes.map((note) => NOTE_TEXTS[note]()),
  ]
  const isOfPublished = row.state === 'changed' && row.status === 'PUBLISHED'
  const state = row.is_cancelled
    ? m.import_state_cancelled()
    : isOfPublished
      ? m.import_state_changed_published()
      : STATES[row.state].text()
  return (
    <tr>
      <Cell>
        {isChoosable(row) ? (
          <Checkbox hideLabel label={m.import_select_of({ title })} checked={isTicked} onChange={onTick} />
        ) : null}
      </Cell>
      <Cell label={m.import_column_event()}>
        {row.event_id === undefined ? (
          <bdi className={strong}>{title}</bdi>
        ) : (
          <Link to="/backoffice/events/$id" params={{ id: row.event_id }} className={textLink()}>
            <bdi>{title}</bdi>
          </Link>
        )}
        <span className={below}>
          <bdi>{row.location_name}</bdi>
        </span>
      </Cell>
      <Cell label={m.import_column_when()}>
        <Dates dates={row.dates} />
      </Cell>
      <Cell label={m.import_column_state()}>
        <span>
          <Badge tone={STATES[row.state].tone}>{state}</Badge>
        </span>
        {row.perhaps_same_as ? (
          <span className={doubt}>
            {m.import_perhaps()} <StoredEvent event={row.perhaps_same_as} />
          </span>
        ) : null}
        {reasons.map((reason) => (
          <span key={reason} className={below}>
            {reason}
          </span>
        ))}
      </Cell>
    </tr>
  )
}

/** The first date with its hours, then the days of the next ones; an hour is said again where it is another. */
function Dates({ dates: { items, count } }: Pick<ImportRow, 'dates'>) {
  const now = useNow()
  const locale = getLocale()
  const [first, ...others] = items
  if (first === undefined) return '–'
  const hours = (date: typeof first) => (date.is_all_day ? '' : timeLine(date, locale))
  const day = (date: typeof first) => {
    const isOtherHour = hours(date) !== hours(first) && !date.is_all_day
    return isOtherHour
      ? `${dayLine(date, locale, now)} ${timeText(date.start_time, locale)}`
      : dayLine(date, locale, now)
  }
  const left = count - items.length
  return (
    <>
      <span>
        <span className={unbroken}>
          {dayLine(first, locale, now)}
          {first.is_all_day ? null : ','}
        </span>{' '}
        <span className={unbroken}>{hours(first)}</span>
      </span>
      {others.length > 0 ? (
        <span className={below}>
          {m.import_dates_then({ dates: others.map(day).join(' · ') })}
          {left > 0 ? ` ${m.import_dates_more({ n: left })}` : null}
        </span>
      ) : null}
    </>
  )
}

function fieldLabel(field: ImportField): string {
  return field === 'state' ? m.import_field_state() : EVENT_FIELD_LABELS[field]()
}

const STATES = {
  new: { count: m.import_count_new, text: m.import_state_new, tone: 'success' },
  changed: { count: m.import_count_changed, text: m.import_state_changed, tone: 'warning' },
  unchanged: { count: m.import_count_unchanged, text: m.import_state_unchanged, tone: 'neutral' },
  over: { count: m.import_count_over, text: m.import_state_over, tone: 'neutral' },
  later: { count: m.import_count_later, text: m.import_state_later, tone: 'neutral' },
  unreadable: { count: m.import_count_unreadable, text: m.import_state_unreadable, tone: 'danger' },
} as const satisfies Record<ImportState, object>

/** The order of the rows, which the server has sorted. */
const STATE_ORDER: readonly ImportState[] = ['new', 'changed', 'unreadable', 'later', 'unchanged', 'over']

// A code is the key of its message (tools/codegen).
const REASON_TEXTS: Record<RowError, () => string> = reasonTexts
const NOTE_TEXTS: Record<ImportNote, () => string> = noteTexts

const subtitle = css({ textStyle: 'subheading', overflowWrap: 'anywhere' })
const legend = css({ textStyle: 'small', color: 'fg.muted', marginBottom: '1' })
const below = css({ display: 'block', textStyle: 'small', color: 'fg.muted', overflowWrap: 'anywhere' })
const doubt = css({ display: 'block', textStyle: 'small', overflowWrap: 'anywhere' })
const strong = css({ fontWeight: 'medium' })
const unbroken = css({ whiteSpace: { md: 'nowrap' } })
const plainList = css({ listStyle: 'none', padding: '0', overflowWrap: 'anywhere' })
const filters = cx(cluster({ gap: '2' }), css({ border: 'none', minWidth: '0' }))
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
