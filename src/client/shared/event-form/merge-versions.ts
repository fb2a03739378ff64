import { EVENT_FIELDS } from '@/domain/events/event-fields'
import type { EventField } from '@/domain/events/event-fields'
import type { SubmissionPayload } from './event-values'

/**
 * The fields that two people may have written differently. The photo is not among them, as its bytes are not compared, nor is the older
 * link, which no form shows.
 */
export type ConflictField = Exclude<EventField, 'photo' | 'info_url'>
export const CONFLICT_FIELDS = (Object.keys(EVENT_FIELDS) as EventField[]).filter(
  (field) => field !== 'photo' && field !== 'info_url',
)
type Choice = 'mine' | 'theirs'
export type Choices = Partial<Record<ConflictField, Choice>>

const keysOf = (field: ConflictField): readonly (keyof SubmissionPayload)[] => EVENT_FIELDS[field]

/** The fields in which two versions differ, each with the one that changed it since `base`: one's own where both did. */
export function conflictChoices(
  base: SubmissionPayload,
  mine: SubmissionPayload,
  theirs: SubmissionPayload,
): Choices {
  const choices: Choices = {}
  for (const field of CONFLICT_FIELDS)
    if (!isSame(field, mine, theirs)) choices[field] = isSame(field, base, mine) ? 'theirs' : 'mine'
  return choices
}

export function isSameVersion(one: SubmissionPayload, other: SubmissionPayload): boolean {
  return CONFLICT_FIELDS.every((field) => isSame(field, one, other))
}

export function mergeVersions(
  mine: SubmissionPayload,
  theirs: SubmissionPayload,
  choices: Choices,
): SubmissionPayload {
  const chosen = CONFLICT_FIELDS.filter((field) => choices[field] === 'theirs').flatMap(keysOf)
  return { ...mine, ...Object.fromEntries(chosen.map((key) => [key, theirs[key]])) }
}

function isSame(field: ConflictField, one: SubmissionPayload, other: SubmissionPayload): boolean {
  return keysOf(field).every((key) => canonical(statedValue(one[key])) === canonical(statedValue(other[key])))
}

/** A fact that was taken back is null or empty in one version and absent in another one; both are the same. */
function statedValue(value: unknown): unknown {
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
  return isEmpty ? undefined : value
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (Array.isArray(part) && part.every((one) => typeof one !== 'object')) return part.toSorted()
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  })
}
