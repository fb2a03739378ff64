import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { useDraft, type UsedDraft } from '@/client/shared/drafts/use-draft'
import { busyFormProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { AskDialog } from './form-dialog'
import { TextArea } from '@/client/design-system/forms/field'
import { reviewEvent, type BackOfficeEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'

/** The part of the review call that is typed here. */
const reasonSchema = z.required(z.pick(reviewEvent.body, { reason: true }))

interface RejectDialogProps {
  events: readonly Pick<BackOfficeEvent, 'id' | 'title' | 'email'>[]
  /** The reason is a draft of this event or proposal; without it of all the events, which are counted. */
  draftOf?: string | undefined
  /** Texts of the dialog where something about the event is rejected, and not the event. */
  texts?: { title: string; description: string }
  /** Stands before the reason. */
  note?: ReactNode
  onClose: () => void
  /** Resolves with whether all are rejected. Until then the reason is a draft. */
  onReject: (reason: string) => Promise<boolean>
}

const draftSchema = z.object({ ids: z.array(z.string()), reason: z.string() })
type RejectDraft = z.infer<typeof draftSchema>

/** Confirms a rejection, with the reason that is mailed to the submitter, if there is an address (rules 7.3). */
export function RejectDialog(props: RejectDialogProps) {
  const draft = useDraft<RejectDraft>({
    slot: `staff/form/reject:${props.draftOf ?? 'several'}`,
    // The reason for several events is there for those that were left, not for others that were chosen since.
    read: (content) => {
      const written = draftSchema.safeParse(content).data
      return props.events.some(({ id }) => written?.ids.includes(id)) ? written : undefined
    },
    isEmpty: ({ reason }) => reason === '',
  })
  return draft.isReady ? <OpenRejectDialog key={draft.formKey} {...props} draft={draft} /> : null
}

function OpenRejectDialog(props: RejectDialogProps & { draft: UsedDraft<RejectDraft> }) {
  const { events, draft, note, onClose } = props
  const isUnmailed = events.every(({ email }) => email === '')
  const hint = isUnmailed ? m.admin_reject_reason_kept() : m.admin_reject_reason_hint()
  const { form, fields, formProps, isSubmitting } = useSchemaForm({
    schema: reasonSchema,
    initialValues: { reason: draft.restored?.content.reason ?? '' },
    onChange: ({ reason }) => draft.change({ ids: events.map(({ id }) => id), reason }),
    onValid: async ({ reason }) => {
      if (await props.onReject(reason)) draft.discard()
    },
  })
  return (
    <AskDialog
      onClose={onClose}
      {...(props.texts ?? textsOf(props, isUnmailed))}
      confirmLabel={m.admin_reject()}
      tone="danger"
      busy={isSubmitting}
      initialFocus={() => formProps.ref.current?.querySelector('textarea') ?? null}
      onConfirm={() => void form.handleSubmit()}
    >
      {note}
      <form {...formProps} {...busyFormProps(isSubmitting)}>
        <TextArea
          label={m.admin_reject_reason()}
          hint={`${hint} ${m.admin_reject_send_key()}`}
          optionalText={m.admin_optional()}
          rows={4}
          {...fields.reason}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) formProps.onSubmit(event)
          }}
        />
      </form>
    </AskDialog>
  )
}

function textsOf({ events, draftOf }: RejectDialogProps, isUnmailed: boolean) {
  const { length: n, 0: event } = events
  if (event === undefined || draftOf === undefined)
    return { title: m.admin_events_reject_title({ n }), description: m.admin_events_reject_text() }
  const told = isUnmailed ? m.admin_unmailed() : m.admin_reject_mailed()
  const text = m.admin_reject_text({ title: event.title })
  return { title: m.admin_reject_title(), description: `${text} ${told}` }
}
