import { useEffect, useState } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { TextLink } from '@/client/shared/links/link'
import { serverErrorText } from '@/client/shared/forms/server-error-text'
import { hasEarlierArrived, type OutboxEntry } from '@/offline/outbox/entry'
import { useIsSignedIn } from '@/client/shared/session/use-current-user'

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
