import { and, eq } from 'drizzle-orm'
import { readFacts } from '@/domain/events/event-fields'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { backOfficeEventHandlers } from '@/server/modules/events/back-office/back-office-handlers'
import { mailCountKey } from '@/server/jobs/mails/mail-limits'
import { manageHandlers } from './manage-handlers'
import { organiserHandlers, placeHandlers } from './places-and-organisers'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { ApiError } from '@/server/http/errors/errors'
import { weekMailHandlers } from './week-mail'
import { atSeconds, secondsOf, type Queryable } from '@/server/platform/database/client'
import { proposals, type events } from '@/server/platform/database/schema'
import type { EventUpdate } from '@/domain/submissions/submission'
import { enqueueDecision, type Decision } from '@/server/platform/queue/job-queue'
import { findBackOfficeEvent } from '@/server/modules/events/back-office/back-office-events'
import { lockEvent, lockTags, tagKeysOf } from './event-shape'
import { listEvents, listProgramme, readEvent } from './programme'
import {
  validateSubmission,
  storeSubmission,
  proposedPhotoOf,
  storeUpdate,
  validateUpdate,
} from './write-event'

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
