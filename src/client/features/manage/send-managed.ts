import { initialOutcome, isStorageFull, unstoredError } from '@/client/shared/outbox/outbox-submit'
import type { OutboxResult } from '@/client/shared/outbox/outbox-submit'
import { serverErrorText } from '@/client/shared/forms/server-error-text'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { report } from '@/client/shared/offline/report'
import * as m from '@/messages/compiled/messages.js'
import { replacing } from '@/offline/outbox/drafts/edit-entry'
import type { OutboxContent, OutboxEntry } from '@/offline/outbox/entry'

type StateContent = Extract<OutboxContent, { kind: 'setManagedState' }>['payload']

/** The text for the person, and whether the server has it. */
interface SendResult {
  isSent: boolean
  text: string
}

/** Sends what an organiser says, through the outbox; `waiting`: the entry in whose place it is, as the person has seen it. What is refused is told, and dropped. */
export async function sendState(
  payload: StateContent,
  waiting: OutboxEntry | undefined,
): Promise<SendResult> {
  const content = { kind: 'setManagedState', payload } as const
  try {
    const { outbox } = await loadOfflineClient()
    const replaced = replacing(waiting)
    const stored =
      replaced === undefined
        ? await outbox.enqueue(content)
        : await outbox.replace(replaced.id, content, undefined, { opened: replaced.opened })
    const { outcome, entry } = await initialOutcome(stored)
    if (outcome !== 'refused') return { isSent: outcome === 'sent', text: sentText(outcome) }
    // The page shows the event as it is by now, to be decided on again.
    await outbox.discard(entry.id)
    return { isSent: true, text: errorText(entry) }
  } catch (error) {
    report('The state could not be stored on this device.', error)
    return { isSent: false, text: unstoredText(error) }
  }
}

function sentText(outcome: OutboxResult['outcome']): string {
  return outcome === 'sent' ? m.manage_state_done() : `${m.manage_queued()}. ${m.manage_queued_text()}`
}

function errorText({ lastError }: OutboxEntry): string {
  return lastError?.code === 'CONFLICT'
    ? m.manage_state_changed()
    : (serverErrorText(lastError) ?? m.manage_refused())
}

/** Why something is neither stored on this device nor sent. */
export function unstoredText(error: unknown): string {
  if (isStorageFull(error)) return m.form_storage_full()
  const known = error instanceof Error ? REASONS[error.name] : undefined
  return known?.() ?? serverErrorText(unstoredError(error)) ?? m.manage_refused()
}

const REASONS: Readonly<Record<string, () => string>> = {
  OutboxChanged: m.form_edit_changed_text,
  OutboxGone: m.form_edit_sent_text,
  OutboxBusy: m.manage_busy,
  AlreadySubmitted: m.manage_already,
}
