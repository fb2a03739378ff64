import { useBlocker } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import type { useDraft } from '@/client/shared/event-form/draft/use-draft'
import { Banner } from '@/client/design-system/banner'
import { RestoredNote } from '@/client/back-office/shared/form-dialog'
import * as m from '@/messages/compiled/messages.js'
import { backOfficeEventSchema } from '@/contract/back-office/back-office-events'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { photoHash } from '@/domain/events/event'

const LeaveDialog = lazyPart(
  async () => (await import('@/client/back-office/shared/leave-dialog')).LeaveDialog,
)

interface DraftGuardProps {
  draft: ReturnType<typeof useDraft>
  isRestored: boolean
  onStartOver: () => void
}

/**
 * Above a form of the back office: says that a draft is back, and asks before the form is left. A session that ends leads to the login
 * without a question: the draft is there after signing in.
 */
export function DraftGuard({ draft, isRestored, onStartOver }: DraftGuardProps) {
  const { isDirty, restored } = draft
  const hasDraft = draft.session !== undefined && draft.isStored
  useUnsaved(isDirty)
  const leaving = useBlocker({
    shouldBlockFn: ({ next }) => isDirty && next.pathname !== '/backoffice/login',
    // A draft needs no warning of the browser's, which could not say that it is kept.
    enableBeforeUnload: () => isDirty && !hasDraft,
    withResolver: true,
  })
  return (
    <>
      {isRestored ? (
        <RestoredNote onDiscard={onStartOver}>
          {restored?.lostPhoto === true ? ` ${m.form_draft_photo()}` : null}
        </RestoredNote>
      ) : null}
      {hasDraft ? null : <Banner tone="warning">{m.admin_edit_draft_not_stored()}</Banner>}
      {leaving.status === 'blocked' ? (
        <LeaveDialog
          hasDraft={hasDraft}
          onClose={leaving.reset}
          onDiscard={() => {
            draft.discard()
            leaving.proceed()
          }}
          onLeave={leaving.proceed}
        />
      ) : null}
    </>
  )
}

export interface EditedOver {
  base: BackOfficeEvent
  keepsStoredPhoto: boolean
}

const storedSchema = z.object({ base: backOfficeEventSchema, keepsStoredPhoto: z.boolean() })

/**
 * The version over which a draft was written. For a draft that cannot tell it is none: what is stored by now is then compared with it field
 * by field, and not overwritten.
 */
export function editedOver(context: unknown, event: BackOfficeEvent): EditedOver {
  const stored = storedSchema.safeParse(context)
  if (!stored.success) return { base: { ...event, revision: 0 }, keepsStoredPhoto: true }
  const { base, keepsStoredPhoto } = stored.data
  // The address of a photo is signed again each time the event is read.
  const hasSamePhoto = event.photo !== undefined && hashOf(base) === hashOf(event)
  return { base: hasSamePhoto ? { ...base, photo: event.photo } : base, keepsStoredPhoto }
}

export function readKeepsPhoto(context: unknown): boolean {
  const stored = z.object({ keepsStoredPhoto: z.boolean() }).safeParse(context)
  return stored.data?.keepsStoredPhoto ?? true
}

/** The part of a photo's address that stays the same when it is signed again. */
export function hashOf({ photo }: BackOfficeEvent): string | undefined {
  return photo === undefined ? undefined : photoHash(photo)
}
