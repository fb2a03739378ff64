import { BATCH_MAX } from '@/contract/back-office/back-office-edits'
import type { reviewEvents } from '@/contract/back-office/back-office-edits'
import type { Reply } from '@/contract/endpoint'
import type { Outcome, Refused, Unreachable } from '@/offline/api/outcome'

/** The result for each id. */
export interface BatchResult {
  done: string[]
  failed: string[]
  /** Why a call did not succeed: `failed` is then also what was not sent any more. */
  error?: Refused | Unreachable
  /** It was stopped between two calls: `failed` is then also what was not sent any more. */
  isStopped?: true
}

export interface BatchWatch {
  /** Gets how many were sent. */
  onProgress?: (sent: number) => void
  /** Asked before each further call: what is not sent by then is left undone. */
  isStopped?: () => boolean
}

/**
 * Sends ids, however many, in calls of as many as the server takes, one after the other.
 */
export async function sendInBatches(
  ids: readonly string[],
  send: (ids: string[]) => Promise<Outcome<Reply<typeof reviewEvents>>>,
  { onProgress, isStopped }: BatchWatch = {},
): Promise<BatchResult> {
  const done: string[] = []
  const failed: string[] = []
  for (let start = 0; start < ids.length; start += BATCH_MAX) {
    if (start > 0 && isStopped?.() === true)
      return { done, failed: [...failed, ...ids.slice(start)], isStopped: true }
    // The calls follow one another: the server locks the events of a batch, and the rest of a list whose call failed is not sent.
    const some = ids.slice(start, start + BATCH_MAX)
    const outcome = await send(some)
    if (outcome.kind !== 'ok') return { done, failed: [...failed, ...ids.slice(start)], error: outcome }
    done.push(...(outcome.data?.done ?? some))
    failed.push(...(outcome.data?.failed ?? []))
    onProgress?.(Math.min(start + BATCH_MAX, ids.length))
  }
  return { done, failed }
}
