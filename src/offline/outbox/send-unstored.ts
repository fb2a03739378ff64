import type { ApiClient } from '../api-client'
import type { Clock, Timers } from '../clock'
import { inTime } from '../in-time'
import type { SessionManager } from '../session'
import type { OutboxEntry, OutboxError } from './entry'
import { OutboxFull } from './entry-store'
import type { FormTokens } from './form-tokens'
import { errorOf, sendEntry } from './send-entry'

/** It could be neither stored on this device nor sent. The form keeps its content. */
export class OutboxUnavailable extends Error {
  override name = 'OutboxUnavailable'
  /** What the attempt to send it met. */
  readonly lastError: OutboxError

  constructor(lastError: OutboxError, options: ErrorOptions) {
    super('Neither stored nor sent', options)
    this.lastError = lastError
  }
}

interface UnstoredParts {
  api: ApiClient
  session: Pick<SessionManager, 'tokensOf'>
  formTokens: Pick<FormTokens, 'current'>
  clock: Clock
  timers: Timers
}

interface Unstored {
  entry: OutboxEntry
  /** The entry if the storage has it after all. */
  late: Promise<OutboxEntry | undefined>
  /** Why it could not be stored. */
  cause: unknown
}

/**
 * Sends what this device cannot keep, once: the form has it, and another try has the same key. Resolves with the sent entry,
 * which is nowhere but here, or with the stored one; throws `OutboxUnavailable`, or the cause when there is no room.
 */
export async function sendUnstored(
  { api, session, formTokens, clock, timers }: UnstoredParts,
  { entry, late, cause }: Unstored,
): Promise<OutboxEntry> {
  const formToken = await inTime(timers, formTokens.current()).catch(() => undefined)
  const auth = entry.owner === null ? 'none' : session.tokensOf(entry.owner)
  const outcome = await sendEntry(api, entry, { auth, formToken })
  if (outcome.kind === 'ok')
    return { ...entry, state: 'sent', attempts: 1, sentAt: clock.now(), receipt: { id: outcome.data.id } }
  const stored = await Promise.race([late, Promise.resolve(undefined)])
  if (stored !== undefined) return stored
  throw cause instanceof OutboxFull && outcome.kind === 'unreachable'
    ? cause
    : new OutboxUnavailable(errorOf(outcome), { cause })
}
