import { TAGS_KEY } from '@/client/shared/tags/tags-key'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { outcomeOf } from '@/client/shared/offline/call-failed'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { useFormDraft } from '@/client/back-office/layout/dialogs/use-form-draft'
import { failureText } from '@/client/shared/forms/server-error-text'
import { Banner } from '@/client/design-system/banner'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import type { ImportPreview } from '@/contract/back-office/import'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { sendPreview } from './import-calls'
import type { ImportOutcome, ImportRequest } from './import-calls'
import { ImportDone } from './import-done'
import { ImportKnownStep } from './import-known-step'
import { IMPORT_ERROR_TEXTS } from '@/client/back-office/layout/imports/import-error-texts'
import { ImportPreviewStep } from './preview/import-preview-step'
import { ImportSourceForm, NO_SOURCE } from './sources/import-source-form'
import { ImportSources } from './sources/import-sources'

type Step =
  | { name: 'source' }
  | { name: 'known'; request: ImportRequest; preview: ImportPreview }
  | { name: 'preview'; request: ImportRequest; preview: ImportPreview }
  | { name: 'done'; outcome: ImportOutcome; request: ImportRequest }

/** The way from a calendar through its preview to events on review (rules 2.12). */
export function ImportPage() {
  const user = useCurrentUser()
  return user ? <Import userId={user.id} /> : null
}

function Import({ userId }: { userId: string }) {
  const queryClient = useQueryClient()
  const [step, setStep] = useState<Step>({ name: 'source' })
  /** An earlier import whose choices no longer hold: the form asks again. */
  const [outdated, setOutdated] = useState<ImportRequest>()
  const [formNumber, setFormNumber] = useState(0)
  const draft = useFormDraft({
    userId,
    about: 'import',
    initialValues: NO_SOURCE,
    over: null,
    overSchema: z.null(),
  })
  useUnsaved(draft.isBegun)
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
        <h1 ref={heading} tabIndex={-1} className={title}>
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
        <ImportSourceForm
          key={formNumber}
          draft={draft}
          initial={outdated}
          isBusy={preview.isPending}
          onPreview={(request) => preview.mutate(request)}
        />
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
          userId={userId}
          request={step.request}
          preview={step.preview}
          isPreviewing={preview.isPending}
          onPreview={(request) => preview.mutate(request)}
          onBack={goBack}
          onDone={(outcome) => {
            draft.remove()
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

/** Gives the same file a name of its own. */
function renamed({ source, ...request }: ImportRequest, name: string): ImportRequest {
  return { ...request, source: 'file' in source ? { ...source, name } : source }
}

const frame = css({ display: 'grid', gap: '5', minWidth: '0' })
const head = css({ display: 'grid', gap: '1' })
const title = css({ textStyle: 'title', _focusVisible: { outline: 'none' } })
const intro = css({ color: 'fg.muted' })
