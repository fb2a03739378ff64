import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useBlocker } from '@tanstack/react-router'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { failureText } from '@/client/shared/forms/server-error-text'
import { Badge } from '@/client/design-system/badge'
import { Banner, EmptyState } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import type { ImportPreview, ImportRow } from '@/contract/back-office/import'
import * as m from '@/messages/compiled/messages.js'
import { RestoredNote, FormDialog } from '@/client/back-office/shared/form-dialog'
import { Table } from '@/client/back-office/shared/table'
import { sendImport, placeOf } from './import-calls'
import type { ImportOutcome, ImportRequest } from './import-calls'
import {
  correctable,
  useImportChoice,
  chooseRows,
  isRowChosen,
  keepField,
  fieldsToKeep,
  readCorrections,
} from './use-import-choice'
import type { Corrections, ImportCorrection } from './use-import-choice'
import { useDraft } from '@/client/shared/drafts/use-draft'
import type { UsedDraft } from '@/client/shared/drafts/use-draft'
import { ImportTableRow, COLUMN_LABELS } from './import-row'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { Collapsible } from '@/client/design-system/collapsible'
import { SelectField, TextField } from '@/client/design-system/forms/field'
import { CSV_COLUMNS, importedTitleSchema } from '@/domain/staff/import'
import type { CsvColumns } from '@/domain/staff/import'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { PlaceField } from '@/client/shared/places/place-field'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { locationName } from '@/domain/places/place'
import { problemText } from '@/messages/problem-text'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { ImportGone } from './import-gone'

interface ImportPreviewStepProps {
  request: ImportRequest
  preview: ImportPreview
  isPreviewing: boolean
  onPreview: (request: ImportRequest) => void
  onBack: () => void
  onDone: (outcome: ImportOutcome) => void
}

/** The preview of an import, with what was corrected in an earlier one of the same name. */
export function ImportPreviewStep(props: ImportPreviewStepProps) {
  const draft = useDraft<Corrections>({
    slot: `staff/form/corrections:${encodeURIComponent(props.preview.name)}`,
    read: readCorrections,
  })
  return draft.isReady ? <Preview {...props} draft={draft} /> : null
}

/** Event by event; everything that can be imported is chosen at first. */
function Preview(props: ImportPreviewStepProps & { draft: UsedDraft<Corrections> }) {
  const { request, preview, draft, isPreviewing, onPreview, onBack, onDone } = props
  const choice = useImportChoice(preview, draft)
  const { items, rows, chosen, selection, setSelection, cancelled } = choice
  const [correcting, setCorrecting] = useState<string>()
  const eventToCorrect = items.flatMap((row) => (row.uid === correcting ? (correctable(row) ?? []) : []))[0]
  const [isGoingBack, setGoingBack] = useState(false)
  const [done, setDone] = useState(0)
  const run = useMutation({
    mutationFn: () =>
      sendImport({ ...request, columns: preview.columns }, preview, { rows: chosen, cancelled }, setDone),
    networkMode: 'always',
    onMutate: () => setDone(0),
    onSuccess(outcome) {
      // Rows that could not be imported keep their corrections for the next try.
      if (outcome.failed.length + outcome.changed.length === 0) choice.forgetCorrections()
      onDone(outcome)
    },
  })
  /** A table without a title or a date has to be explained first. */
  const hasColumns =
    preview.columns === undefined ||
    (preview.columns.title !== undefined && preview.columns.start_date !== undefined)
  const progress =
    run.isPending && chosen.length > 0 ? m.import_running({ done, total: chosen.length }) : undefined
  const heading = useRef<HTMLHeadingElement>(null)
  const discard = () => {
    choice.forgetCorrections()
    // The button that was pressed goes.
    heading.current?.focus()
  }
  return (
    <>
      <ImportGuard
        isDirty={choice.isDirty}
        isGoingBack={isGoingBack}
        onStay={() => setGoingBack(false)}
        onBack={onBack}
        onDiscard={choice.forgetCorrections}
      />
      <ImportGone events={choice.gone} onSettle={choice.settle} />
      <section className={section}>
        <h2 ref={heading} tabIndex={-1} className={subtitle}>
          {m.import_result()}
        </h2>
        <p>{m.import_of({ name: preview.name })}</p>
        <Counts preview={preview} items={items} />
        {preview.left_out > 0 ? (
          <Banner tone="warning">{m.import_left_out({ n: preview.left_out })}</Banner>
        ) : null}
      </section>
      {choice.isRestored ? <RestoredNote onDiscard={discard} /> : null}
      {preview.headings && preview.columns ? (
        <ImportColumns
          isNeeded={!hasColumns}
          key={JSON.stringify(preview.columns)}
          headings={preview.headings}
          columns={preview.columns}
          isBusy={isPreviewing}
          onApply={(columns) => onPreview({ ...request, columns })}
        />
      ) : null}
      {preview.items.length === 0 && hasColumns ? <EmptyState title={m.import_none()} /> : null}
      {rows.length > 1 ? (
        <Checkbox
          label={m.import_select_all()}
          checked={chosen.length === rows.length}
          indeterminate={chosen.length > 0 && chosen.length < rows.length}
          onChange={(isChosen) => setSelection((before) => chooseRows(before, rows, isChosen))}
        />
      ) : null}
      {preview.items.length > 0 ? (
        <Table
          label={m.import_result()}
          columns={[
            m.import_link(),
            m.import_column_event(),
            m.import_column_when(),
            m.import_column_state(),
          ]}
        >
          {items.map((row) => (
            <ImportTableRow
              key={row.uid}
              row={row}
              isSelected={isRowChosen(selection, row)}
              unchanged={new Set(fieldsToKeep(selection, row))}
              onSelect={(isChosen) => setSelection((before) => chooseRows(before, [row], isChosen))}
              onKeep={(field, isUnchanged) =>
                setSelection((before) => keepField(before, row, field, isUnchanged))
              }
              onCorrect={correctable(row) ? () => setCorrecting(row.uid) : undefined}
            />
          ))}
        </Table>
      ) : null}
      {correcting !== undefined && eventToCorrect ? (
        <ImportRowDialog
          event={eventToCorrect}
          onCorrect={(correction) => choice.correct(correcting, correction)}
          onClose={() => setCorrecting(undefined)}
        />
      ) : null}
      {run.isError ? (
        <Banner tone="danger" role="alert" title={m.import_failed()}>
          <p>{failureText(outcomeOf(run.error))}</p>
          {done > 0 ? <p>{m.import_failed_text({ done, total: chosen.length })}</p> : null}
        </Banner>
      ) : null}
      <LiveRegion>{progress}</LiveRegion>
      <div className={cluster()}>
        {rows.length > 0 || cancelled.length > 0 ? (
          <Button
            busy={run.isPending}
            disabled={chosen.length === 0 && cancelled.length === 0}
            onClick={() => run.mutate()}
          >
            {progress ?? runLabel(chosen.length, cancelled.length)}
          </Button>
        ) : null}
        <Button
          variant="secondary"
          disabled={run.isPending}
          onClick={() => (choice.isDirty ? setGoingBack(true) : onBack())}
        >
          {m.import_back()}
        </Button>
      </div>
    </>
  )
}

function Counts({ preview, items }: { preview: ImportPreview; items: readonly ImportRow[] }) {
  const count = (state: ImportRow['state']) => items.filter((row) => row.state === state).length
  return (
    <div className={cluster({ gap: '2' })}>
      <Badge tone="success">{m.import_count_new({ n: count('new') })}</Badge>
      <Badge tone="warning">{m.import_count_changed({ n: count('changed') })}</Badge>
      <Badge>{m.import_count_unchanged({ n: preview.unchanged })}</Badge>
      <Badge tone="danger">{m.import_count_invalid({ n: count('invalid') })}</Badge>
      <Badge>{m.import_count_past({ n: preview.past })}</Badge>
    </div>
  )
}

function runLabel(n: number, cancelled: number): string {
  if (n === 0 && cancelled > 0)
    return cancelled === 1 ? m.import_run_gone_one() : m.import_run_gone({ n: cancelled })
  if (n === 0) return m.import_run_none()
  return n === 1 ? m.import_run_one() : m.import_run({ n })
}

const section = css({ display: 'grid', gap: '2', minWidth: '0' })
const subtitle = css({ textStyle: 'subheading' })

const LeaveDialog = lazyPart(
  async () => (await import('@/client/back-office/shared/leave-dialog')).LeaveDialog,
)

interface ImportGuardProps {
  isDirty: boolean
  isGoingBack: boolean
  onStay: () => void
  onBack: () => void
  onDiscard: () => void
}

/** Asks before a preview is left with corrections or choices. A session that ends asks nothing: it keeps the corrections. */
function ImportGuard({ isDirty, isGoingBack, onStay, onBack, onDiscard }: ImportGuardProps) {
  useUnsaved(isDirty)
  const leaving = useBlocker({
    shouldBlockFn: ({ next }) => isDirty && next.pathname !== '/backoffice/login',
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  if (leaving.status !== 'blocked' && !isGoingBack) return null
  return (
    <LeaveDialog
      title={m.admin_leave_title()}
      text={m.import_leave_text()}
      stayLabel={m.admin_leave_stay()}
      onStay={() => {
        leaving.reset?.()
        onStay()
      }}
      onLeave={() => {
        onDiscard()
        const leave = leaving.proceed ?? onBack
        leave()
      }}
    />
  )
}

interface ImportColumnsProps {
  headings: readonly string[]
  columns: CsvColumns
  /** The title or the date is not known yet: nothing can be read before somebody says which is which. */
  isNeeded: boolean
  isBusy: boolean
  onApply: (columns: CsvColumns) => void
}

function ImportColumns({ headings, columns, isNeeded, isBusy, onApply }: ImportColumnsProps) {
  const [chosen, setChosen] = useState(columns)
  const [isOpen, setOpen] = useState(isNeeded)
  return (
    <Collapsible title={m.import_columns()} open={isOpen} onOpenChange={setOpen}>
      {isNeeded ? <Banner tone="warning">{m.import_columns_needed()}</Banner> : null}
      <p className={hint}>{m.import_columns_hint()}</p>
      <div className={grid}>
        {CSV_COLUMNS.map((column) => (
          <SelectField
            key={column}
            label={COLUMN_LABELS[column]()}
            value={chosen[column] ?? ''}
            options={[
              { value: '', label: m.import_columns_none() },
              ...headings.map((heading) => ({ value: heading, label: heading })),
            ]}
            onChange={(event) => setChosen({ ...chosen, [column]: event.target.value })}
          />
        ))}
      </div>
      <Button variant="secondary" busy={isBusy} onClick={() => onApply(chosen)}>
        {m.import_columns_apply()}
      </Button>
    </Collapsible>
  )
}

const hint = css({ textStyle: 'small', color: 'fg.muted', paddingTop: '2' })
const grid = css({
  display: 'grid',
  gap: '4',
  gridTemplateColumns: '[repeat(auto-fill, minmax(min(14rem, 100%), 1fr))]',
  paddingBlock: '4',
})

interface ImportRowDialogProps {
  event: NonNullable<ImportRow['event']>
  onCorrect: (correction: ImportCorrection) => void
  onClose: () => void
}

/** Corrects the title and the place of one event before it is imported; a date is the source's. */
function ImportRowDialog({ event, onCorrect, onClose }: ImportRowDialogProps) {
  const { places } = usePlaceAndTagOptions()
  const [place, setPlace] = useState(() => placeOf(event))
  const [isTried, setTried] = useState(false)
  const hasPlace = locationName(place) !== ''
  const { form, formProps } = useSchemaForm<{ title: string }, { title: string }>({
    schema: importedTitleSchema,
    initialValues: { title: event.title },
    onValid: async ({ title }) => {
      const { latitude, longitude } = place
      const chosen = { location_name: locationName(place), latitude, longitude }
      if (!hasPlace) return
      const isSamePlace =
        chosen.location_name === event.location_name &&
        latitude === event.latitude &&
        longitude === event.longitude
      onCorrect({ title, place: isSamePlace ? undefined : chosen })
      onClose()
    },
  })
  return (
    <FormDialog
      title={m.import_correct_title()}
      submitLabel={m.import_correct_submit()}
      formProps={{
        ...formProps,
        onSubmit: (submitted) => {
          setTried(true)
          formProps.onSubmit(submitted)
        },
      }}
      isBusy={false}
      onClose={onClose}
    >
      <form.Field name="title">
        {(field) => (
          <TextField label={m.import_csv_title()} autoComplete="off" required {...fieldProps(field)} />
        )}
      </form.Field>
      <PlaceField
        places={places}
        value={place}
        error={isTried && !hasPlace ? problemText('location_required') : undefined}
        onChange={setPlace}
      />
    </FormDialog>
  )
}
