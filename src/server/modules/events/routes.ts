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
import { events, proposals } from '@/server/platform/database/schema'
import type { EventUpdate } from '@/domain/submissions/submission'
import { enqueueDecision } from '@/server/platform/queue/job-queue'
import { findBackOfficeEvent } from '@/server/modules/events/back-office/back-office-events'
import { tagKeysOf, type Reader } from './event-shape'
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
  const { db, programme, photos, photoAccess, eventLinks, notifyWorkers, minFillMs, deriveKey } = deps
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
      const reply = await once((tx) =>
        storeSubmission(tx, body, { photo, currentUser, locale, nowSeconds, countKey }),
      )
      notifyWorkers()
      return reply
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

interface OfProposal {
  id: string
  proposal: string
}

/** Administrators approve and reject here the changes that organisers propose (rules 2.15). */
function proposalHandlers({ db, photos, photoAccess, responses, notifyWorkers }: AppDeps) {
  return {
    approveProposal: async ({ params, body, ...call }) => {
      const { id } = params
      const { takes_photo: takesPhoto = false, ...content } = body
      const { nowSeconds } = call
      await validateUpdate(db, photos, id, content, { nowSeconds })
      await db.transaction(async (tx) => {
        // The photo never changes: the one that is closed below is the one that is read here.
        const proposed = await photoOf(tx, params)
        const photo = takesPhoto ? proposed : undefined
        const update: EventUpdate = photo === null ? { ...content, photo } : content
        // The tags and the event before the proposal, as whoever proposes locks them.
        const changes = await storeUpdate(tx, id, update, { photo: photo ?? undefined, nowSeconds })
        await close(tx, params)
        const subject = { id, label: update.title, details: { changes } }
        await recordActivity(tx, call, 'event.proposal-approved', [subject])
        await enqueueProposalMail(tx, id, 'proposal-approved', { nowSeconds })
      })
      return done(id, call)
    },

    rejectProposal: async ({ params, body: { reason = '' }, ...call }) => {
      const { id } = params
      await db.transaction(async (tx) => {
        const [event] = await tx
          .select({ title: events.title })
          .from(events)
          .where(eq(events.id, id))
          .for('update')
        if (event === undefined) throw new ApiError('NOT_FOUND')
        await close(tx, params)
        const details = reason === '' ? {} : { reason }
        await recordActivity(tx, call, 'event.proposal-rejected', [{ id, label: event.title, details }])
        await enqueueProposalMail(tx, id, 'proposal-rejected', { reason, nowSeconds: call.nowSeconds })
      })
      return done(id, call)
    },
  } satisfies Partial<Handlers>

  function done(id: string, call: Reader & { nowSeconds: number }) {
    responses.clear()
    photoAccess.clear()
    notifyWorkers()
    return findBackOfficeEvent(db, id, { ...call, photoAccess })
  }
}

/** The photo that is proposed; null for none, undefined where it stays. */
async function photoOf(tx: Queryable, { id, proposal }: OfProposal) {
  const [found] = await tx
    .select({ content: proposals.content })
    .from(proposals)
    .where(and(eq(proposals.id, proposal), eq(proposals.eventId, id)))
  return proposedPhotoOf(found?.content)
}

/** Throws CONFLICT when it was decided, or replaced, since it was read. */
async function close(tx: Queryable, { id, proposal }: OfProposal): Promise<void> {
  const closed = await tx
    .delete(proposals)
    .where(and(eq(proposals.id, proposal), eq(proposals.eventId, id)))
    .returning({ id: proposals.id })
  if (closed.length === 0) throw new ApiError('CONFLICT')
}

async function enqueueProposalMail(
  tx: Queryable,
  id: string,
  decision: 'proposal-approved' | 'proposal-rejected',
  { reason = '', nowSeconds }: { reason?: string; nowSeconds: number },
): Promise<void> {
  const [event] = await tx.select().from(events).where(eq(events.id, id))
  if (event === undefined) return
  const submittedAt = secondsOf(event.createdAt)
  const now = atSeconds(nowSeconds)
  await enqueueDecision(tx, event, { eventId: id, decision, reason, submittedAt }, { now, runAt: now })
}
