import { useEffect, useState } from 'react'
import * as m from '@/messages/compiled/messages.js'

/** Whether this browser sends what is queued with the app closed: it has Background Sync, and the person allows it. */
async function sendsInBackground(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration?.active || !('sync' in registration)) return false
  // The DOM's types do not know this name.
  const permission = await navigator.permissions?.query({ name: 'background-sync' as PermissionName })
  return permission?.state !== 'denied'
}

/** Describes what the platform will do with queued entries. */
export async function deliveryNote(): Promise<string> {
  return (await sendsInBackground().catch(() => false)) ? m.outbox_by_itself() : m.outbox_when_open()
}

/** The same; undefined until the browser has said. */
export function useDeliveryNote(): string | undefined {
  const [note, setNote] = useState<string>()
  useEffect(() => {
    let isUnmounted = false
    void deliveryNote().then((found) => (isUnmounted ? undefined : setNote(found)))
    return () => {
      isUnmounted = true
    }
  }, [])
  return note
}
