import type { ComponentProps, ReactNode } from 'react'
import { useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import { busyFormProps, fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { TextArea } from '@/client/design-system/forms/field'
import { useDraft } from '@/client/shared/drafts/use-draft'
import { reviewEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'

/** The part of the review call that is typed here. */
const reasonSchema = z.required(z.pick(reviewEvent.body, { reason: true }))
type Reason = z.infer<typeof reasonSchema>

interface RejectDialogProps {
  title: string
  /** Nobody is mailed: what is rejected has no contact address. */
  isUnmailed?: boolean
  /** The reason is kept as a draft for the event with this id, or for those of several. */
  draftOf: string | readonly string[]
  /** The number of events, in place of `title`. */
  count?: number
  /** Texts of the dialog where something about the event is rejected, and not the event. */
  texts?: { title: string; description: string }
  /** Stands before the reason. */
  note?: ReactNode
  isBusy: boolean
  /** See `ConfirmDialog`. */
  stop?: ComponentProps<typeof ConfirmDialog>['stop']
  /** See `Dialog`. */
  finalFocus?: () => HTMLElement | null
  onClose: () => void
  onReject: (reason: string) => void
}

const draftSchema = z.object({ ids: z.array(z.string()), reason: z.string() })

/** Confirms a rejection, with the reason that is mailed to the submitter, if there is an address (rules 7.3). */
export function RejectDialog(props: RejectDialogProps) {
  const { draftOf } = props
  const isOfOne = typeof draftOf === 'string'
  const ids = isOfOne ? [draftOf] : [...draftOf]
  // The draft of the last events that were rejected at once is there for those that were left, not for others that were chosen since.
  const read = (content: unknown) => {
    const stored = draftSchema.safeParse(content).data
    return stored?.ids.some((id) => ids.includes(id)) === true ? stored : undefined
  }
  const draft = useDraft({
    slot: `staff/form/reject:${isOfOne ? draftOf : 'several'}`,
    read,
    isEmpty: ({ reason }) => reason === '',
  })
  if (!draft.isReady) return null
  return (
    <OpenRejectDialog
      {...props}
      restored={draft.restored?.content.reason ?? ''}
      onChange={(reason) => draft.change({ ids, reason })}
    />
  )
}

interface OpenRejectDialogProps extends RejectDialogProps {
  restored: string
  onChange: (reason: string) => void
}

function OpenRejectDialog(props: OpenRejectDialogProps) {
  const { restored, onChange, isUnmailed = false, note, isBusy, finalFocus, onClose, onReject } = props
  const texts = props.texts ?? textsOf(props)
  const { form, formProps } = useSchemaForm<Reason, Reason>({
    schema: reasonSchema,
    initialValues: { reason: restored },
    onChange: ({ reason }) => onChange(reason),
    onValid: async ({ reason }) => {
      onChange('')
      onReject(reason)
    },
  })
  // What has been sent is no draft, and what could not be sent is one again.
  const keepUnsent = useEffectEvent(
    () => form.state.values.reason !== '' && onChange(form.state.values.reason),
  )
  useEffect(() => {
    if (!isBusy) keepUnsent()
  }, [isBusy])
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      {...texts}
      confirmLabel={m.admin_reject()}
      cancelLabel={m.admin_cancel()}
      closeLabel={m.admin_close()}
      tone="danger"
      busy={isBusy}
      stop={props.stop}
      initialFocus={() => formProps.ref.current?.querySelector('textarea') ?? null}
      {...(finalFocus && { finalFocus })}
      onConfirm={() => void form.handleSubmit()}
    >
      {note}
      <form {...formProps} {...busyFormProps(isBusy)}>
        <form.Field name="reason">
          {(field) => (
            <TextArea
              label={m.admin_reject_reason()}
              hint={`${isUnmailed ? m.admin_reject_reason_kept() : m.admin_reject_reason_hint()} ${m.admin_reject_send_key()}`}
              optionalText={m.admin_optional()}
              rows={4}
              {...fieldProps(field)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isBusy) return
                event.preventDefault()
                void form.handleSubmit()
              }}
            />
          )}
        </form.Field>
      </form>
    </ConfirmDialog>
  )
}

function textsOf({ title, count, isUnmailed = false }: RejectDialogProps) {
  if (count !== undefined)
    return { title: m.admin_events_reject_title({ n: count }), description: m.admin_events_reject_text() }
  const told = isUnmailed ? m.admin_unmailed() : m.admin_reject_mailed()
  return { title: m.admin_reject_title(), description: `${m.admin_reject_text({ title })} ${told}` }
}
