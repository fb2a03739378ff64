import { BATCH_REVIEW_DELAY_SECONDS } from '@/domain/events/event'
import type { Queryable } from '@/server/platform/database/client'
import { changeEvents } from './change-events'
import type { EventChanges } from './change-events'
import { reviewEvent } from './review-event'
import type { Review } from './review-event'

/** Approves or rejects several events, as `reviewEvent` does one; what it says of them waits until the last batch is there. */
export function reviewEvents(
  tx: Queryable,
  ids: readonly string[],
  { revisions = {}, ...review }: Review & { revisions?: Readonly<Record<string, number>> | undefined },
): Promise<EventChanges> {
  const delayed = { ...review, delaySeconds: BATCH_REVIEW_DELAY_SECONDS }
  return changeEvents(tx, ids, (id) => reviewEvent(tx, id, { ...delayed, revision: revisions[id] }))
}
