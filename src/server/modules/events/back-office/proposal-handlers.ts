import { and, eq } from 'drizzle-orm'
import type { EventUpdate } from '@/domain/submissions/submission'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { events, proposals } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/api-error'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { findBackOfficeEvent } from './back-office-events'
import type { Reader } from '../event-shape'
import { proposedPhotoOf } from '../proposed-photo'
import { storeUpdate, validateUpdate } from '../update-event'

type ProposalHandlers = Pick<Handlers, 'approveProposal' | 'rejectProposal'>

interface OfProposal {
  id: string
  proposal: string
}

/** Administrators approve and reject here the changes that organisers propose (rules 2.15). */
export function proposalHandlers({
  db,
  photos,
  photoAccess,
  responses,
  notifyWorkers,
}: AppDeps): ProposalHandlers {
  return {
    approveProposal: async ({ params, body, ...call }) => {
      const { id } = params
      const { takes_photo: takesPhoto = false, ...content } = body
      const { nowSeconds } = call
      await validateUpdate(db, photos, id, content, { nowSeconds })
      const left = await db.transaction(async (tx) => {
        // The photo never changes: the one that is closed below is the one that is read here.
        const proposed = await photoOf(tx, params)
        const photo = takesPhoto ? proposed : undefined
        const update: EventUpdate = photo === null ? { ...content, photo } : content
        // The tags and the event before the proposal, as whoever proposes locks them.
        const stored = await storeUpdate(tx, id, update, { photo: photo ?? undefined, nowSeconds })
        const { fields } = stored
        await close(tx, params)
        const subject = { id, label: update.title, details: { fields } }
        await recordActivity(tx, call, 'event.proposal-approved', [subject])
        await notify(tx, params, 'proposal-approved', { nowSeconds })
        return [stored.oldPhoto, proposed?.name]
      })
      return done(id, call, left)
    },

    rejectProposal: async ({ params, body: { reason = '' }, ...call }) => {
      const { id } = params
      const left = await db.transaction(async (tx) => {
        const [event] = await tx
          .select({ title: events.title })
          .from(events)
          .where(eq(events.id, id))
          .for('update')
        if (event === undefined) throw new ApiError('NOT_FOUND')
        const photo = await photoOf(tx, params)
        await close(tx, params)
        const details = reason === '' ? {} : { reason }
        await recordActivity(tx, call, 'event.proposal-rejected', [{ id, label: event.title, details }])
        await notify(tx, params, 'proposal-rejected', { ...details, nowSeconds: call.nowSeconds })
        return [photo?.name]
      })
      return done(id, call, left)
    },
  }

  /** `left`: photos that nothing may show any more. */
  async function done(
    id: string,
    call: Reader & { nowSeconds: number },
    left: readonly (string | undefined)[],
  ) {
    responses.clear()
    photoAccess.clear()
    notifyWorkers()
    await photos.removeUnreferenced(left.filter((name) => name !== undefined))
    const event = await findBackOfficeEvent(db, id, { ...call, photoAccess })
    if (event === undefined) throw new ApiError('NOT_FOUND')
    return event
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

async function notify(
  tx: Queryable,
  { id, proposal }: OfProposal,
  template: 'proposal-approved' | 'proposal-rejected',
  { nowSeconds, ...details }: { reason?: string; nowSeconds: number },
): Promise<void> {
  await enqueueMail(
    tx,
    { template, id, ...details },
    { now: atSeconds(nowSeconds), dedupeSuffix: `:${proposal}` },
  )
}
