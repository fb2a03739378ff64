import { createFileRoute, Link } from '@tanstack/react-router'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { callApi } from '@/client/back-office/shared/back-office-queries'
import { IMPORT_ERROR_TEXTS } from '@/client/back-office/shared/import-findings'
import { importSourcesQuery } from '@/client/back-office/shared/named-queries'
import { Page } from '@/client/back-office/shared/page'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Fold } from '@/client/design-system/fold'
import { SelectField } from '@/client/design-system/forms/field'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { failureText } from '@/client/shared/forms/server-error-text'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { FACT_FIELD_LABELS } from '@/client/shared/programme/fact-labels'
import { TAGS_KEY } from '@/client/shared/tags/tag-picker'
import { dateText } from '@/client/shared/time/event-dates'
import { previewImport, type ImportReading, type ImportSource } from '@/contract/back-office/import'
import type { CallInput } from '@/contract/endpoint'
import { FACT_NAMES } from '@/domain/events/event-fields'
import { CSV_COLUMNS, type CsvColumn, type CsvColumns } from '@/domain/staff/import'
import * as columnLabels from '@/messages/compiled/import_csvs.js'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'
import { button, card } from 'styled-system/recipes'
import { Sources } from './import-sources'
import { RowsStep, type ImportOutcome, type ImportSettings } from './rows-step'
import { EditSource, SourceForm } from './source-form'

/** One reading of a calendar: what is sent for it, and what an import of its events sends besides. */
interface Attempt {
  source: CallInput<typeof previewImport>['body']['source']
  settings: ImportSettings
  /** The calendar of the list that is read again; absent for a new one. */
  known?: ImportSource
}

type ReadingStep = { name: 'known' | 'columns' | 'rows'; attempt: Attempt; reading: ImportReading }
type Step =
  | { name: 'sources' | 'source' }
  | { name: 'edit'; source: ImportSource; isTagGone: boolean }
  | ReadingStep
  | { name: 'done'; outcome: ImportOutcome }

const TITLES: Record<Step['name'], () => string> = {
  sources: m.import_title,
  source: m.import_new,
  edit: m.import_edit_title,
  known: m.import_known_title,
  columns: m.import_columns,
  rows: m.import_result,
  done: m.import_done,
}

function ImportPage() {
  const queryClient = useQueryClient()
  const [step, setStep] = useState<Step>({ name: 'sources' })
  const heading = useRef<HTMLHeadingElement>(null)
  const read = useMutation({
    mutationFn: ({ source, settings: { defaults, columns } }: Attempt) =>
      callApi(previewImport, {
        body: { source, ...(defaults && { defaults }), ...(columns && { columns }) },
      }),
    networkMode: 'always',
    onSettled: () => void queryClient.invalidateQueries({ queryKey: importSourcesQuery().queryKey }),
  })
  const goTo = (next: Step) => {
    setStep(next)
    // Nor does a late reply lead anywhere.
    read.reset()
    // The control that had the focus goes with its step.
    heading.current?.focus()
  }
  const start = (attempt: Attempt) =>
    read.mutate(attempt, {
      onSuccess: (reply) => {
        if (!('trouble' in reply)) return goTo(stepAfter(attempt, reply))
        if (reply.trouble !== 'tag_gone') return
        void queryClient.invalidateQueries({ queryKey: TAGS_KEY })
        if (attempt.known) goTo({ name: 'edit', source: attempt.known, isTagGone: true })
      },
    })
  const toSources = () => goTo({ name: 'sources' })
  const goBack = ({ known }: Attempt) => goTo({ name: known ? 'sources' : 'source' })
  const trouble = read.data && 'trouble' in read.data ? read.data.trouble : undefined
  const failed = trouble
    ? IMPORT_ERROR_TEXTS[trouble]()
    : read.isError
      ? failureText(outcomeOf(read.error))
      : undefined
  const attempt = 'attempt' in step ? step.attempt : undefined
  const isOfNew = step.name === 'source' || (attempt !== undefined && attempt.known === undefined)
  const create = (
    <Button onClick={() => goTo({ name: 'source' })}>
      <PlusIcon size="1.25rem" />
      {m.import_new()}
    </Button>
  )
  return (
    <Page title={TITLES[step.name]()} heading={heading} action={step.name === 'sources' ? create : null}>
      {step.name === 'sources' || step.name === 'edit' ? null : <Steps shown={step.name} />}
      <LiveRegion>{read.isPending ? m.import_previewing() : null}</LiveRegion>
      {step.name === 'sources' ? (
        <Sources
          reading={read.variables?.known?.id}
          isReading={read.isPending}
          failed={failed}
          onRead={(known, source) => start({ source, settings: {}, known })}
          onEdit={(source) => goTo({ name: 'edit', source, isTagGone: false })}
        />
      ) : null}
      {step.name === 'edit' ? (
        <EditSource source={step.source} isTagGone={step.isTagGone} onClose={toSources} />
      ) : null}
      {/* The form is hidden and not gone: the chosen file, and all else, is still there on the way back. */}
      {isOfNew ? (
        <div hidden={step.name !== 'source'}>
          <SourceForm
            isBusy={read.isPending}
            trouble={trouble}
            onChange={read.reset}
            onBack={toSources}
            onValid={async ({ url, name, file, defaults, isNightly }) =>
              start(
                file === undefined
                  ? { source: { url }, settings: { url, defaults, is_nightly: isNightly } }
                  : { source: { name, file }, settings: { defaults } },
              )
            }
          />
        </div>
      ) : null}
      {step.name === 'known' && step.reading.known ? (
        <KnownStep
          name={step.reading.name}
          known={step.reading.known}
          isBusy={read.isPending}
          onSame={(id) => start(ofKnown(step.attempt, id))}
          onOther={() => goTo(stepAfter(step.attempt, { ...step.reading, known: undefined }))}
          onBack={() => goBack(step.attempt)}
        />
      ) : null}
      {step.name === 'columns' ? (
        <ColumnsStep
          headings={step.reading.headings ?? []}
          columns={step.reading.columns ?? {}}
          isBusy={read.isPending}
          onBack={() => goBack(step.attempt)}
          onApply={(columns) => start({ ...step.attempt, settings: { ...step.attempt.settings, columns } })}
        />
      ) : null}
      {step.name === 'rows' ? (
        <RowsStep
          key={step.reading.file}
          reading={step.reading}
          settings={step.attempt.settings}
          onColumns={() => goTo({ ...step, name: 'columns' })}
          onBack={() => goBack(step.attempt)}
          onDone={(outcome) => goTo({ name: 'done', outcome })}
        />
      ) : null}
      {step.name === 'done' ? <Done outcome={step.outcome} onClose={toSources} /> : null}
      {failed !== undefined && (attempt || (isOfNew && read.isError)) ? (
        <Banner tone="danger" role="alert" title={m.import_preview_failed()}>
          {failed}
        </Banner>
      ) : null}
    </Page>
  )
}

export const Route = createFileRoute('/backoffice/events/import')({ component: ImportPage })

/** A new table is always asked about its columns, a known one only where its title or first day cannot be told. */
function stepAfter(attempt: Attempt, reading: ImportReading): ReadingStep {
  const { known, headings, columns = {}, source_id: id } = reading
  const isAsked = attempt.settings.columns !== undefined
  if (known && !isAsked) return { name: 'known', attempt, reading }
  const hasNeeded = columns.title && columns.start_date
  const name = headings && (!hasNeeded || (id === undefined && !isAsked)) ? 'columns' : 'rows'
  return { name, attempt, reading }
}

function ofKnown({ source, ...attempt }: Attempt, id: string): Attempt {
  return { ...attempt, source: 'file' in source ? { ...source, id } : source }
}

const STEPS = [
  [m.import_step_source, ['source', 'known', 'columns']],
  [m.import_step_rows, ['rows']],
  [m.import_step_done, ['done']],
] as const

function Steps({ shown }: { shown: Step['name'] }) {
  return (
    <ol className={stepList} aria-label={m.import_steps()}>
      {STEPS.map(([label, names]) => (
        <li key={names[0]} aria-current={names.some((name) => name === shown) ? 'step' : undefined}>
          {label()}
        </li>
      ))}
    </ol>
  )
}

interface KnownStepProps {
  name: string
  known: NonNullable<ImportReading['known']>
  isBusy: boolean
  onSame: (id: string) => void
  onOther: () => void
  onBack: () => void
}

/** Two organisers may call their files alike: before anything is shown or stored, a person says whether they are one calendar. */
function KnownStep({ name, known, isBusy, onSame, onOther, onBack }: KnownStepProps) {
  const date = known.read_at === undefined ? '–' : dateText(known.read_at, getLocale())
  return (
    <section className={cx(card({ pad: true }), stack({ gap: '4' }))}>
      <p>{m.import_known_text({ name, date, n: known.events })}</p>
      <div className={cluster()}>
        <Button busy={isBusy} onClick={() => onSame(known.id)}>
          {m.import_known_same()}
        </Button>
        <Button variant="secondary" disabled={isBusy} onClick={onOther}>
          {m.import_known_other()}
        </Button>
        <Button variant="secondary" disabled={isBusy} onClick={onBack}>
          {m.import_back()}
        </Button>
      </div>
    </section>
  )
}

interface ColumnsStepProps {
  headings: NonNullable<ImportReading['headings']>
  columns: CsvColumns
  isBusy: boolean
  onApply: (columns: CsvColumns) => void
  onBack: () => void
}

/** A column is the key of its message (tools/codegen). */
const COLUMN_LABELS: Record<CsvColumn, () => string> = { ...columnLabels, ...FACT_FIELD_LABELS }
const REQUIRED_COLUMNS: readonly CsvColumn[] = ['title', 'start_date']
/** Few tables of partners have these columns. */
const RARE_COLUMNS: readonly CsvColumn[] = ['uid', 'all_day', ...FACT_NAMES]

/** Which column of a table is which; the first value of each helps to tell. */
function ColumnsStep({ headings, columns, isBusy, onApply, onBack }: ColumnsStepProps) {
  const [chosen, setChosen] = useState(columns)
  const options = [
    { value: '', label: m.import_columns_none() },
    ...headings.map(({ heading, sample }) => ({
      value: heading,
      label: sample === '' ? heading : m.import_column_option({ heading, sample }),
    })),
  ]
  const isMissing = (column: CsvColumn) => REQUIRED_COLUMNS.includes(column) && !chosen[column]
  const select = (column: CsvColumn) => (
    <SelectField
      key={column}
      label={COLUMN_LABELS[column]()}
      required={REQUIRED_COLUMNS.includes(column)}
      value={chosen[column] ?? ''}
      options={options}
      {...(isMissing(column) && { error: m.import_columns_needed() })}
      onChange={(event) => setChosen({ ...chosen, [column]: event.target.value })}
    />
  )
  return (
    <form
      noValidate
      className={cx(card({ pad: true }), stack({ gap: '4' }))}
      onSubmit={(event) => {
        event.preventDefault()
        const missing = event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')
        if (missing) missing.focus()
        else onApply(chosen)
      }}
    >
      <p className={hint}>{m.import_columns_hint()}</p>
      <div className={grid}>{CSV_COLUMNS.filter((column) => !RARE_COLUMNS.includes(column)).map(select)}</div>
      <Fold summary={m.import_more()}>
        <div className={grid}>{RARE_COLUMNS.map(select)}</div>
      </Fold>
      <div className={cluster()}>
        <Button type="submit" busy={isBusy}>
          {m.import_continue()}
        </Button>
        <Button variant="secondary" onClick={onBack}>
          {m.import_back()}
        </Button>
      </div>
    </form>
  )
}

function Done({ outcome, onClose }: { outcome: ImportOutcome; onClose: () => void }) {
  const { source_id: source, ...counts } = outcome
  return (
    <>
      <output>{m.import_done_text(counts)}</output>
      <div className={cluster()}>
        {counts.created > 0 ? (
          <Link to="/backoffice/events" search={{ source }} className={button()}>
            {m.import_to_review()}
          </Link>
        ) : null}
        <Button variant="secondary" onClick={onClose}>
          {m.import_to_sources()}
        </Button>
      </div>
    </>
  )
}

const stepList = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  padding: '0',
  listStyle: 'none',
  textStyle: 'small',
  color: 'fg.muted',
  '& li + li::before': { content: '"›"', marginInlineEnd: '2' },
  '& [aria-current]': { color: 'fg.default', fontWeight: 'bold' },
})
const hint = css({ textStyle: 'small', color: 'fg.muted' })
const grid = css({
  display: 'grid',
  gap: '4',
  alignItems: 'start',
  gridTemplateColumns: '[repeat(auto-fill, minmax(min(14rem, 100%), 1fr))]',
  paddingBlock: '2',
})
