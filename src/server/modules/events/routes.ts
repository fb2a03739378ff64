import type * as z from 'zod/mini'
import { and, eq, sql } from 'drizzle-orm'
import { readFacts } from '@/domain/events/event-fields'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import {
  backOfficeEventHandlers,
  knownState,
  setState,
} from '@/server/modules/events/back-office/back-office-handlers'
import { mailCountKey, isOwnAddress } from '@/server/jobs/mails/mail-limits'
import { organiserHandlers, placeHandlers } from './places-and-organisers'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { ApiError, firstOf } from '@/server/http/errors/errors'
import { weekMailHandlers } from './week-mail'
import { atSeconds, secondsOf, type Queryable } from '@/server/platform/database/client'
import { proposals, events, jobs } from '@/server/platform/database/schema'
import type { EventUpdate } from '@/domain/submissions/submission'
import {
  enqueueDecision,
  type Decision,
  deleteWebPushes,
  dropDecisions,
  enqueueMail,
} from '@/server/platform/queue/job-queue'
import { findBackOfficeEvent } from '@/server/modules/events/back-office/back-office-events'
import { lockEvent, lockTags, tagKeysOf, type Reader } from './event-shape'
import { listEvents, listProgramme, readEvent } from './programme'
import {
  validateSubmission,
  storeSubmission,
  proposedPhotoOf,
  storeUpdate,
  validateUpdate,
  enqueueReceived,
} from './write-event'
import { randomUUID } from 'node:crypto'
import type {
  organisersChangeSchema,
  organisersStateSchema,
  ManagedEvent,
} from '@/contract/events/managed-events'
import { may } from '@/domain/accounts/permission'
import type { CurrentUser } from '@/server/http/auth/session'
import { ORGANISERS_STATES } from '@/domain/events/event-state'
import { storedOccurrences } from '@/server/platform/database/events/event-dates'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import { SECONDS_PER_DAY } from '@/domain/time/local-time'
import type { Proposal } from '@/contract/back-office/back-office-events'

/** The programme, submissions and their review. */
export function eventHandlers(deps: AppDeps) {
  const { db, programme, photos, photoAccess, eventLinks, minFillMs, deriveKey } = deps
  const countKey = mailCountKey(deriveKey)
  return {
    listEvents: ({ query: { q, page, place, organiser, ...query }, ...call }) => {
      const window = {
        from: query.start_date === undefined ? call.nowSeconds : readInstant(query.start_date),
        to: query.end_date === undefined ? undefined : readInstant(query.end_date),
        now: call.nowSeconds,
      }
      const [tags, facts] = [tagKeysOf(query.tags), readFacts(query)]
      const paging = { page, perPage: query.per_page, isEachDate: query.each === 'date' }
      return listEvents(programme, { window, tags, q, facts, place, organiser, ...paging }, call)
    },

    listProgramme: ({ query, ...call }) => listProgramme(programme, query.since, call),

    getEvent: ({ params: { id }, query: { token }, ...call }) =>
      readEvent(deps, id, {
        ...call,
        photoAccess,
        hasLink: token !== undefined && eventLinks.opens(token, id, call.nowSeconds),
      }),

    submitEvent: async ({ body, currentUser, locale, nowSeconds }, once) => {
      const photo = await validateSubmission(db, photos, body, { nowSeconds, minFillMs })
      return once((tx) => storeSubmission(tx, body, { photo, currentUser, locale, nowSeconds, countKey }))
    },

    ...backOfficeEventHandlers(deps),
    ...proposalHandlers(deps),
    ...manageHandlers(deps),
    ...organiserHandlers(deps),
    ...placeHandlers(deps),
    ...weekMailHandlers(deps),
  } satisfies Partial<Handlers>
}

function readInstant(isoText: string): number {
  return Math.floor(Temporal.Instant.from(isoText).epochMilliseconds / 1000)
}

/** Administrators approve and reject here the changes that organisers propose (rules 2.15). */
function proposalHandlers({ db, photos, photoAccess }: AppDeps) {
  return {
    approveProposal: async ({ params, body, ...call }) => {
      const { id } = params
      const { takes_photo: takesPhoto = false, ...content } = body
      const { nowSeconds } = call
      await validateUpdate(db, photos, id, content, { nowSeconds })
      await db.transaction(async (tx) => {
        // The tags and the event before the proposal, as whoever proposes locks them.
        await lockTags(tx, content.tag_keys)
        const event = await lockEvent(tx, id)
        const proposed = proposedPhotoOf(await close(tx, params))
        const photo = takesPhoto ? proposed : undefined
        const update: EventUpdate = photo === null ? { ...content, photo } : content
        const changes = await storeUpdate(tx, id, update, { photo: photo ?? undefined, nowSeconds })
        const subject = { id, label: update.title, details: { changes } }
        await recordActivity(tx, call, 'event.proposal-approved', [subject])
        await enqueueProposalMail(tx, event, { decision: 'proposal-approved', reason: '', nowSeconds })
      })
      return findBackOfficeEvent(db, id, { ...call, photoAccess })
    },

    rejectProposal: async ({ params, body: { reason = '' }, ...call }) => {
      const { id } = params
      await db.transaction(async (tx) => {
        const event = await lockEvent(tx, id)
        await close(tx, params)
        const details = reason === '' ? {} : { reason }
        await recordActivity(tx, call, 'event.proposal-rejected', [{ id, label: event.title, details }])
        const { nowSeconds } = call
        await enqueueProposalMail(tx, event, { decision: 'proposal-rejected', reason, nowSeconds })
      })
      return findBackOfficeEvent(db, id, { ...call, photoAccess })
    },
  } satisfies Partial<Handlers>
}

/** Returns what was proposed. Throws CONFLICT when it was decided, or replaced, since it was read. */
async function close(tx: Queryable, { id, proposal }: { id: string; proposal: string }) {
  const isIt = and(eq(proposals.id, proposal), eq(proposals.eventId, id))
  const [closed] = await tx.delete(proposals).where(isIt).returning()
  if (closed === undefined) throw new ApiError('CONFLICT')
  return closed.content
}

function enqueueProposalMail(
  tx: Queryable,
  event: typeof events.$inferSelect,
  { nowSeconds, ...decided }: Pick<Decision, 'decision' | 'reason'> & { nowSeconds: number },
): Promise<void> {
  const [now, submittedAt] = [atSeconds(nowSeconds), secondsOf(event.createdAt)]
  return enqueueDecision(tx, event, { eventId: event.id, submittedAt, ...decided }, { now, runAt: now })
}

/** The handlers for what the organiser of an event does: by the link of a mail, or as the account that it belongs to (rules 2.15). */
function manageHandlers({ db, photos, photoAccess, eventLinks: links, clearCaches, deriveKey }: AppDeps) {
  const countKey = mailCountKey(deriveKey)
  return {
    readManagedEvent: (call) =>
      db.transaction(async (tx) => {
        const stored = await managedEvent(tx, call, 'key share')
        const { id, status, reviewReason } = stored
        return {
          ...(await shownEvent(tx, id, call)),
          edited_revision: decidedRevision(stored),
          ...(status === 'REJECTED' && reviewReason !== null && { review_reason: reviewReason }),
        }
      }),

    updateManagedEvent: async (call, once) => {
      const { params, body, nowSeconds } = call
      const { id } = params
      // This comes before the validation, which tells something about the event.
      const { status } = await db.transaction(async (tx) => {
        const event = await managedEvent(tx, call, 'key share')
        refuseOutdated(event, body)
        return event
      })
      const update = { ...body, revision: undefined }
      const rules = { nowSeconds, isSubmission: status === 'REJECTED' }
      const photo = await validateUpdate(db, photos, id, update, rules)
      const reply = await once(async (tx) => {
        await lockTags(tx, body.tag_keys)
        const event = await managedEvent(tx, call)
        const base = await shownEvent(tx, id, call)
        const isProposal = await storeManagedChange(tx, event, body, { base, photo, nowSeconds })
        if (event.status === 'REJECTED') await submitAgain(tx, event, { nowSeconds, countKey })
        return { id, is_proposal: isProposal }
      })
      clearCaches()
      return reply
    },

    setManagedState: async (call, once) => {
      const reply = await once(async (tx) => {
        const event = await managedEvent(tx, call)
        await storeManagedState(tx, event, call)
        return { id: event.id }
      })
      clearCaches()
      return reply
    },

    requestManageLink: async ({ params: { id }, body, nowSeconds }) => {
      const now = atSeconds(nowSeconds)
      if (await isManagedFrom(db, id, { ...body, nowSeconds })) {
        // How many of them a mailbox gets is counted when they are sent.
        await enqueueMail(db, { template: 'manage-link', id }, { now, dedupeSuffix: `:${nowSeconds}` })
      }
      return {}
    },
  } satisfies Partial<Handlers>

  /**
   * The event of who has the link of its mails, or is signed in to its account, locked until the commit. Tags that a change names are
   * locked before. Throws NOT_FOUND for everybody else, and GONE once the event has been over for a while.
   */
  async function managedEvent(
    tx: Queryable,
    { params: { id }, body: { token }, currentUser, nowSeconds }: ByOrganiser,
    lock: 'update' | 'key share' = 'update',
  ): Promise<StoredEvent> {
    const event = firstOf(await tx.select().from(events).where(eq(events.id, id)).for(lock))
    const hasLink = event.email !== '' && token !== undefined && links.manages(token, event)
    const owns = hasLink || (currentUser !== undefined && event.userId === currentUser.id)
    if (!may({ role: currentUser?.role, owns }, 'event.manage')) throw new ApiError('NOT_FOUND')
    if (await isLongOver(tx, event, nowSeconds)) throw new ApiError('GONE')
    return event
  }

  /**
   * The event without its address, which is nobody's business who got the mail forwarded, and without the photo until
   * somebody of the team has looked at it.
   */
  async function shownEvent(
    tx: Queryable,
    id: string,
    call: Reader,
  ): Promise<Omit<ManagedEvent, 'edited_revision'>> {
    const event = await findBackOfficeEvent(tx, id, { ...call, photoAccess })
    const { email: _, user_id: __, imported_from: ___, duplicates: ____, photo, thumbnail, ...shown } = event
    const isPublic = event.status === 'PUBLISHED'
    const isWithheld = event.proposal?.photo ? true : !isPublic && photo !== undefined
    return {
      ...shown,
      ...(isPublic && photo !== undefined && { photo, thumbnail }),
      ...(event.proposal && { proposal: withoutPicture(event.proposal) }),
      ...(isWithheld && { is_photo_withheld: true }),
    }
  }
}

/** Leaves out the picture of a proposal: a removal is said, a proposed picture is not shown. */
function withoutPicture({ photo, ...proposal }: Proposal): Proposal {
  return photo === null ? { ...proposal, photo } : proposal
}

/**
 * The revision that a change must have seen: that of the last edit, or of a rejection. An approval or a state since, of the
 * organiser's own for one, is in nobody's way.
 */
function decidedRevision({ status, revision, editedRevision }: StoredEvent): number {
  return status === 'REJECTED' ? revision : editedRevision
}

/** Throws CONFLICT for a change that was written before that. */
function refuseOutdated(event: StoredEvent, { revision }: { revision: number }): void {
  if (revision < decidedRevision(event) || event.revision < revision) throw new ApiError('CONFLICT')
}

/**
 * Stores a validated change of an organiser: in the event, unless it is published, then as its one open proposal (true). Throws CONFLICT
 * for an older revision.
 */
async function storeManagedChange(
  tx: Queryable,
  event: StoredEvent,
  change: z.infer<typeof organisersChangeSchema>,
  { base, photo, nowSeconds }: { base: Proposal['base']; photo: StoredPhoto | undefined; nowSeconds: number },
): Promise<boolean> {
  refuseOutdated(event, change)
  const { token: _, revision: __, ...update } = change
  if (event.status !== 'PUBLISHED') {
    await storeUpdate(tx, event.id, update, { photo, nowSeconds })
    return false
  }
  const [earlier] = await tx
    .delete(proposals)
    .where(eq(proposals.eventId, event.id))
    .returning({ content: proposals.content })
  const { photo: sent, ...written } = update
  const before = proposedPhotoOf(earlier?.content)
  // The one that the organiser has sent before stays until they send another, or none.
  const proposed = sent === null ? null : (photo ?? before)
  const content = { ...written, ...(proposed !== undefined && { photo: proposed }) }
  await tx
    .insert(proposals)
    .values({ id: randomUUID(), eventId: event.id, content, base, createdAt: atSeconds(nowSeconds) })
  return true
}

/** Puts a rejected event, which was just changed, on review as if it had only now arrived; its address and photo stay. */
async function submitAgain(
  tx: Queryable,
  event: StoredEvent,
  { nowSeconds, countKey }: { nowSeconds: number; countKey: Buffer },
): Promise<void> {
  const { id } = event
  const now = atSeconds(nowSeconds)
  await tx
    .update(events)
    .set({ status: 'ON_REVIEW', reviewedAt: null, reviewReason: null, createdAt: now })
    .where(eq(events.id, id))
  // Each mail and push of an event has one job: those of its last review would stand in the way of the next.
  await tx.delete(jobs).where(eq(jobs.dedupeKey, `mail:submission-received:${id}`))
  await dropDecisions(tx, [id])
  await deleteWebPushes(tx, [id])
  await enqueueReceived(tx, event, { countKey, now })
}

/**
 * Says what an organiser says of a published event, or of one of its days. Throws CONFLICT when something else is said by now than the
 * organiser has seen, and for what is not published.
 */
async function storeManagedState(
  tx: Queryable,
  event: StoredEvent,
  { body, currentUser, nowSeconds }: ByOrganiser & { body: z.infer<typeof organisersStateSchema> },
): Promise<void> {
  const { state, day, seen } = body
  if (event.status !== 'PUBLISHED') throw new ApiError('CONFLICT')
  const known = (await knownState(tx, event, day))?.state ?? null
  // The team may have added a note: the same state again leaves it.
  if (known === state) return
  if (known !== seen) throw new ApiError('CONFLICT')
  // A note in the team's own words is not the organiser's to take back.
  if (state === null && !ORGANISERS_STATES.some((own) => own === known)) throw new ApiError('CONFLICT')
  const of = { id: event.id, ...(day !== undefined && { day }) }
  const set = await setState(tx, of, { state, revision: event.revision }, nowSeconds)
  if (set === undefined) return
  const actor = { currentUser: event.userId === currentUser?.id ? currentUser : undefined, nowSeconds }
  await recordActivity(tx, actor, 'event.organiser-state-set', [{ id: event.id, ...set }])
}

/** An event is its organiser's to change for so long after its last date. */
const MANAGED_DAYS = 30

type StoredEvent = typeof events.$inferSelect

interface ByOrganiser {
  params: { id: string }
  /** The token of the mailed link, where the caller has come by it. */
  body: { token?: string | undefined }
  currentUser: CurrentUser | undefined
  nowSeconds: number
}

/** An account's event is shared with its own address alone. */
async function isManagedFrom(
  db: Queryable,
  id: string,
  { email, nowSeconds }: { email: string; nowSeconds: number },
): Promise<boolean> {
  const isFrom = sql`lower(${events.email}) = ${email.toLowerCase()}`
  const [event] = await db
    .select()
    .from(events)
    .where(and(eq(events.id, id), isFrom))
  if (event === undefined || (await isLongOver(db, event, nowSeconds))) return false
  return event.userId === null || isOwnAddress(db, event)
}

/** A recurring event goes on as long as it has occurrences that are not stored yet. */
async function isLongOver(
  db: Queryable,
  { id, materialisedUntil }: StoredEvent,
  nowSeconds: number,
): Promise<boolean> {
  if (materialisedUntil !== null) return false
  const last = (await storedOccurrences(db, id)).map(({ end_time }) => end_time)
  return last.length > 0 && Math.max(...last) + MANAGED_DAYS * SECONDS_PER_DAY < nowSeconds
}
