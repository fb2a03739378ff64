import { createFileRoute } from '@tanstack/react-router'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { callApi } from '@/client/back-office/shared/back-office-queries'
import { IMPORT_ERROR_TEXTS } from '@/client/back-office/shared/import-findings'
import { Page, text } from '@/client/back-office/shared/page'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { SelectField } from '@/client/design-system/forms/field'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { failureText } from '@/client/shared/forms/server-error-text'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { FACT_FIELD_LABELS } from '@/client/shared/programme/fact-labels'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { TAGS_KEY } from '@/client/shared/tags/tag-picker'
import { previewImport, type ImportReading, type ImportSource } from '@/contract/back-office/import'
import { CSV_COLUMNS, type CsvColumn, type CsvColumns } from '@/domain/staff/import'
import * as columnLabels from '@/messages/compiled/import_csvs.js'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'
import { ImportRows, type Attempt } from './import-rows'
import { Sources } from './import-sources'
import { SourceForm } from './source-form'

type Step =
  | { name: 'sources' | 'source' }
  | { name: 'edit'; source: ImportSource }
  | { name: 'columns' | 'rows'; attempt: Attempt; reading: ImportReading }

const TITLES: Record<Step['name'], () => string> = {
  sources: m.import_title,
  source: m.import_new,
  edit: m.import_edit_title,
  columns: m.import_columns,
  rows: m.import_result,
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
        heading.current?.focus()
        if (reply.trouble !== 'tag_gone') return
        void queryClient.invalidateQueries({ queryKey: TAGS_KEY })
        if (attempt.known) setStep({ name: 'edit', source: attempt.known })
      },
      onError: () => heading.current?.focus(),
    })
  const toSources = () => {
    void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY })
    goTo({ name: 'sources' })
  }
  const goBack = ({ known }: Attempt) => (known ? toSources() : goTo({ name: 'source' }))
  const failed =
    read.data && 'trouble' in read.data
      ? IMPORT_ERROR_TEXTS[read.data.trouble]()
      : read.isError && failureText(outcomeOf(read.error))
  const isOfNew = step.name === 'source' || ('attempt' in step && step.attempt.known === undefined)
  return (
    <Page
      title={TITLES[step.name]()}
      heading={heading}
      action={
        step.name === 'sources' ? (
          <Button onClick={() => goTo({ name: 'source' })}>
            <PlusIcon size="1.25rem" />
            {m.import_new()}
          </Button>
        ) : null
      }
    >
      <LiveRegion>{read.isPending ? m.import_previewing() : null}</LiveRegion>
      {failed ? (
        <Banner tone="danger" role="alert" title={m.import_preview_failed()}>
          {failed}
        </Banner>
      ) : null}
      {step.name === 'sources' ? (
        <Sources
          reading={read.isPending ? read.variables.known?.id : undefined}
          onRead={start}
          onEdit={(source) => goTo({ name: 'edit', source })}
        />
      ) : null}
      {step.name === 'edit' ? (
        <SourceForm source={step.source} isBusy={false} onChange={read.reset} onClose={toSources} />
      ) : null}
      {/* The form is hidden and not gone: the chosen file, and all else, is still there on the way back. */}
      {isOfNew ? (
        <div hidden={step.name !== 'source'}>
          <SourceForm isBusy={read.isPending} onChange={read.reset} onClose={toSources} onRead={start} />
        </div>
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
        <ImportRows
          reading={step.reading}
          settings={step.attempt.settings}
          onColumns={() => goTo({ ...step, name: 'columns' })}
          onBack={() => goBack(step.attempt)}
          onDone={toSources}
        />
      ) : null}
    </Page>
  )
}

export const Route = createFileRoute('/backoffice/events/import')({ component: ImportPage })

/** A new table is always asked about its columns, a known one only where its title or first day cannot be told. */
function stepAfter(attempt: Attempt, reading: ImportReading): Step {
  const { headings, columns = {}, is_new: isNew } = reading
  const isAsked = attempt.settings.columns !== undefined
  const hasNeeded = columns.title && columns.start_date
  return { name: headings && (!hasNeeded || (isNew && !isAsked)) ? 'columns' : 'rows', attempt, reading }
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

/** Which column of a table is which; the first value of each helps to tell. */
function ColumnsStep({ headings, columns, isBusy, onApply, onBack }: ColumnsStepProps) {
  const [chosen, setChosen] = useState(columns)
  const options = headings.map(({ heading, sample }) => ({
    value: heading,
    label: sample === '' ? heading : m.import_column_option({ heading, sample }),
  }))
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
      <p className={text.small}>{m.import_columns_hint()}</p>
      <div className={grid}>
        {CSV_COLUMNS.map((column) => {
          const isRequired = REQUIRED_COLUMNS.includes(column)
          return (
            <SelectField
              key={column}
              label={COLUMN_LABELS[column]()}
              required={isRequired}
              value={chosen[column] ?? ''}
              placeholder={m.import_columns_none()}
              options={options}
              error={isRequired && !chosen[column] ? m.import_columns_needed() : undefined}
              onChange={(event) => setChosen({ ...chosen, [column]: event.target.value })}
            />
          )
        })}
      </div>
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

const grid = css({
  display: 'grid',
  gap: '4',
  alignItems: 'start',
  gridTemplateColumns: '[repeat(auto-fill, minmax(min(14rem, 100%), 1fr))]',
  paddingBlock: '2',
})
