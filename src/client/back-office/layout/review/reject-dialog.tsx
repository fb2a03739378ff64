import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { ConfirmDialog } from '@/client/design-system/confirm-dialog'
import { TextArea } from '@/client/design-system/forms/field'
import { reviewEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import { SavedPhrases } from './saved-phrases'

/** The part of the review call that is typed here. */
const reasonSchema = z.required(z.pick(reviewEvent.body, { reason: true }))
type Reason = z.infer<typeof reasonSchema>

interface RejectDialogProps {
  title: string
  /** Of several events, in place of `title`. */
  count?: number
  /** Stands before the reason. */
  note?: ReactNode
  isBusy: boolean
  /** As of `Dialog`. */
  finalFocus?: () => HTMLElement | null
  onClose: () => void
  onReject: (reason: string) => void
}

/** Confirms a rejection, with the reason that is mailed to the submitter (rules 7.3). */
export function RejectDialog(props: RejectDialogProps) {
  const { title, count, note, isBusy, finalFocus, onClose, onReject } = props
  const { form, formProps } = useSchemaForm<Reason, Reason>({
    schema: reasonSchema,
    initialValues: { reason: '' },
    onValid: async ({ reason }) => onReject(reason),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={count === undefined ? m.admin_reject_title() : m.admin_events_reject_title({ n: count })}
      description={count === undefined ? m.admin_reject_text({ title }) : m.admin_events_reject_text()}
      confirmLabel={m.admin_reject()}
      cancelLabel={m.admin_cancel()}
      closeLabel={m.admin_close()}
      tone="danger"
      busy={isBusy}
      initialFocus={() => formProps.ref.current?.querySelector('textarea') ?? null}
      {...(finalFocus && { finalFocus })}
      onConfirm={() => void form.handleSubmit()}
    >
      {note}
      <form {...formProps}>
        <form.Field name="reason">
          {(field) => (
            <>
              <TextArea
                label={m.admin_reject_reason()}
                hint={m.admin_reject_reason_hint()}
                optionalText={m.admin_optional()}
                rows={4}
                {...fieldProps(field)}
              />
              <SavedPhrases text={field.state.value} onChoose={field.handleChange} />
            </>
          )}
        </form.Field>
      </form>
    </ConfirmDialog>
  )
}
