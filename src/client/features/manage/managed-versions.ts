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
import type { OutboxEntry, OutboxContent } from '@/offline/outbox/entry'
import { initialOutcome, isStorageFull, unstoredError } from '@/client/shared/outbox/outbox-submit'
import type { OutboxResult } from '@/client/shared/outbox/outbox-submit'
import { serverErrorText } from '@/client/shared/forms/server-error-text'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import * as m from '@/messages/compiled/messages.js'
import { replacing } from '@/offline/outbox/drafts/edit-entry'

type Change = NonNullable<ManagedEntries['change']>

/** The form begins with this: the last that the organiser has written, as the server has it or an entry of the outbox does. */
export interface ManagedVersion extends Pick<
  ManagedEvent,
  'id' | 'revision' | 'edited_revision' | 'schedules' | 'timetable' | 'info_url'
> {
  /** A change of it goes to the team first. */
  isPublished: boolean
  /** A change of it is with the team. */
  isProposed: boolean
  payload: SubmissionPayload
  /** 'withheld': it is not shown before the team has looked at it. */
  photo: { url: string } | 'withheld' | undefined
}

export function versionOf(event: ManagedEvent): ManagedVersion {
  const { id, revision, edited_revision, schedules, timetable, info_url, proposal } = event
  return {
    id,
    revision,
    edited_revision,
    schedules,
    timetable,
    info_url,
    isPublished: event.status === 'PUBLISHED',
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
    isPublished: known !== undefined,
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

export interface ManagedEntries {
  change: Entry<'updateManagedEvent'> | undefined
  /** Any entry that sets a state of it. */
  state: Entry<'setManagedState'> | undefined
  /** The entry that sets the state of this village day, or of the event as a whole when `day` is undefined. */
  stateOf: (day: string | undefined) => Entry<'setManagedState'> | undefined
}

/** Undefined while the outbox is read. `onSent`: one of them has gone, most likely to the server. */
export function useManagedEntries(eventId: string, onSent: () => void): ManagedEntries | undefined {
  const found = useLiveOutbox((outbox) => outbox.list(), [])
  const entries =
    found === 'loading' || found === 'unreadable' ? [] : found.filter(isReadable).filter(isUnsent)
  const changes = entries.filter((entry) => entry.kind === 'updateManagedEvent')
  const states = entries.filter((entry) => entry.kind === 'setManagedState')
  const own = [...changes, ...states].filter(({ payload }) => payload.eventId === eventId)
  const before = useRef(0)
  const notify = useEffectEvent(onSent)
  const count = own.length
  useEffect(() => {
    if (count < before.current) notify()
    before.current = count
  }, [count])
  if (found === 'loading') return undefined
  return {
    change: changes.find(({ payload }) => payload.eventId === eventId),
    state: states.find(({ payload }) => payload.eventId === eventId),
    stateOf: (day) => states.find(({ payload }) => payload.eventId === eventId && payload.said.day === day),
  }
}

type StateContent = Extract<OutboxContent, { kind: 'setManagedState' }>['payload']

/** The text for the person, and whether the server has it. */
interface SendResult {
  isSent: boolean
  text: string
}

/** Sends what an organiser says, through the outbox; `waiting`: the entry in whose place it is, as the person has seen it. What is refused is told, and dropped. */
export async function sendState(
  payload: StateContent,
  waiting: OutboxEntry | undefined,
): Promise<SendResult> {
  const content = { kind: 'setManagedState', payload } as const
  try {
    const { outbox } = await loadOfflineClient()
    const replaced = replacing(waiting)
    const stored =
      replaced === undefined
        ? await outbox.enqueue(content)
        : await outbox.replace(replaced.id, content, undefined, { opened: replaced.opened })
    const { outcome, entry } = await initialOutcome(stored)
    if (outcome !== 'refused') return { isSent: outcome === 'sent', text: sentText(outcome) }
    // The page shows the event as it is by now, to be decided on again.
    await outbox.discard(entry.id)
    return { isSent: true, text: errorText(entry) }
  } catch (error) {
    report('The state could not be stored on this device.', error)
    return { isSent: false, text: unstoredText(error) }
  }
}

function sentText(outcome: OutboxResult['outcome']): string {
  return outcome === 'sent' ? m.manage_state_done() : `${m.manage_queued()}. ${m.manage_queued_text()}`
}

function errorText({ lastError }: OutboxEntry): string {
  return lastError?.code === 'CONFLICT'
    ? m.manage_state_changed()
    : (serverErrorText(lastError) ?? m.manage_refused())
}

/** Why something is neither stored on this device nor sent. */
export function unstoredText(error: unknown): string {
  if (isStorageFull(error)) return m.form_storage_full()
  const known = error instanceof Error ? REASONS[error.name] : undefined
  return known?.() ?? serverErrorText(unstoredError(error)) ?? m.manage_refused()
}

const REASONS: Readonly<Record<string, () => string>> = {
  OutboxChanged: m.form_edit_changed_text,
  OutboxGone: m.form_edit_sent_text,
  OutboxBusy: m.manage_busy,
  AlreadySubmitted: m.manage_already,
}
