import { useId, useRef } from 'react'
import type { ComponentProps, ReactNode, RefObject } from 'react'
import { busyFormProps } from '@/client/shared/forms/use-schema-form'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Dialog } from '@/client/design-system/overlays/dialog'
import * as m from '@/messages/compiled/messages.js'
import { Facts } from '@/client/back-office/layout/lists/table'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import type { CallInput, Endpoint } from '@/contract/endpoint'
import { stack } from 'styled-system/patterns'
import { isGone, useWrite } from './use-write'

interface FormDialogProps {
  title: string
  /** The props that `useSchemaForm` returns. */
  formProps: ComponentProps<'form'>
  submitLabel: string
  tone?: 'primary' | 'danger'
  /** It stays open while it is sending, and takes no input. */
  isBusy: boolean
  /** It can't be sent yet, and takes input meanwhile. */
  isPreparing?: boolean
  /** Why it failed, where that is not a field's own error. */
  failure?: string | undefined
  onClose: () => void
  /** See `Dialog`. */
  initialFocus?: () => HTMLElement | null
  /** See `Dialog`. */
  finalFocus?: () => HTMLElement | null
  /** The fields. */
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
  /** Buttons, the main one last. */
  footer?: ReactNode
  /** See `Dialog`. */
  finalFocus?: () => HTMLElement | null
  /** The facts, each a `Fact`. */
  children: ReactNode
}

/** Everything of one row of a list, of any length. */
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
  /** Titles of the toasts. */
  done: string
  failed: string
  onClose: () => void
  /** See `Dialog`. */
  finalFocus: () => HTMLElement | null
  /** Runs as well when somebody else has deleted it. */
  onDeleted: () => void
}

/** Confirms a deletion, and deletes. */
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

/** Says that a form began with its draft, and starts over. */
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
