import { problemsOf } from '@/domain/validation/problem'
import type { Problem, ProblemCode } from '@/domain/validation/problem'
import { sentBlocks } from '@/client/shared/event-form/times/block-times'
import { filledLinks, linkLabel } from '@/client/shared/event-form/form-values'
import type { EventFormValues, SubmissionPayload } from '@/client/shared/event-form/form-values'
import { INFO_LINK_TYPES } from '@/domain/events/info-link'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import { submissionSchema } from '@/domain/submissions/submission'
import { timetableProblems } from '@/domain/timetables/timetable-problems'

/** A place in the form that can be wrong, by the form's path; `form` is what belongs to no field. */
export type FormFieldName =
  | 'email'
  | 'title'
  | 'description'
  | 'place'
  | 'tagKeys'
  | 'price'
  | 'photo'
  | 'blocks'
  | `blocks[${number}].${'start' | 'end'}${'Date' | 'Time'}`
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

export interface ServerErrors {
  problems: readonly Problem[]
  payload: SubmissionPayload
}

export function remainingProblems({ problems, payload }: ServerErrors, now: SubmissionPayload): Problem[] {
  return problems.filter(
    ({ path }) =>
      path !== 'photo' && JSON.stringify(valueAt(payload, path)) === JSON.stringify(valueAt(now, path)),
  )
}

/** A person cannot repair these: they are shown only when there is no other error. */
const ABOUT_SCRIPTS: ReadonlySet<ProblemCode> = new Set(['submission_automated', 'submission_too_fast'])

/** One problem a field, the first found, in the order of the page. `today` is `YYYY-MM-DD`, where the values are being written. */
export function toFormProblems(
  problems: readonly Problem[],
  values: EventFormValues,
  today?: string,
): FormProblem[] {
  const fixable = problems.filter(({ code }) => !ABOUT_SCRIPTS.has(code))
  const found = new Map<FormFieldName, ProblemCode>()
  for (const { path, code } of fixable.length > 0 ? fixable : problems)
    for (const problem of missingParts(path, code, values) ?? [
      { field: formFieldOf(path, values, { code, today }), code },
    ])
      if (!found.has(problem.field)) found.set(problem.field, problem.code)
  return inPageOrder([...found].map(([field, code]) => ({ field, code })))
}

export function inPageOrder(problems: readonly FormProblem[]): FormProblem[] {
  return problems.toSorted((a, b) => orderOf(a.field) - orderOf(b.field))
}

const BLOCK = /^timetable\.list\.(\d+)(?:\.(start|end)_time)?/
const LINK = /^info_links\.(\d+)/

/** A missing time of the wire is a date and a time of day here: what of them is missing, or both. */
function missingParts(path: string, code: ProblemCode, { blocks }: EventFormValues) {
  const [, index, end] = BLOCK.exec(path) ?? []
  const row = rowOf(Number(index), blocks)
  const block = blocks[row]
  if (block === undefined || (code !== 'start_time_required' && code !== 'end_time_required'))
    return undefined
  const at = `blocks[${row}].` as const
  const side = end === 'end' ? 'end' : 'start'
  const missing: FormProblem[] = []
  if (block[`${side}Date`] === '')
    missing.push({ field: `${at}${side}Date`, code: `period_${side}_required` })
  if (block[`${side}Time`] === '') missing.push({ field: `${at}${side}Time`, code })
  return missing.length > 0 ? missing : undefined
}

export function formFieldOf(
  path: string,
  values: EventFormValues,
  why: { code?: ProblemCode; today?: string | undefined } = {},
): FormFieldName {
  const [head = ''] = path.split('.')
  const block = BLOCK.exec(path)
  if (block) return blockFieldOf(Number(block[1]), block[2], values, why)
  const link = LINK.exec(path)
  if (link) return `links[${filledLinks(values.links)[Number(link[1])]?.row ?? 0}].data`
  if (path.startsWith('timetable.repeated')) return recurringFieldOf(path)
  return WIRE_FIELDS[head] ?? 'form'
}

function rowOf(index: number, blocks: EventFormValues['blocks']): number {
  return sentBlocks(blocks)[index]?.row ?? index
}

/** The time of day where that is what has to change: the event ends on its first day, the block repeats daily, or the day is not past. */
function blockFieldOf(
  index: number,
  end: string | undefined,
  { blocks }: EventFormValues,
  { code, today }: { code?: ProblemCode; today?: string | undefined },
): FormFieldName {
  const row = rowOf(index, blocks)
  const block = blocks[row]
  const isClock = code === 'time_nonexistent'
  if (end !== 'end') {
    const isPastToday =
      code === 'start_time_past' && today !== undefined && block !== undefined && block.startDate >= today
    return `blocks[${row}].${isClock || isPastToday ? 'startTime' : 'startDate'}`
  }
  const isTime =
    isClock ||
    (block !== undefined &&
      !block.isAllDay &&
      (block.isDaily ? block.endDate >= block.startDate : block.endDate === block.startDate))
  return `blocks[${row}].${isTime ? 'endTime' : 'endDate'}`
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

function orderOf(field: FormFieldName): number {
  const [, row = '0', part = ''] = /\[(\d+)\]\.(.*)/.exec(field) ?? []
  const group = Object.keys(FIELD_LABELS).findIndex((prefix) => field.startsWith(prefix))
  return (group * 1000 + Number(row)) * 4 + Object.keys(PART_LABELS).indexOf(part)
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
      value,
    )
}

export const SUMMARY_ID = 'event-errors'

/** The id of the control, or of the group, that a problem is at. There is one event form on a page. */
export function fieldId(field: FormFieldName): string {
  return `event-${field.replaceAll(/\W+/g, '-')}`
}

function formFieldLabel(field: FormFieldName): string {
  const [, list, row, part = ''] = /^(blocks|links)\[(\d+)\]\.(\w+)$/.exec(field) ?? []
  const n = Number(row) + 1
  if (list === 'blocks') return `${m.form_block({ n })}, ${(PART_LABELS[part]?.() ?? '').toLocaleLowerCase()}`
  if (list === 'links') {
    const type = INFO_LINK_TYPES[Number(row)]
    return type === undefined ? m.form_link_n({ n }) : `${m.form_link_n({ n })} (${linkLabel(type)})`
  }
  return FIELD_LABELS[field]?.() ?? m.form_whole()
}

/** In the order of the page. */
const FIELD_LABELS: Readonly<Record<string, () => string>> = {
  email: m.form_email,
  title: m.form_title,
  photo: m.form_photo,
  description: m.form_description,
  place: m.form_place,
  tagKeys: m.form_tags,
  blocks: m.form_when,
  'recurring.periodStartDate': m.form_start_date,
  'recurring.periodEndDate': m.form_end_date,
  'recurring.days': m.form_days,
  'recurring.startTime': m.form_start_time,
  'recurring.endTime': m.form_end_time,
  links: m.form_more,
  price: m.form_price,
  form: m.form_whole,
}
const PART_LABELS: Readonly<Record<string, () => string>> = {
  startDate: m.form_start_date,
  startTime: m.form_start_time,
  endDate: m.form_end_date,
  endTime: m.form_end_time,
}

export function formProblemLine({ field, code }: FormProblem): string {
  const text = problemText(code)
  const said = (label: string) => text.toLowerCase().includes(label.toLowerCase())
  // 'Time block 1: Start date is required': a label that is in the sentence is not said twice.
  const label = formFieldLabel(field)
    .split(', ')
    .filter((part) => !said(part))
    .join(', ')
  return label === '' ? text : `${label}: ${text}`
}

/** The server alone knows the types that a newer link may have. */
const LINK_TYPE = /^info_links\.\d+\.type$/

/** Everything wrong with what would be sent, by the domain's rules. Needs `ensureTemporal()` first. */
export function payloadProblems(
  payload: SubmissionPayload,
  nowSeconds: number,
  { allowPast = false }: { allowPast?: boolean } = {},
): Problem[] {
  const parsed = submissionSchema.safeParse(payload)
  const byShape = parsed.success
    ? []
    : problemsOf(parsed.error.issues).filter(({ path }) => !LINK_TYPE.test(path))
  return [...byShape, ...timetableProblems(payload.timetable, nowSeconds, { allowPast })]
}
