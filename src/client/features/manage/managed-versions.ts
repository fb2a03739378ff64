import * as z from 'zod/mini'
import { payloadOf, payloadOfProposal } from '@/client/shared/event-form/from-event'
import type { ServerErrors } from '@/client/shared/event-form/problems/form-problems'
import type { SubmissionPayload } from '@/client/shared/event-form/to-submission'
import type { ManagedEvent } from '@/contract/managed-events/read-managed-event'
import type { ManagedEntries } from './managed-entries'

/** A form begins with this payload, and was written over this revision. */
interface Written {
  payload: SubmissionPayload
  revision: number
}

/** The last that the organiser has written of an event: unsent, with the team, or the event itself. */
export function writtenOf(event: ManagedEvent, waiting: ManagedEntries['change']): Written {
  if (waiting !== undefined) {
    const { revision, token: _, ...content } = waiting.payload.change
    return { payload: { ...content, email: '' }, revision }
  }
  const { proposal, revision } = event
  // Whoever opens it sees the event as it is by now: the team compares both field by field.
  return proposal === undefined
    ? { payload: payloadOf(event), revision }
    : { payload: payloadOfProposal(proposal), revision }
}

/** Over which revision a draft was written; 0, which is none, for a draft that cannot tell. */
export function readRevision(context: unknown): number {
  return z.object({ revision: z.number() }).safeParse(context).data?.revision ?? 0
}

/** The server's errors of a change that it refused. */
export function serverErrorsOf(waiting: ManagedEntries['change']): ServerErrors | undefined {
  if (waiting?.state !== 'needs-attention') return undefined
  const { token: _, revision: __, ...content } = waiting.payload.change
  return { problems: waiting.lastError?.fields ?? [], payload: { ...content, email: '' } }
}
