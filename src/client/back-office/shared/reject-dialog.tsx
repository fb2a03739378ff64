import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
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
  /** See `Dialog`. */
  finalFocus?: () => HTMLElement | null
  onClose: () => void
  onReject: (reason: string) => void
}

const draftSchema = z.object({ ids: z.array(z.string()), reason: z.string() })
type ReasonDraft = z.infer<typeof draftSchema>

/** What was sent is no draft any more, but there for those that it did not reach, and for whoever undoes it. */
let lastSent: ReasonDraft = { ids: [], reason: '' }

/** Confirms a rejection, with the reason that is mailed to the submitter, if there is an address (rules 7.3). */
export function RejectDialog(props: RejectDialogProps) {
  const { draftOf } = props
  const isOfOne = typeof draftOf === 'string'
  const ids = isOfOne ? [draftOf] : [...draftOf]
  // The reason for several events is there for those that were left, not for others that were chosen since.
  const isOfThese = (written: ReasonDraft) => written.ids.some((id) => ids.includes(id))
  const draft = useDraft<ReasonDraft>({
    slot: `staff/form/reject:${isOfOne ? draftOf : 'several'}`,
    read: (content) => {
      const written = draftSchema.safeParse(content).data
      return written && isOfThese(written) ? written : undefined
    },
    isEmpty: ({ reason }) => reason === '',
  })
  if (!draft.isReady) return null
  return (
    <OpenRejectDialog
      {...props}
      begunWith={draft.restored?.content.reason ?? (isOfThese(lastSent) ? lastSent.reason : '')}
      onChange={(reason) => draft.change({ ids, reason })}
      onReject={(reason) => {
        lastSent = { ids, reason }
        draft.discard()
        props.onReject(reason)
      }}
    />
  )
}

interface OpenRejectDialogProps extends RejectDialogProps {
  begunWith: string
  onChange: (reason: string) => void
}

function OpenRejectDialog(props: OpenRejectDialogProps) {
  const { begunWith, onChange, isUnmailed = false, note, isBusy, finalFocus, onClose, onReject } = props
  const texts = props.texts ?? textsOf(props)
  const { form, formProps } = useSchemaForm<Reason, Reason>({
    schema: reasonSchema,
    initialValues: { reason: begunWith },
    onChange: ({ reason }) => onChange(reason),
    onValid: async ({ reason }) => onReject(reason),
  })
  // What could not be sent is a draft again.
  const keepUnsent = useEffectEvent(() => onChange(form.state.values.reason))
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy) keepUnsent()
    wasBusy.current = isBusy
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
