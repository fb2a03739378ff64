import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { busyFormProps } from '@/client/shared/forms/busy-form-props'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Dialog } from '@/client/design-system/overlays/dialog'
import * as m from '@/messages/compiled/messages.js'
import { stack } from 'styled-system/patterns'

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
