import { emptyValues } from './form-values'
import type { EventFormValues } from './form-values'
import { fromSubmission } from './from-submission'
import type { SubmissionPayload } from './to-submission'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { Proposal } from '@/contract/events/proposals'
import type { EventUpdateInput } from '@/domain/submissions/submission'
import { knownFacts, statedFacts } from '@/domain/events/facts/event-facts'
import { timetableProblems } from '@/domain/timetables/timetable-problems'

/** An event as the back office, its organiser, or a proposal has it. */
type EventVersion = Proposal['base'] & { email?: string }

/** The payload that the form would send for an event as it stands. */
export function payloadOf(event: EventVersion): SubmissionPayload {
  return {
    title: event.title,
    description: event.description,
    email: event.email ?? '',
    location_name: event.location_name,
    latitude: event.latitude,
    longitude: event.longitude,
    tag_keys: event.tags.map(({ key }) => key),
    timetable: event.timetable,
    ...(event.price !== undefined && { price: event.price }),
    ...(event.is_donation === true && { is_donation: true }),
    ...statedFacts(knownFacts(event)),
    info_links: event.info_links,
  }
}

/** The same with the address of the older field among the links: another event has no such field. */
export function withInfoUrl(payload: SubmissionPayload, infoUrl: string | undefined): SubmissionPayload {
  const links = payload.info_links ?? []
  if (!infoUrl || links.some(({ data }) => data === infoUrl)) return payload
  return { ...payload, info_links: [...links, { type: 'web_url', data: infoUrl }] }
}

/** The form for another event like this one: everything but its dates. */
export function valuesOfCopy(event: BackOfficeEvent): EventFormValues {
  const { blocks, recurring } = emptyValues()
  const values = fromSubmission(withInfoUrl(payloadOf(event), event.info_url))
  const [block = blocks[0]] = values.blocks
  return {
    ...values,
    blocks: block === undefined ? blocks : [{ ...block, startDate: '', endDate: '' }],
    recurring: { ...recurring, ...values.recurring, periodStartDate: '', periodEndDate: '' },
  }
}

/** Whether its times may lie in the past, as the server decides. Needs `ensureTemporal()` first. */
export function hasBegun(
  { schedules, timetable }: Pick<BackOfficeEvent, 'schedules' | 'timetable'>,
  nowSeconds: number,
): boolean {
  return (
    schedules.some(({ start_time }) => start_time <= nowSeconds) ||
    timetableProblems(timetable, nowSeconds).length > 0
  )
}

/**
 * The event update payload (rules 3) of what was written over a version of the event. The legacy info URL, which the form does not
 * show, stays.
 */
export function toUpdate(
  payload: SubmissionPayload,
  { info_url, revision }: Pick<BackOfficeEvent, 'info_url' | 'revision'>,
  { removesPhoto }: { removesPhoto: boolean },
): EventUpdateInput {
  return {
    ...contentOf(payload),
    ...(info_url === undefined ? {} : { info_url }),
    ...(removesPhoto ? { photo: null } : {}),
    revision,
  }
}

/**
 * Leaves out the fields of a submission alone. Links are omitted when empty (rules 3). A change leaves alone the facts
 * that it does not name, so those that were taken back are named as unsaid.
 */
export function contentOf(payload: SubmissionPayload): Omit<EventUpdateInput, 'photo' | 'revision'> {
  const { email: _, website: __, filled_in_ms: ___, resubmission_of: ____, info_links, ...written } = payload
  const { audience = null, access = [], languages = [] } = written
  const content = { ...written, audience, access, languages }
  return info_links === undefined || info_links.length === 0 ? content : { ...content, info_links }
}

/** The payload that the form would send for what is proposed. Facts that the proposal does not name stay those of its event. */
export function payloadOfProposal({ base, content }: Proposal, email = ''): SubmissionPayload {
  return { ...statedFacts(knownFacts(base)), ...content, email }
}
