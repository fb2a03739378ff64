import * as z from 'zod/mini'
import { useEffect, useEffectEvent, useRef } from 'react'
import { payloadOf, payloadOfProposal } from '@/client/shared/event-form/form-values'
import type { SubmissionPayload } from '@/client/shared/event-form/form-values'
import { conflictChoices, mergeVersions } from '@/client/shared/event-form/merge-versions'
import type { ServerErrors } from '@/client/shared/event-form/problems/form-problems'
import type { ManagedEvent } from '@/contract/events/managed-events'
import { photoVariant } from '@/domain/events/event'
import { useLiveOutbox } from '@/client/shared/outbox/use-live-outbox'
import { isReadable, isUnsent } from '@/offline/outbox/entry'
import type { OutboxEntry } from '@/offline/outbox/entry'

type Change = NonNullable<ManagedEntries['change']>

/** The form begins with this: the last that the organiser has written, as the server has it or an entry of the outbox does. */
export interface ManagedVersion extends Pick<
  ManagedEvent,
  'id' | 'status' | 'revision' | 'edited_revision' | 'schedules' | 'timetable' | 'info_url'
> {
  /** A change of it is with the team. */
  isProposed: boolean
  payload: SubmissionPayload
  /** 'withheld': it is not shown before the team has looked at it. */
  photo: { url: string } | 'withheld' | undefined
}

export function versionOf(event: ManagedEvent): ManagedVersion {
  const { id, status, revision, edited_revision, schedules, timetable, info_url, proposal } = event
  return {
    id,
    status,
    revision,
    edited_revision,
    schedules,
    timetable,
    info_url,
    isProposed: proposal !== undefined,
    payload: proposal === undefined ? payloadOf(event) : proposedOver(event, proposal),
    photo: photoOf(event),
  }
}

/**
 * The proposal is shown over the event as it is by now: the organiser's next change would else propose to undo what the team has changed
 * since.
 */
function proposedOver(
  event: ManagedEvent,
  proposal: NonNullable<ManagedEvent['proposal']>,
): SubmissionPayload {
  const [proposed, current] = [payloadOfProposal(proposal), payloadOf(event)]
  return mergeVersions(proposed, current, conflictChoices(payloadOf(proposal.base), proposed, current))
}

function photoOf({ photo, proposal, is_photo_withheld: isWithheld }: ManagedEvent): ManagedVersion['photo'] {
  if (isWithheld === true) return 'withheld'
  if (photo === undefined || proposal?.photo === null) return undefined
  return { url: photoVariant(photo, '400') }
}

/** A change that waits, without what is by now on the server. `known`: the event in the replica, which is published. */
export function versionOfWaiting(
  { payload: { eventId, change } }: Change,
  known: Pick<ManagedEvent, 'schedules' | 'photo'> | undefined,
): ManagedVersion {
  const { revision, timetable, info_url } = change
  return {
    id: eventId,
    revision,
    edited_revision: revision,
    timetable,
    info_url,
    schedules: known?.schedules ?? [],
    status: known === undefined ? 'ON_REVIEW' : 'PUBLISHED',
    isProposed: false,
    payload: payloadOfChange(change),
    photo: known?.photo === undefined ? undefined : { url: photoVariant(known.photo, '400') },
  }
}

/** Whether a form that begins with one of them shows the same as with the other. */
export function isSameContent(one: ManagedVersion, other: ManagedVersion): boolean {
  const contentOf = ({ revision, payload, photo }: ManagedVersion) =>
    JSON.stringify([revision, payload, photo])
  return contentOf(one) === contentOf(other)
}

/** A form begins with this payload, and was written over this revision. */
export function writtenOf(
  { payload, revision }: ManagedVersion,
  waiting: ManagedEntries['change'],
): Pick<ManagedVersion, 'payload' | 'revision'> {
  if (waiting === undefined) return { payload, revision }
  const { change } = waiting.payload
  return { payload: payloadOfChange(change), revision: change.revision }
}

function payloadOfChange(change: Change['payload']['change']): SubmissionPayload {
  const { revision: _, token: __, photo: ___, ...content } = change
  return { ...content, email: '' }
}

const contextSchema = z.object({
  revision: z.number(),
  keepsStoredPhoto: z.optional(z.boolean()),
  opened: z.optional(z.string()),
})

/**
 * Reads the revision that a draft was written over; 0, which no event has, for a draft that does not store it. `opened`: what waited then, as
 * of `writtenText`, '' for nothing.
 */
export function readContext(context: unknown) {
  const read = contextSchema.safeParse(context).data
  return {
    revision: read?.revision ?? 0,
    keepsStoredPhoto: read?.keepsStoredPhoto ?? true,
    opened: read?.opened,
  }
}

export function serverErrorsOf(waiting: ManagedEntries['change']): ServerErrors | undefined {
  if (waiting?.state !== 'needs-attention') return undefined
  return { problems: waiting.lastError?.fields ?? [], payload: payloadOfChange(waiting.payload.change) }
}

type Entry<Kind extends OutboxEntry['kind']> = Extract<OutboxEntry, { kind: Kind }>

export type WaitingState = Entry<'setManagedState'>

export interface ManagedEntries {
  change: Entry<'updateManagedEvent'> | undefined
  /** Any entry that sets a state of it. */
  state: WaitingState | undefined
  /** The entry that sets the state of this village day, or of the event as a whole when `day` is undefined. */
  stateOf: (day: string | undefined) => WaitingState | undefined
}

/** Undefined while the outbox is read. `onSent`: one of them has gone, most likely to the server. */
export function useManagedEntries(eventId: string, onSent: () => void): ManagedEntries | undefined {
  const found = useLiveOutbox((outbox) => outbox.list(), [])
  const entries = (Array.isArray(found) ? found : []).filter(isReadable).filter(isUnsent)
  const changes = entries
    .filter((entry) => entry.kind === 'updateManagedEvent')
    .filter(({ payload }) => payload.eventId === eventId)
  const states = entries
    .filter((entry) => entry.kind === 'setManagedState')
    .filter(({ payload }) => payload.eventId === eventId)
  const before = useRef(0)
  const notify = useEffectEvent(onSent)
  const count = changes.length + states.length
  useEffect(() => {
    if (count < before.current) notify()
    before.current = count
  }, [count])
  if (found === 'loading') return undefined
  return {
    change: changes[0],
    state: states[0],
    stateOf: (day) => states.find(({ payload }) => payload.said.day === day),
  }
}
