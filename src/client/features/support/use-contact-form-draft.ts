import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useLeaveWithPage } from '@/client/shared/forms/unsaved'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import type { SupportMessage } from '@/domain/support/support-message'
import type { DraftSession } from '@/offline/outbox/drafts/draft-session'
import type { DraftSlot, Replaced } from '@/offline/outbox/drafts/drafts'
import type { OutboxEntry } from '@/offline/outbox/entry'

export type ContactFormEntry = Extract<OutboxEntry, { kind: 'sendSupportMessage' }>

/** The values of the fields; the topic may still be empty. */
export type ContactFormValues = Record<keyof SupportMessage, string>

export const EMPTY_CONTACT_FORM: ContactFormValues = {
  first_name: '',
  last_name: '',
  email: '',
  topic: '',
  message: '',
}

const contentSchema = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  topic: z.string(),
  message: z.string(),
  opened: z.optional(z.string()),
})

/** The draft of a new message, or of the changes to one that is queued in the outbox (`edit`). */
export interface ContactFormDraft {
  restored: ContactFormValues | undefined
  /** What its message said as the draft was begun, as of `writtenText`. */
  opened?: string | undefined
  /** Whether this device keeps it. */
  isStored: boolean
  change(values: ContactFormValues, opened?: string): void
  /** Stores it in the outbox and deletes the draft. With `replaces` it replaces that unsent message. */
  submit(message: SupportMessage, replaces: Replaced | undefined): Promise<OutboxEntry>
}

/** The draft while it is being read, and where storage is forbidden: the form works without. */
export const NO_DRAFT: ContactFormDraft = toContactFormDraft(undefined, true)

/** The draft of the contact form, that with the token or the last written; undefined until it has been read. */
export function useContactFormDraft(
  edit: string | undefined,
  token: string | undefined,
): ContactFormDraft | undefined {
  const [session, setSession] = useState<{ name: string; draft: DraftSession | undefined }>()
  const [isStored, setStored] = useState(true)
  const name = `${edit ?? 'new'}-${token ?? 'last'}`
  useEffect(() => {
    let isUnmounted = false
    let opened: DraftSession | undefined
    const slot: DraftSlot = edit === undefined ? 'message/new' : `edit/${edit}`
    const open = async () => {
      const draft = await (
        await loadOfflineClient()
      ).outbox.openDraft(slot, token === undefined ? undefined : { token })
      if (isUnmounted) return draft.close()
      opened = draft
      setSession({ name, draft })
      draft.watchStored(setStored)
    }
    open().catch((error: unknown) => {
      // The form works without.
      report('The draft could not be opened.', error)
      if (isUnmounted) return
      setSession({ name, draft: undefined })
      setStored(false)
    })
    return () => {
      isUnmounted = true
      opened?.close()
    }
  }, [edit, token, name])
  const shown = session?.name === name ? session : undefined
  useLeaveWithPage(shown?.draft)
  return shown && toContactFormDraft(shown.draft, isStored)
}

function toContactFormDraft(draft: DraftSession | undefined, isStored: boolean): ContactFormDraft {
  const { opened, ...restored } = contentSchema.safeParse(draft?.restored?.content).data ?? {}
  return {
    restored: 'message' in restored ? restored : undefined,
    opened,
    isStored,
    change: (values, over) => draft?.change({ ...values, opened: over }, undefined, isEmpty(values)),
    async submit(payload, replaces) {
      const content = { kind: 'sendSupportMessage', payload } as const
      if (draft !== undefined) return draft.submit(content, undefined, { replaces })
      const { outbox } = await loadOfflineClient()
      return replaces === undefined
        ? outbox.enqueue(content)
        : outbox.replace(replaces.id, content, undefined, { opened: replaces.opened })
    },
  }
}

function isEmpty(values: ContactFormValues): boolean {
  return JSON.stringify(values) === JSON.stringify(EMPTY_CONTACT_FORM)
}
