import { useEffect, useState } from 'react'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { serverErrorText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import * as m from '@/messages/compiled/messages.js'
import { hasEarlierArrived, type OutboxEntry, type OutboxRefusal } from '@/offline/outbox/entry'
import { TextLink } from '@/client/shared/links/link'
import { useIsSignedIn } from '@/client/shared/session/use-current-user'

/** Timeout of the submit: after it the entry is reported as stored, and delivery goes on in the background. */
const SETTLE_MS = 2000
/** No attempt without a large photo takes longer. */
const FINAL_MS = 120_000

/** 'paused' until its account is signed in again. Refused by the server, it stays in the outbox to be corrected. */
export interface OutboxResult {
  outcome: 'sent' | 'sending' | 'queued' | 'paused' | 'refused'
  entry: OutboxEntry
}

export async function initialOutcome(stored: OutboxEntry): Promise<OutboxResult> {
  // It was sent at once, because this device keeps nothing.
  if (stored.state === 'sent') return { entry: stored, outcome: 'sent' }
  const { outbox, session } = await loadOfflineClient()
  // An entry without a network is not waited for.
  const entry = await outbox.settled(stored.id, navigator.onLine ? SETTLE_MS : 0).catch(() => stored)
  return { entry, outcome: outcomeOf(entry, session.current()?.user.id, navigator.onLine) }
}

export async function finalOutcome({ entry }: OutboxResult): Promise<OutboxResult> {
  const { outbox, session } = await loadOfflineClient()
  const settled = await outbox.settled(entry.id, FINAL_MS).catch(() => entry)
  return { entry: settled, outcome: outcomeOf(settled, session.current()?.user.id, false) }
}

/** The outcome of an entry as it is by now; `isUnderWay`: an attempt may be about to begin. */
export function outcomeOf(
  entry: OutboxEntry,
  userId: string | undefined,
  isUnderWay: boolean,
): OutboxResult['outcome'] {
  const isOtherAccounts = entry.owner !== null && entry.owner !== userId
  // A device without a network has not tried yet.
  const waiting = isOtherAccounts ? 'paused' : 'queued'
  switch (entry.state) {
    case 'sent':
      return 'sent'
    case 'needs-attention':
      return 'refused'
    case 'sending':
      return isUnderWay ? 'sending' : waiting
    case 'editing':
    case 'queued':
      // It was not tried yet: the delivery of another entry is under way.
      return isUnderWay && !isOtherAccounts && entry.attempts === 0 ? 'sending' : waiting
    case 'paused-sign-in':
      return 'paused'
  }
}

const REASONS: Partial<Record<OutboxRefusal['reason'], { title: () => string; text?: () => string }>> = {
  submitted: { title: m.form_already_title, text: m.form_already_text },
  gone: { title: m.form_edit_sent_title, text: m.form_edit_sent_text },
  changed: { title: m.form_edit_changed_title, text: m.form_edit_changed_text },
  busy: { title: m.form_edit_busy },
}

/** Says why what was written, or a change of it, is neither stored on this device nor sent. Returns whether that was a failure. */
export function toastUnstored(error: unknown, failed: { title: string; text?: string }): boolean {
  // The classes are in the offline client's chunk: it is told by what they carry.
  const { reason: why, lastError } = error as Partial<OutboxRefusal> & Pick<OutboxEntry, 'lastError'>
  const reason = why && REASONS[why]
  const unsent = lastError && (serverErrorText(lastError) ?? m.form_unstored_unsent())
  const failure = why === 'full' ? m.form_storage_full() : (unsent ?? failed.text)
  const description = reason === undefined ? failure : reason.text?.()
  toast.error(reason?.title() ?? failed.title, { description })
  if (reason === undefined) report('It could not be stored on this device.', error)
  return reason === undefined
}

/** A browser that has Background Sync, which the person allows, sends the queue with the app closed. */
async function sendsInBackground(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration?.active || !('sync' in registration)) return false
  // The DOM's types do not know this name.
  const permission = await navigator.permissions?.query({ name: 'background-sync' as PermissionName })
  return permission?.state !== 'denied'
}

export async function deliveryNote(): Promise<string> {
  return (await sendsInBackground().catch(() => false)) ? m.outbox_by_itself() : m.outbox_when_open()
}

export function useDeliveryNote(): string | undefined {
  const [note, setNote] = useState<string>()
  useEffect(() => void deliveryNote().then(setNote), [])
  return note
}

/** Why an entry needs attention, where no field is named: also what this version has no words for. */
export function attentionText(entry: Pick<OutboxEntry, 'lastError'>): string {
  if (hasEarlierArrived(entry)) return m.outbox_earlier_arrived()
  const { lastError } = entry
  const said = lastError?.kind === 'refused' ? lastError.message : ''
  return serverErrorText(lastError) ?? (said || m.outbox_got_refused())
}

/** A person who is signed in with another account finds the way to this one in the outbox. */
export function PausedNote({ text }: { text: string }) {
  const isSignedIn = useIsSignedIn()
  return (
    <>
      <p>{text}</p>
      {isSignedIn ? null : (
        <p>
          <TextLink to="/login">{m.outbox_other_account_sign_in()}</TextLink>
        </p>
      )}
    </>
  )
}
