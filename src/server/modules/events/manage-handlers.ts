import { randomUUID } from 'node:crypto'
import { eq, and, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type {
  organisersChangeSchema,
  stateByLinkSchema,
  ManagedEvent,
} from '@/contract/events/managed-events'
import { atSeconds, secondsOf } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { currentPlaces } from '@/server/platform/database/events/starting-tags'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { ApiError } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { findBackOfficeEvent } from '@/server/modules/events/back-office/back-office-events'
import type { Reader } from './event-shape'
import { lockTags, withPhoto } from './event-shape'
import { validateUpdate, storeUpdate, proposedPhoto, proposedPhotoOf } from './update-event'
import { ORGANISERS_STATES } from '@/domain/events/event-state'
import { isReviewable } from '@/domain/events/event'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { proposals, events, schedules } from '@/server/platform/database/schema'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import { knownState, setState } from '@/server/modules/events/back-office/review-event'
import type { EventLinks } from '@/server/http/security/event-links'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import type { Proposal } from '@/contract/back-office/back-office-events'

/** The handlers for what an organiser without an account does by the link of a mail (rules 2.15). */
export function manageHandlers({
  db,
  photos,
  photoAccess,
  eventLinks: links,
  responses,
  notifyWorkers,
}: AppDeps) {
  return {
    readManagedEvent: ({ params, body, ...call }) =>
      db.transaction(async (tx) => {
        const { reviewReason, editedRevision } = await managedEvent(tx, params.id, {
          ...body,
          links,
          ...call,
          lock: 'key share',
        })
        const event = await shownEvent(tx, params.id, call)
        return {
          ...event,
          edited_revision: editedRevision,
          ...(reviewReason !== null && { review_reason: reviewReason }),
        }
      }),

    updateManagedEvent: async ({ params: { id }, body, ...call }, once) => {
      const { nowSeconds } = call
      // This comes before the validation, which tells something about the event.
      await db.transaction(async (tx) =>
        refuseOutdated(await managedEvent(tx, id, { ...body, links, nowSeconds, lock: 'key share' }), body),
      )
      const update = { ...body, revision: undefined }
      const photo = await validateUpdate(db, photos, id, update, { nowSeconds, priority: 'visitors' })
      const left: string[] = []
      const reply = await withPhoto(photo, () =>
        once(async (tx) => {
          await lockTags(tx, body.tag_keys)
          // A merge of places locks them before events. The update reads them again, which is too late to begin with.
          await currentPlaces(tx)
          const event = await managedEvent(tx, id, { ...body, links, nowSeconds })
          const base = await shownEvent(tx, id, call)
          const change = await storeManagedChange(tx, event, body, { base, photo, nowSeconds })
          if (change.oldPhoto !== undefined) left.push(change.oldPhoto)
          return { id, is_proposal: change.isProposal }
        }),
      )
      responses.clear()
      await photos.removeUnreferenced(left)
      return reply
    },

    setManagedState: async ({ params: { id }, body, nowSeconds }, once) => {
      const reply = await once(async (tx) => {
        const event = await managedEvent(tx, id, { ...body, links, nowSeconds })
        await storeManagedState(tx, event, body, nowSeconds)
        return { id }
      })
      responses.clear()
      photoAccess.clear()
      return reply
    },

    requestManageLink: async ({ params: { id }, body, nowSeconds }) => {
      const now = atSeconds(nowSeconds)
      if (await isManagedFrom(db, id, { ...body, nowSeconds })) {
        // How many of them a mailbox gets is counted when they are sent.
        await enqueueMail(db, { template: 'manage-link', id }, { now, dedupeSuffix: `:${nowSeconds}` })
        notifyWorkers()
      }
      return {}
    },
  } satisfies Partial<Handlers>

  /**
   * The event without its address, which is nobody's business who got the mail forwarded, and without the photo until
   * somebody of the team has looked at it.
   */
  async function shownEvent(
    tx: Queryable,
    id: string,
    call: Reader & { nowSeconds: number },
  ): Promise<Omit<ManagedEvent, 'edited_revision'>> {
    const event = await findBackOfficeEvent(tx, id, { ...call, photoAccess })
    const { email: _, user_id: __, imported_from: ___, duplicates: ____, photo, thumbnail, ...shown } = event
    const { proposal } = event
    const isPublic = event.status === 'PUBLISHED'
    const isWithheld = proposal?.photo ? true : !isPublic && photo !== undefined
    return {
      ...shown,
      ...(isPublic && photo !== undefined && { photo, thumbnail }),
      ...(proposal && { proposal: withoutPicture(proposal) }),
      ...(isWithheld && { is_photo_withheld: true }),
    }
  }
}

/** Leaves out the picture of a proposal: a removal is said, a proposed picture is not shown. */
function withoutPicture({ photo, ...proposal }: Proposal): Proposal {
  return photo === null ? { ...proposal, photo } : proposal
}

/**
 * Throws CONFLICT for a change that was written before the last edit, and of what was rejected. A review or a state since, of the
 * organiser's own for one, is in nobody's way.
 */
function refuseOutdated(
  event: Pick<StoredEvent, 'revision' | 'editedRevision' | 'status'>,
  { revision }: { revision: number },
): void {
  const isKnown = event.editedRevision <= revision && revision <= event.revision
  if (!isKnown || event.status === 'REJECTED') throw new ApiError('CONFLICT')
}

/**
 * Stores a validated change of an organiser: in the event while it is on review, as its one open proposal once it is published.
 * Throws CONFLICT for an older revision and for what was rejected.
 */
async function storeManagedChange(
  tx: Queryable,
  event: StoredEvent,
  change: z.infer<typeof organisersChangeSchema>,
  { base, photo, nowSeconds }: { base: Proposal['base']; photo: StoredPhoto | undefined; nowSeconds: number },
): Promise<{ isProposal: boolean; oldPhoto: string | undefined }> {
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
async function storeManagedState(
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

/** The link of a mail works for so long after the last date of its event. */
const MANAGED_DAYS = 30

type StoredEvent = typeof events.$inferSelect

interface ByLink {
  token: string
  links: EventLinks
  nowSeconds: number
  /** How the row is locked; by default for a change. */
  lock?: 'update' | 'key share'
}

/**
 * The event that a token out of a mail is for, locked until the commit. Tags that a change names, and the places, are locked before.
 * Throws NOT_FOUND for a token that is wrong, or dead since an account has claimed the event, and GONE once the event has been over for
 * a while.
 */
async function managedEvent(
  tx: Queryable,
  id: string,
  { token, links, nowSeconds, lock = 'update' }: ByLink,
): Promise<StoredEvent> {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for(lock)
  if (event === undefined || !isUnowned(event) || !links.manages(token, event))
    throw new ApiError('NOT_FOUND')
  if (await isLongOver(tx, event, nowSeconds)) throw new ApiError('GONE')
  return event
}

/** Whether the link may be mailed to this address again. */
async function isManagedFrom(
  db: Queryable,
  id: string,
  { email, nowSeconds }: { email: string; nowSeconds: number },
): Promise<boolean> {
  const [event] = await db
    .select()
    .from(events)
    .where(and(eq(events.id, id), sql`lower(${events.email}) = ${email.toLowerCase()}`))
  return event !== undefined && isUnowned(event) && !(await isLongOver(db, event, nowSeconds))
}

/** An account changes its events as itself. */
function isUnowned({ userId, email }: StoredEvent): boolean {
  return userId === null && email !== ''
}

/** A recurring event goes on as long as it has occurrences that are not stored yet. */
async function isLongOver(
  db: Queryable,
  { id, materialisedUntil }: StoredEvent,
  nowSeconds: number,
): Promise<boolean> {
  if (materialisedUntil !== null) return false
  const [last] = await db
    .select({ endAt: sql<Date | null>`max(${schedules.endAt})`.mapWith(schedules.endAt) })
    .from(schedules)
    .where(eq(schedules.eventId, id))
  const endAt = last?.endAt ?? null
  return endAt !== null && secondsOf(endAt) + MANAGED_DAYS * SECONDS_PER_DAY < nowSeconds
}
