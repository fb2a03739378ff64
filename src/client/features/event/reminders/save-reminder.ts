import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import type { Reminder } from '@/contract/accounts/reminders'
import type { ReminderState } from '@/offline/push/reminders'

/** `off`: there is none any more. `denied`, `undecided`: what the person says to the browser's own question. */
export type ReminderResult = ReminderState | 'off' | 'denied' | 'undecided'

/** Sets the reminders of a date, or removes them where nothing is chosen. The browser allows its question only after a tap. */
export async function saveReminder(reminder: Reminder): Promise<ReminderResult> {
  const isOff = reminder.before.length === 0
  if (!isOff) {
    const permission = await Notification.requestPermission()
    if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'undecided'
  }
  const { push } = await loadOfflineClient()
  const state = await (await push.reminders()).set(reminder)
  return isOff && state === 'on' ? 'off' : state
}
