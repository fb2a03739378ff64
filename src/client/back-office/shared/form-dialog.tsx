import type { QueryKey } from '@tanstack/react-query'
import { useId, type ComponentProps, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { busyFormProps, fieldProps } from '@/client/shared/forms/use-schema-form'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { SelectField } from '@/client/design-system/forms/field'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { Dialog } from '@/client/design-system/overlays/dialog'
import type { CallInput, Endpoint } from '@/contract/endpoint'
import * as m from '@/messages/compiled/messages.js'
import { stack } from 'styled-system/patterns'
import { Facts } from './table'
import { isGone, useWrite, useWriteForm, type WriteOptions } from './use-action'

interface FormDialogProps {
  title: string
  formProps: ComponentProps<'form'>
  submitLabel: string
  tone?: 'primary' | 'danger'
  /** It stays open while it is sending, and takes no input. */
  isBusy: boolean
  /** It can't be sent yet, and takes input meanwhile. */
  isPreparing?: boolean
  failure?: string | undefined
  onClose: () => void
  initialFocus?: () => HTMLElement | null
  finalFocus?: () => HTMLElement | null
  children: ReactNode
}

/** A dialog around one form. It stays open until its owner closes it, so that nothing typed is lost by a failure. */
export function FormDialog(props: FormDialogProps) {
  const {
    formProps,
    submitLabel,
    tone = 'primary',
    isBusy,
    isPreparing = false,
    failure,
    children,
    ...dialog
  } = props
  const id = useId()
  const close = () => {
    if (!isBusy) props.onClose()
  }
  return (
    <Dialog
      {...dialog}
      open
      onClose={close}
      closeOnInteractOutside={false}
      closeLabel={m.admin_close()}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            {m.admin_cancel()}
          </Button>
          <Button type="submit" form={id} variant={tone} busy={isBusy || isPreparing}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form {...formProps} {...busyFormProps(isBusy)} id={id} className={stack({ gap: '4' })}>
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

interface DetailsDialogProps extends ComponentProps<typeof Facts> {
  title: string
  onClose: () => void
  footer?: ReactNode
}

export function DetailsDialog({ of, ...dialog }: DetailsDialogProps) {
  return (
    <Dialog {...dialog} open size="md" hasLongText closeLabel={m.admin_close()}>
      <Facts of={of} />
    </Dialog>
  )
}

/** Asks before something is done. */
export function AskDialog(
  props: Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'closeLabel' | 'cancelLabel'>,
) {
  return <ConfirmDialog {...props} open cancelLabel={m.admin_cancel()} closeLabel={m.admin_close()} />
}

interface DeleteDialogProps<E extends Endpoint> {
  endpoint: E
  input: CallInput<E>
  title: string
  text: string
  confirmLabel: string
  done: string
  failed: string
  /** The key of the query of a page that is about what is deleted. */
  gone?: QueryKey
  onClose: () => void
  /** Runs as well when somebody else has deleted it. */
  onDeleted: () => void
}

export function DeleteDialog<E extends Endpoint>(props: DeleteDialogProps<E>) {
  const { endpoint, input, text, done, failed, gone, onDeleted, ...dialog } = props
  const write = useWrite(endpoint, { done: () => done, failed, gone })
  return (
    <AskDialog
      {...dialog}
      description={text}
      tone="danger"
      busy={write.isPending}
      onConfirm={() =>
        write.mutate(input, {
          onSuccess: onDeleted,
          onError: (error) => (isGone(error) ? onDeleted() : undefined),
        })
      }
    />
  )
}

interface MergeDialogProps<E extends Endpoint> extends Pick<WriteOptions<E>, 'done' | 'failed' | 'details'> {
  endpoint: E
  /** The name of the chosen one in the call: the server's errors are shown at it. */
  name: string
  inputOf: (into: string) => CallInput<E>
  title: string
  text: string
  submitLabel: string
  label: string
  placeholder: string
  options: { value: string; label: string }[]
  onClose: () => void
}

/** Merges one thing into another of its kind, which is chosen here. */
export function MergeDialog<E extends Endpoint>(props: MergeDialogProps<E>) {
  const {
    endpoint,
    name,
    inputOf,
    text,
    label,
    placeholder,
    options,
    title,
    submitLabel,
    onClose,
    ...texts
  } = props
  const { form, formProps, isSubmitting } = useWriteForm<Record<string, string>, E>(endpoint, {
    ...texts,
    schema: z.strictObject({ [name]: z.string().check(z.minLength(1, 'required')) }),
    initialValues: { [name]: '' },
    inputOf: (values) => inputOf(values[name] ?? ''),
    onWritten: onClose,
  })
  return (
    <FormDialog {...{ formProps, title, submitLabel, onClose }} tone="danger" isBusy={isSubmitting}>
      <p>{text}</p>
      <form.Field name={name}>
        {(field) => <SelectField {...{ label, placeholder, options }} required {...fieldProps(field)} />}
      </form.Field>
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
      tone="info"
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
