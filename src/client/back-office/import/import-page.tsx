import { Link } from '@tanstack/react-router'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { TAGS_KEY } from '@/client/shared/tags/tag-picker'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { useDraft } from '@/client/shared/drafts/use-draft'
import { failureText } from '@/client/shared/forms/server-error-text'
import { Banner } from '@/client/design-system/banner'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import type { ImportPreview } from '@/contract/back-office/import'
import * as m from '@/messages/compiled/messages.js'
import { IMPORT_ERROR_TEXTS } from '@/client/back-office/shared/import-findings'
import { ImportPreviewStep } from './import-preview-step'
import { ImportSourceForm, readSourceText } from './import-source-form'
import type { SourceText } from './import-source-form'
import { ImportSources, ApproveImported } from './import-sources'
import { Button } from '@/client/design-system/button'
import { isProblemCode } from '@/domain/validation/problem'
import { problemText } from '@/messages/problem-text'
import { dateText } from '@/client/shared/time/event-dates'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { TextField } from '@/client/design-system/forms/field'
import { IMPORT_NAME_MAX } from '@/domain/staff/import'
import { oneLine, maxCharacters } from '@/domain/text/text-fields'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button, card } from 'styled-system/recipes'
import { sendPreview } from './import-calls'
import type { ImportOutcome, ImportRequest } from './import-calls'

type Step =
  | { name: 'source' }
  | { name: 'known'; request: ImportRequest; preview: ImportPreview }
  | { name: 'preview'; request: ImportRequest; preview: ImportPreview }
  | { name: 'done'; outcome: ImportOutcome; request: ImportRequest }

export function ImportPage() {
  const queryClient = useQueryClient()
  const [step, setStep] = useState<Step>({ name: 'source' })
  /** An earlier import whose choices no longer hold: the form asks again. */
  const [outdated, setOutdated] = useState<ImportRequest>()
  const [formNumber, setFormNumber] = useState(0)
  const draft = useDraft<SourceText>({
    slot: 'staff/form/import',
    read: readSourceText,
    isEmpty: (text) => Object.values(text).every((one) => one === ''),
  })
  useUnsaved(draft.isDirty)
  const heading = useRef<HTMLHeadingElement>(null)
  const preview = useMutation({
    mutationFn: sendPreview,
    networkMode: 'always',
    onSuccess: (reply, request) => {
      if (!('trouble' in reply)) goTo({ name: nextStep(reply), request, preview: reply })
      else if (reply.trouble === 'tag_gone') void queryClient.invalidateQueries({ queryKey: TAGS_KEY })
    },
  })
  const errorText =
    preview.data && 'trouble' in preview.data
      ? IMPORT_ERROR_TEXTS[preview.data.trouble]()
      : preview.isError
        ? failureText(outcomeOf(preview.error))
        : undefined
  // Answered once, it is not asked again of the same preview with other columns.
  const nextStep = ({ known }: ImportPreview) =>
    known !== undefined && step.name !== 'preview' && step.name !== 'done' ? 'known' : 'preview'
  const goTo = (next: Step) => {
    setStep(next)
    // The element with the focus goes with its step.
    heading.current?.focus()
  }
  const goBack = () => {
    preview.reset()
    goTo({ name: 'source' })
  }
  const start = (initial?: ImportRequest) => {
    setOutdated(initial)
    setFormNumber(formNumber + 1)
  }
  const importAgain = (request: ImportRequest) =>
    preview.mutate(request, {
      onSuccess: (reply) => {
        if ('trouble' in reply && reply.trouble === 'tag_gone') start(request)
      },
    })

  return (
    <div className={frame}>
      <div className={head}>
        <h1 ref={heading} tabIndex={-1} className={importPageTitle}>
          {step.name === 'done' ? m.import_done() : m.import_title()}
        </h1>
        {step.name === 'source' ? <p className={intro}>{m.import_intro()}</p> : null}
      </div>
      <LiveRegion>{preview.isPending ? m.import_previewing() : null}</LiveRegion>
      {errorText === undefined ? null : (
        <Banner tone="danger" role="alert" title={m.import_preview_failed()}>
          {errorText}
        </Banner>
      )}
      {/* The step is hidden and not gone: the chosen file, and all else, is still there on the way back. */}
      <div hidden={step.name !== 'source'}>
        {draft.isReady ? (
          <ImportSourceForm
            key={formNumber}
            draft={draft}
            initial={outdated}
            isBusy={preview.isPending}
            onPreview={(request) => preview.mutate(request)}
          />
        ) : null}
      </div>
      {step.name === 'source' ? <ImportSources isBusy={preview.isPending} onAgain={importAgain} /> : null}
      {step.name === 'known' && step.preview.known ? (
        <ImportKnownStep
          key={step.preview.name}
          name={step.preview.name}
          known={step.preview.known}
          isBusy={preview.isPending}
          onSame={() => goTo({ ...step, name: 'preview' })}
          onOther={(name) => preview.mutate(renamed(step.request, name))}
          onBack={goBack}
        />
      ) : null}
      {step.name === 'preview' ? (
        <ImportPreviewStep
          key={step.preview.name}
          request={step.request}
          preview={step.preview}
          isPreviewing={preview.isPending}
          onPreview={(request) => preview.mutate(request)}
          onBack={goBack}
          onDone={(outcome) => {
            draft.discard()
            goTo({ name: 'done', outcome, request: step.request })
            void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY })
          }}
        />
      ) : null}
      {step.name === 'done' ? (
        <ImportDone
          outcome={step.outcome}
          onAgain={() => preview.mutate(step.request)}
          onMore={() => {
            start()
            goBack()
          }}
        />
      ) : null}
    </div>
  )
}

function renamed({ source, ...request }: ImportRequest, name: string): ImportRequest {
  return { ...request, source: 'file' in source ? { ...source, name } : source }
}

const frame = css({ display: 'grid', gap: '5', minWidth: '0' })
const head = css({ display: 'grid', gap: '1' })
const importPageTitle = css({ textStyle: 'title', _focusVisible: { outline: 'none' } })
const intro = css({ color: 'fg.muted' })

interface ImportDoneProps {
  outcome: ImportOutcome
  onAgain: () => void
  onMore: () => void
}

export function ImportDone({ outcome, onAgain, onMore }: ImportDoneProps) {
  const { failed, changed, created_ids: createdIds, ...counts } = outcome
  return (
    <>
      <output>
        {m.import_done_text(counts)}
        {counts.called_off > 0 ? ` ${m.import_done_called_off({ n: counts.called_off })}` : null}
      </output>
      {failed.length > 0 ? (
        <section>
          <h2 className={subtitle}>{m.import_done_failed()}</h2>
          <ul>
            {failed.map(({ title, code }) => (
              <li key={title}>
                <bdi>{title}</bdi>: {isProblemCode(code) ? problemText(code) : code}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {changed.length > 0 ? (
        <Banner
          tone="warning"
          title={m.import_done_changed()}
          actions={
            <Button variant="secondary" size="sm" onClick={onAgain}>
              {m.import_done_again()}
            </Button>
          }
        >
          <ul>
            {changed.map((title) => (
              <li key={title}>
                <bdi>{title}</bdi>
              </li>
            ))}
          </ul>
        </Banner>
      ) : null}
      <div className={cluster()}>
        {createdIds.length > 0 ? <ApproveImported ids={createdIds} /> : null}
        <Link to="/backoffice/events" search={{}} className={button({ variant: 'secondary' })}>
          {m.import_to_review()}
        </Link>
        <Button variant="secondary" onClick={onMore}>
          {m.import_more()}
        </Button>
      </div>
    </>
  )
}

const subtitle = css({ textStyle: 'subheading' })

const NAMED = z.object({
  name: z
    .string()
    .check(oneLine(), z.minLength(1, 'required'), maxCharacters(IMPORT_NAME_MAX, 'text_too_long')),
})

interface ImportKnownStepProps {
  name: string
  known: NonNullable<ImportPreview['known']>
  isBusy: boolean
  onSame: () => void
  onOther: (name: string) => void
  onBack: () => void
}

/** Two organisers may call their files alike: before anything is shown or written, an administrator says whether they are one calendar. */
export function ImportKnownStep({ name, known, isBusy, onSame, onOther, onBack }: ImportKnownStepProps) {
  const [isSameName, setSameName] = useState(false)
  const { form, formProps } = useSchemaForm<{ name: string }, { name: string }>({
    schema: NAMED,
    initialValues: { name: '' },
    onValid: async (values) => {
      setSameName(values.name === name)
      if (values.name !== name) onOther(values.name)
    },
  })
  const date = known.last_run_at === undefined ? '–' : dateText(known.last_run_at, getLocale())
  return (
    <section className={cx(card({ pad: true }), importKnownStepFrame)}>
      <h2 className={importKnownStepSubtitle}>{m.import_known_title()}</h2>
      <p>{m.import_known_text({ name, date, n: known.events })}</p>
      <div className={cluster()}>
        <Button disabled={isBusy} onClick={onSame}>
          {m.import_known_same()}
        </Button>
        <Button variant="secondary" disabled={isBusy} onClick={onBack}>
          {m.import_back()}
        </Button>
      </div>
      <form {...formProps} className={importKnownStepFrame}>
        <p>{m.import_known_other_text()}</p>
        <form.Field name="name">
          {(field) => {
            const given = fieldProps(field)
            return (
              <TextField
                label={m.import_known_name()}
                autoComplete="off"
                {...given}
                error={given.error ?? (isSameName ? m.import_known_name_same({ name }) : undefined)}
              />
            )
          }}
        </form.Field>
        <div>
          <Button type="submit" variant="secondary" busy={isBusy}>
            {m.import_known_other()}
          </Button>
        </div>
      </form>
    </section>
  )
}

const importKnownStepFrame = css({ display: 'grid', gap: '4', minWidth: '0', maxWidth: 'form' })
const importKnownStepSubtitle = css({ textStyle: 'subheading' })
