import { problemsOf } from '@/domain/problem'
import type { Problem, ProblemCode } from '@/domain/problem'
import { submissionSchema } from '@/domain/submission'
import { timetableProblems } from '@/domain/timetable-problems'
import type { EventFormValues } from './form-values'
import { filledLinks } from './to-submission'
import type { SubmissionPayload } from './to-submission'

/**
 * A place in the form that can be wrong. Names are the form's paths; `form` is what belongs to no field.
 * Blocks have one entry for their start and one for their end: date and time are one value.
 */
export type FormFieldName =
  | 'email'
  | 'title'
  | 'description'
  | 'place'
  | 'tagKeys'
  | 'price'
  | 'photo'
  | 'blocks'
  | `blocks[${number}].startDate`
  | `blocks[${number}].endDate`
  | 'recurring.periodStartDate'
  | 'recurring.periodEndDate'
  | 'recurring.days'
  | 'recurring.startTime'
  | 'recurring.endTime'
  | `links[${number}].data`
  | 'form'

export interface FormProblem {
  field: FormFieldName
  code: ProblemCode
}

/** What the server refused, and the values it refused: no longer true once that value has changed. */
export interface Refusal {
  problems: readonly Problem[]
  payload: SubmissionPayload
}

/** Everything wrong with what would be sent, by the domain's rules. Needs `ensureTemporal()` first. */
export function payloadProblems(
  payload: SubmissionPayload,
  nowSeconds: number,
  { allowPast = false }: { allowPast?: boolean } = {},
): Problem[] {
  const parsed = submissionSchema.safeParse(payload)
  const byShape = parsed.success ? [] : problemsOf(parsed.error.issues)
  return [...byShape, ...timetableProblems(payload.timetable, nowSeconds, { allowPast })]
}

/** The server's validation errors that still apply: the value that was refused has not changed. */
export function remainingProblems({ problems, payload }: Refusal, now: SubmissionPayload): Problem[] {
  return problems.filter(
    ({ path }) =>
      path !== 'photo' && JSON.stringify(valueAt(payload, path)) === JSON.stringify(valueAt(now, path)),
  )
}

/** One problem a field, the first found, in the order of the form. */
export function toFormProblems(problems: readonly Problem[], values: EventFormValues): FormProblem[] {
  const found = new Map<FormFieldName, ProblemCode>()
  for (const { path, code } of problems) {
    const field = formFieldOf(path, values)
    if (!found.has(field)) found.set(field, code)
  }
  return [...found]
    .map(([field, code]) => ({ field, code }))
    .toSorted((a, b) => orderOf(a.field) - orderOf(b.field))
}

const BLOCK = /^timetable\.list\.(\d+)(?:\.(start|end)_time)?/
const LINK = /^info_links\.(\d+)/

/** The field of the form that a wire path (`timetable.list.0.start_time`) was made from. */
export function formFieldOf(path: string, values: EventFormValues): FormFieldName {
  const [head = ''] = path.split('.')
  const block = BLOCK.exec(path)
  if (block) return `blocks[${Number(block[1])}].${block[2] === 'end' ? 'endDate' : 'startDate'}`
  const link = LINK.exec(path)
  if (link) return `links[${filledLinks(values.links)[Number(link[1])]?.row ?? 0}].data`
  if (path.startsWith('timetable.repeated')) return recurringFieldOf(path)
  return WIRE_FIELDS[head] ?? 'form'
}

const WIRE_FIELDS: Readonly<Record<string, FormFieldName>> = {
  email: 'email',
  title: 'title',
  photo: 'photo',
  description: 'description',
  location_name: 'place',
  latitude: 'place',
  longitude: 'place',
  tag_keys: 'tagKeys',
  timetable: 'blocks',
  price: 'price',
}

function recurringFieldOf(path: string): FormFieldName {
  const name = path.split('.')[2] ?? ''
  if (name === 'period_start_date') return 'recurring.periodStartDate'
  if (name === 'period_end_date') return 'recurring.periodEndDate'
  if (name.startsWith('start_')) return 'recurring.startTime'
  if (name.startsWith('end_')) return 'recurring.endTime'
  return 'recurring.days'
}

const ORDER = [
  'email',
  'title',
  'photo',
  'description',
  'place',
  'tagKeys',
  'blocks',
  'recurring',
  'links',
  'price',
]

function orderOf(field: FormFieldName): number {
  const at = ORDER.findIndex((prefix) => field.startsWith(prefix))
  return at === -1 ? ORDER.length : at
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
      value,
    )
}
