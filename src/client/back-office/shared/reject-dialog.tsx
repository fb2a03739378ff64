import type { ComponentProps, ReactNode } from 'react'
import * as z from 'zod/mini'
import { busyFormProps, fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { TextArea } from '@/client/design-system/forms/field'
import { reviewEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import { tabDraft } from './use-write'

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

/** Confirms a rejection, with the reason that is mailed to the submitter, if there is an address (rules 7.3). */
export function RejectDialog(props: RejectDialogProps) {
  const user = useCurrentUser()
  if (user === undefined) return null
  return <OpenRejectDialog {...props} draft={rejectDraft(user?.id ?? '', props.draftOf)} />
}

function OpenRejectDialog(props: RejectDialogProps & { draft: ReturnType<typeof rejectDraft> }) {
  const { draft, isUnmailed = false, note, isBusy, finalFocus, onClose, onReject } = props
  const texts = props.texts ?? textsOf(props)
  const { form, formProps } = useSchemaForm<Reason, Reason>({
    schema: reasonSchema,
    initialValues: { reason: draft.read() },
    onChange: ({ reason }) => draft.write(reason),
    onValid: async ({ reason }) => onReject(reason),
  })
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

const severalSchema = z.object({ ids: z.array(z.string()), reason: z.string() })

/**
 * A reason for a rejection that is written and not sent: of one event by its id, or of several. It stays after the rejection, which can be
 * undone.
 */
export function rejectDraft(userId: string, about: string | readonly string[]) {
  const keyOf = (key: string) => tabDraft(`reject-reason:${userId}:${key}`)
  return typeof about === 'string' ? keyOf(about) : severalDraft(keyOf('batch'), about)
}

/** The draft of the last events that were rejected at once is there for those that were left, and not for others that were chosen since. */
function severalDraft(draft: ReturnType<typeof tabDraft>, ids: readonly string[]) {
  return {
    read: (): string => {
      const stored = parse(draft.read())
      const known = new Set(stored?.ids)
      return stored !== undefined && ids.some((id) => known.has(id)) ? stored.reason : ''
    },
    write: (reason: string): void => draft.write(reason === '' ? '' : JSON.stringify({ ids, reason })),
  }
}

function parse(text: string) {
  try {
    return severalSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
