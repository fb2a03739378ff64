import { useId, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react'
import * as z from 'zod/mini'
import { busyFormProps, fieldProps } from '@/client/shared/forms/use-schema-form'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { SelectField } from '@/client/design-system/forms/field'
import { Dialog } from '@/client/design-system/overlays/dialog'
import * as m from '@/messages/compiled/messages.js'
import { Facts } from './table'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import type { CallInput, Endpoint } from '@/contract/endpoint'
import { stack } from 'styled-system/patterns'
import { isGone, useWrite, useWriteForm, type WriteOptions } from './use-write'

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
    title,
    formProps,
    submitLabel,
    tone = 'primary',
    isBusy,
    isPreparing = false,
    failure,
    children,
  } = props
  const id = useId()
  const close = () => {
    if (!isBusy && !isPreparing) props.onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      closeOnInteractOutside={false}
      initialFocus={props.initialFocus}
      finalFocus={props.finalFocus}
      title={title}
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
      <form {...formProps} {...busyFormProps(isBusy)} id={id} method="post" className={stack({ gap: '4' })}>
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

interface DetailsDialogProps {
  title: string
  onClose: () => void
  footer?: ReactNode
  finalFocus?: () => HTMLElement | null
  children: ReactNode
}

export function DetailsDialog({ title, onClose, footer, finalFocus, children }: DetailsDialogProps) {
  return (
    <Dialog
      open
      size="md"
      hasLongText
      title={title}
      closeLabel={m.admin_close()}
      footer={footer}
      finalFocus={finalFocus}
      onClose={onClose}
    >
      <Facts>{children}</Facts>
    </Dialog>
  )
}

interface DeleteDialogProps<E extends Endpoint> {
  endpoint: E
  input: CallInput<E>
  title: string
  text: string
  confirmLabel: string
  done: string
  failed: string
  onClose: () => void
  finalFocus: () => HTMLElement | null
  /** Runs as well when somebody else has deleted it. */
  onDeleted: () => void
}

export function DeleteDialog<E extends Endpoint>(props: DeleteDialogProps<E>) {
  const { endpoint, input, title, text, confirmLabel, done, failed, onClose, finalFocus, onDeleted } = props
  const write = useWrite(endpoint, { done: () => done, failed })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      description={text}
      confirmLabel={confirmLabel}
      cancelLabel={m.admin_cancel()}
      closeLabel={m.admin_close()}
      tone="danger"
      finalFocus={finalFocus}
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
  placeholder?: string
  options: { value: string; label: string }[]
  finalFocus: () => HTMLElement | null
  onClose: () => void
  onMerged: () => void
}

/** Merges one thing into another of its kind, which is chosen here. */
export function MergeDialog<E extends Endpoint>(props: MergeDialogProps<E>) {
  const { endpoint, name, inputOf, label, placeholder, options, onMerged, ...rest } = props
  const { form, formProps, isSubmitting } = useWriteForm<Record<string, string>, E>(endpoint, {
    schema: z.strictObject({ [name]: z.string().check(z.minLength(1, 'required')) }),
    initialValues: { [name]: '' },
    inputOf: (values) => inputOf(values[name] ?? ''),
    onWritten: onMerged,
    done: rest.done,
    failed: rest.failed,
    ...(rest.details && { details: rest.details }),
  })
  return (
    <FormDialog
      formProps={formProps}
      title={rest.title}
      submitLabel={rest.submitLabel}
      tone="danger"
      isBusy={isSubmitting}
      onClose={rest.onClose}
      finalFocus={rest.finalFocus}
    >
      <p>{rest.text}</p>
      <form.Field name={name}>
        {(field) => <SelectField {...{ label, placeholder, options }} required {...fieldProps(field)} />}
      </form.Field>
    </FormDialog>
  )
}

export function RestoredNote({ onDiscard, children }: { onDiscard: () => void; children?: ReactNode }) {
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
      {children}
    </Banner>
  )
}

/** The heading of the page takes the focus of what is not there any more; here it is made able to, whatever page it is of. */
export function orPageHeading(element: Element | null): HTMLElement | null {
  if (element instanceof HTMLElement && element.isConnected) return element
  const heading = document.querySelector('h1')
  if (heading?.hasAttribute('tabindex') === false) heading.tabIndex = -1
  return heading
}

/**
 * Moves the focus to `target` when a dialog closes that may have removed the row of the button that opened it. Spread
 * `finalFocus` on the dialog, and call `markRemoved` before it closes.
 */
export function useFinalFocus(target: RefObject<HTMLElement | null>) {
  const isRemoved = useRef(false)
  return {
    markRemoved: () => {
      isRemoved.current = true
    },
    finalFocus: () => {
      const element = isRemoved.current ? orPageHeading(target.current) : null
      isRemoved.current = false
      return element
    },
  }
}
