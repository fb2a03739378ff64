import type { QueryKey } from '@tanstack/react-query'
import { useId, useState, type ComponentProps } from 'react'
import * as z from 'zod/mini'
import { busyFormProps } from '@/client/shared/forms/use-schema-form'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { SelectField } from '@/client/design-system/forms/field'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { Dialog, type DialogProps } from '@/client/design-system/overlays/dialog'
import * as m from '@/messages/compiled/messages.js'
import type { ApiClient } from '@/offline/api/api-client'
import type { Outcome } from '@/offline/api/next-step'
import { stack } from 'styled-system/patterns'
import { Facts } from './table'
import { isGone, useAction, useWriteForm } from './use-action'

interface FormDialogProps extends Pick<
  DialogProps,
  'title' | 'onClose' | 'initialFocus' | 'finalFocus' | 'children'
> {
  formProps: ComponentProps<'form'>
  submitLabel: string
  tone?: 'primary' | 'danger'
  /** It stays open while it is sending, and takes no input. */
  isSubmitting: boolean
  /** It can't be sent yet, and takes input meanwhile. */
  isPreparing?: boolean
  failure?: string | undefined
}

/** A dialog around one form. It stays open until its owner closes it, so that nothing typed is lost by a failure. */
export function FormDialog(props: FormDialogProps) {
  const { formProps, isSubmitting, isPreparing = false, failure, ...shown } = props
  const { submitLabel, tone = 'primary', children, ...dialog } = shown
  const id = useId()
  const close = () => {
    if (!isSubmitting) props.onClose()
  }
  return (
    <Dialog
      {...dialog}
      onClose={close}
      closeOnInteractOutside={false}
      closeLabel={m.admin_close()}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {m.admin_cancel()}
          </Button>
          <Button type="submit" form={id} variant={tone} busy={isSubmitting || isPreparing}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form {...formProps} {...busyFormProps(isSubmitting)} id={id} className={stack({ gap: '4' })}>
        {children}
        {failure === undefined ? null : (
          <div ref={showWhole}>
            <Banner tone="danger" role="alert">
              {failure}
            </Banner>
          </div>
        )}
      </form>
    </Dialog>
  )
}

/** It may be below what a small phone shows of the form. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

type DetailsDialogProps = ComponentProps<typeof Facts> & Pick<DialogProps, 'title' | 'onClose' | 'footer'>

export function DetailsDialog({ of, ...dialog }: DetailsDialogProps) {
  return (
    <Dialog {...dialog} size="md" hasLongText closeLabel={m.admin_close()}>
      <Facts of={of} />
    </Dialog>
  )
}

export function AskDialog(props: Omit<ComponentProps<typeof ConfirmDialog>, 'closeLabel' | 'cancelLabel'>) {
  return <ConfirmDialog {...props} cancelLabel={m.admin_cancel()} closeLabel={m.admin_close()} />
}

/** Something that is done once it is confirmed. */
export interface Question {
  title: string
  text: string
  confirmLabel: string
  tone?: 'primary' | 'danger'
  /** Titles of the toasts. */
  done: string
  failed: string
  /** It resolves with the outcome; undefined where the person would rather not after all. */
  send: (api: ApiClient) => Promise<Outcome<unknown> | undefined>
  /** Runs as well when somebody else has deleted what it is about. */
  onDone?: () => void
  /** The key of what it deletes, see `useAction`. */
  gone?: QueryKey
}

const CANCELLED = {}

/** Asks before something is done. After a failure the dialog is still open, unless what it is about is gone. */
export function useQuestion() {
  const [asked, setAsked] = useState<Question>()
  const close = () => setAsked(undefined)
  const finish = ({ onDone }: Question) => {
    close()
    onDone?.()
  }
  const action = useAction<Question, unknown>({
    run: async ({ send }, api) => (await send(api)) ?? { kind: 'ok', status: 200, data: CANCELLED },
    done: (reply, { done }) => (reply === CANCELLED ? undefined : [done]),
    failed: ({ failed }) => failed,
    gone: ({ gone }) => gone,
    onDone: (_, question) => finish(question),
    onFailed: (error, question) => (isGone(error) ? finish(question) : undefined),
  })
  const dialog = asked && (
    <AskDialog
      onClose={close}
      title={asked.title}
      description={asked.text}
      confirmLabel={asked.confirmLabel}
      tone={asked.tone ?? 'danger'}
      busy={action.isPending}
      onConfirm={() => action.mutate(asked)}
    />
  )
  return { ask: setAsked, close, dialog }
}

interface MergeDialogProps<Result> {
  /** The name of the chosen one in the call: the server's errors are shown at it. */
  name: string
  send: (into: string, api: ApiClient) => Promise<Outcome<Result>>
  /** Title and description of the toast of its success. */
  done: (result: Result) => readonly [title: string, description: string]
  failed: string
  title: string
  text: string
  submitLabel: string
  label: string
  placeholder: string
  options: { value: string; label: string }[]
  onClose: () => void
}

/** Merges one thing into another of its kind, which is chosen here. */
export function MergeDialog<Result>(props: MergeDialogProps<Result>) {
  const { name, send, done, failed, text, label, placeholder, options, ...dialog } = props
  const { fields, formProps, isSubmitting } = useWriteForm<Record<string, string>, Result>({
    schema: z.strictObject({ [name]: z.string().check(z.minLength(1, 'required')) }),
    initialValues: { [name]: '' },
    run: ({ [name]: into = '' }, api) => send(into, api),
    done,
    failed: () => failed,
    onWritten: dialog.onClose,
  })
  return (
    <FormDialog {...dialog} {...{ formProps, isSubmitting }} tone="danger">
      <p>{text}</p>
      <SelectField {...{ label, placeholder, options }} required {...fields[name]} />
    </FormDialog>
  )
}

interface RestoredNoteProps {
  /** There was no room for the photo. */
  lostPhoto: boolean
  onDiscard: () => void
}

export function RestoredNote({ lostPhoto, onDiscard }: RestoredNoteProps) {
  return (
    <Banner
      actions={
        <Button variant="secondary" size="sm" onClick={onDiscard}>
          {m.admin_edit_draft_discard()}
        </Button>
      }
    >
      {m.admin_edit_draft_restored()}
      {lostPhoto ? ` ${m.form_draft_photo()}` : null}
    </Banner>
  )
}
