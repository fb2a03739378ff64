import { queryOptions } from '@tanstack/react-query'
import { CallFailed } from '@/client/shared/offline/client-call'
import { payloadProblems } from '@/client/shared/event-form/problems/form-problems'
import type { ServerErrors } from '@/client/shared/event-form/problems/form-problems'
import type { EventFormValues } from '@/client/shared/event-form/form-values'
import { withInfoUrl, fromSubmission, toSubmission } from '@/client/shared/event-form/form-values'
import { ownKey, callAsUser, outcomeAsUser } from '@/client/shared/session/own-queries'
import { getOwnEvent, getOwnEventPhoto } from '@/contract/accounts/own-events'
import type { OwnSubmission } from '@/contract/accounts/own-events'
import type { EventStatus } from '@/domain/events/event'
import { knownFacts, statedFacts } from '@/domain/events/facts/event-facts'
import { ensureTemporal } from '@/domain/time/village-time'
import { fromBase64 } from '@/offline/api/photo-upload'
import type { OutboxPhoto } from '@/offline/outbox/entry'

export interface RejectedEvent {
  status: EventStatus
  /** Whether another try of it is there, perhaps of another tab or device. */
  isResubmitted: boolean
  reason: string | undefined
  values: EventFormValues
  photo: OutboxPhoto | undefined
  /** It has a photo, which could not be fetched. */
  hasLostPhoto: boolean
  /** The event's errors by now, above all a start that has passed. */
  serverErrors: ServerErrors | undefined
}

/** One of the current user's submissions with its photo. It is read once: from then on the form has it. */
export function rejectedEventQuery(userId: string, id: string) {
  return queryOptions({
    queryKey: ownKey(userId, 'event', id),
    queryFn: ({ signal }) => readRejectedEvent(userId, id, signal),
    networkMode: 'always',
    refetchOnReconnect: true,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // A later visit reads it again.
    gcTime: 0,
  })
}

/** Whether the event is not the current user's, or gone. */
export function isNotOwn(error: Error): boolean {
  return error instanceof CallFailed && error.isMissing
}

async function readRejectedEvent(userId: string, id: string, signal: AbortSignal): Promise<RejectedEvent> {
  const event = await callAsUser(userId, getOwnEvent, { params: { id } }, signal)
  const photo = event.has_photo
    ? await outcomeAsUser(userId, getOwnEventPhoto, { params: { id } }, signal)
    : undefined
  const values = fromOwnSubmission(event)
  await ensureTemporal()
  return {
    status: event.status,
    isResubmitted: event.is_resubmitted === true,
    reason: event.review_reason,
    values,
    photo:
      photo?.kind === 'ok'
        ? { bytes: fromBase64(photo.data.data), type: photo.data.type, name: 'photo.jpg' }
        : undefined,
    hasLostPhoto: photo !== undefined && photo.kind !== 'ok',
    serverErrors: serverErrorsOf(values, Math.floor(Date.now() / 1000)),
  }
}

type Submitted = Pick<
  OwnSubmission,
  | 'title'
  | 'description'
  | 'email'
  | 'location_name'
  | 'latitude'
  | 'longitude'
  | 'tags'
  | 'timetable'
  | 'price'
  | 'is_donation'
  | 'audience'
  | 'access'
  | 'languages'
  | 'info_url'
  | 'info_links'
>

/** The form's values for what was submitted; an address of the older field becomes a link. */
export function fromOwnSubmission(event: Submitted): EventFormValues {
  const submission = {
    title: event.title,
    description: event.description,
    email: event.email,
    location_name: event.location_name,
    latitude: event.latitude,
    longitude: event.longitude,
    tag_keys: event.tags.map(({ key }) => key),
    timetable: event.timetable,
    price: event.price ?? null,
    ...(event.is_donation === true && { is_donation: true }),
    ...statedFacts(knownFacts(event)),
    info_links: event.info_links,
  }
  return fromSubmission(withInfoUrl(submission, event.info_url))
}

/** Finds the errors from the start, so that nobody has to find them out by submitting. */
function serverErrorsOf(values: EventFormValues, nowSeconds: number): ServerErrors | undefined {
  const payload = toSubmission(values, { website: '', filledInMs: 0 })
  const problems = payloadProblems(payload, nowSeconds)
  return problems.length === 0 ? undefined : { problems, payload }
}
