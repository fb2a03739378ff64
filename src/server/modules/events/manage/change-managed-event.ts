import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { organisersChangeSchema, stateByLinkSchema } from '@/contract/managed-events/managed-writes'
import type { Proposal } from '@/contract/events/proposals'
import { ORGANISERS_STATES } from '@/domain/events/event-state'
import { isReviewable } from '@/domain/events/event'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { proposals } from '@/server/platform/database/schema'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import { ApiError } from '@/server/http/errors/api-error'
import { knownState, setState } from '../back-office/set-state'
import { proposedPhoto, proposedPhotoOf } from '../proposed-photo'
import { storeUpdate } from '../update-event'
import type { StoredEvent } from './managed-event'

/**
 * Throws CONFLICT for a change that was written before the last edit, and of what was rejected. A review or a state since, of the
 * organiser's own for one, is in nobody's way.
 */
export function refuseOutdated(
  event: Pick<StoredEvent, 'revision' | 'editedRevision' | 'status'>,
  { revision }: { revision: number },
): void {
  const isKnown = event.editedRevision <= revision && revision <= event.revision
  if (!isKnown || event.status === 'REJECTED') throw new ApiError('CONFLICT')
}

interface StoredChange {
  isProposal: boolean
  /** The photo that it takes the place of, if any. */
  oldPhoto: string | undefined
}

/**
 * Stores a validated change of an organiser: in the event while it is on review, as its one open proposal once it is published.
 * Throws CONFLICT for an older revision and for what was rejected.
 */
export async function storeManagedChange(
  tx: Queryable,
  event: StoredEvent,
  change: z.infer<typeof organisersChangeSchema>,
  { base, photo, nowSeconds }: { base: Proposal['base']; photo: StoredPhoto | undefined; nowSeconds: number },
): Promise<StoredChange> {
  refuseOutdated(event, change)
  const { token: _, revision: __, ...update } = change
  if (isReviewable(event.status)) {
    const { oldPhoto } = await storeUpdate(tx, event.id, update, { photo, nowSeconds })
    return { isProposal: false, oldPhoto }
  }
  const [earlier] = await tx
    .delete(proposals)
    .where(eq(proposals.eventId, event.id))
    .returning({ content: proposals.content })
  const { photo: sent, ...written } = update
  const before = proposedPhotoOf(earlier?.content)
  // The one that the organiser has sent before stays until they send another, or none.
  const proposed = sent === null ? null : ((photo && proposedPhoto(photo)) ?? before)
  const content = { ...written, ...(proposed !== undefined && { photo: proposed }) }
  await tx
    .insert(proposals)
    .values({ id: randomUUID(), eventId: event.id, content, base, createdAt: atSeconds(nowSeconds) })
  return { isProposal: true, oldPhoto: before?.name === proposed?.name ? undefined : before?.name }
}

/**
 * Says what an organiser says of a published event, or of one of its days. Returns whether that was new. Throws CONFLICT when
 * something else is said by now than the organiser has seen, and for what is not published.
 */
export async function storeManagedState(
  tx: Queryable,
  event: StoredEvent,
  { state, day, seen }: z.infer<typeof stateByLinkSchema>,
  nowSeconds: number,
): Promise<boolean> {
  if (event.status !== 'PUBLISHED') throw new ApiError('CONFLICT')
  const known = (await knownState(tx, event, day))?.state ?? null
  // The team may have added a note: the same state again leaves it.
  if (known === state) return false
  if (known !== seen) throw new ApiError('CONFLICT')
  // A note in the team's own words is not the organiser's to take back.
  if (state === null && !ORGANISERS_STATES.some((own) => own === known)) throw new ApiError('CONFLICT')
  const of = { id: event.id, ...(day !== undefined && { day }) }
  const set = await setState(tx, of, { state, revision: event.revision }, nowSeconds)
  if (set === undefined) return false
  await recordActivity(tx, { currentUser: undefined, nowSeconds }, 'event.organiser-state-set', [
    { id: event.id, ...set },
  ])
  return true
}
