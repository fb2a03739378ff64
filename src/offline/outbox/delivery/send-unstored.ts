import type { ApiClient } from '@/offline/api/api-client'
import type { Clock } from '@/offline/platform/deferred'
import type { WithTimeout } from '@/offline/platform/storage-timeout'
import type { SessionManager } from '@/offline/session/session'
import type { KnownDraft } from '@/offline/outbox/drafts/drafts'
import { AlreadySubmitted } from '@/offline/outbox/drafts/drafts'
import type { OutboxEntry, OutboxError } from '../entry'
import { type EntryStore, OutboxFull } from '../entry-store'
import { errorOf, receiptOf, sendEntry } from './send-entry'

/** It could be neither stored on this device nor sent. The form keeps its content. */
export class OutboxUnavailable extends Error {
  override name = 'OutboxUnavailable'
  readonly lastError: OutboxError

  constructor(lastError: OutboxError, options: ErrorOptions) {
    super('Neither stored nor sent', options)
    this.lastError = lastError
  }
}

interface StoreDeps {
  api: ApiClient
  session: Pick<SessionManager, 'tokensOf'>
  clock: Clock
  withTimeout: WithTimeout
  store: Pick<EntryStore, 'add'>
  schedule: () => Promise<void>
  isClosed: () => boolean
}

export async function storeOrSend(
  deps: StoreDeps,
  written: Omit<OutboxEntry, 'seq'>,
  dropsDraft: KnownDraft | undefined,
): Promise<OutboxEntry> {
  const giveUp = new AbortController()
  const stored = deps.store.add(written, dropsDraft, giveUp.signal)
  try {
    return await deps.withTimeout(stored)
  } catch (error) {
    // A closed outbox is that of a page that has gone: what it was storing may well be on the disk.
    if (deps.isClosed() || error instanceof AlreadySubmitted) throw error
    giveUp.abort()
    // Committed just as it was given up: delivered under the same key, which gets the first response.
    const late = stored.then(
      (entry) => {
        void deps.schedule()
        return entry
      },
      () => undefined,
    )
    return sendUnstored(deps, { ...written, seq: 0 } as OutboxEntry, { late, cause: error })
  }
}

/** Once; another try has the same key. Throws `OutboxUnavailable`, or the cause when there is no room. */
async function sendUnstored(
  { api, session, clock }: StoreDeps,
  entry: OutboxEntry,
  { late, cause }: { late: Promise<OutboxEntry | undefined>; cause: unknown },
): Promise<OutboxEntry> {
  const auth = entry.owner === null ? 'none' : session.tokensOf(entry.owner)
  const outcome = await sendEntry(api, entry, { auth, now: clock.now() })
  if (outcome.kind === 'ok')
    return { ...entry, state: 'sent', attempts: 1, sentAt: clock.now(), receipt: receiptOf(outcome.data) }
  const stored = await Promise.race([late, Promise.resolve(undefined)])
  if (stored !== undefined) return stored
  throw cause instanceof OutboxFull && outcome.kind === 'unreachable'
    ? cause
    : new OutboxUnavailable(errorOf(outcome), { cause })
}
