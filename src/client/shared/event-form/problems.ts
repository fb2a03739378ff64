import { FACT_FIELD_LABELS } from '@/client/shared/programme/fact-labels'
import { EVENT_FIELDS, type EventField } from '@/domain/events/event-fields'
import { submissionSchema } from '@/domain/submissions/submission'
import { timetableProblems } from '@/domain/timetables/timetable-problems'
import { problemsOf, type Problem, type ProblemCode } from '@/domain/validation/problem'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import { filledLinks, linkRows, type EventValues, type SubmissionPayload } from './event-values'
import { linkLabel } from '@/client/shared/links/social-links'
import { rowsOf, type TimeRow } from './times'

/** The fields of the form: those of an event, but for the older link, and the contact address. */
export type FormField = Exclude<EventField, 'info_url'> | 'email'

/** In the order of the page. A field of an event that has no place here does not compile. */
export const EVENT_FIELD_LABELS: Record<EventField, () => string> = {
  title: m.form_title,
  photo: m.form_photo,
  description: m.form_description,
  location_name: m.form_place,
  tag_keys: m.form_tags,
  timetable: m.admin_timetable,
  info_url: m.admin_info_url,
  info_links: m.admin_info_links,
  price: m.admin_price,
  ...FACT_FIELD_LABELS,
}
const { info_url: _, ...shownLabels } = EVENT_FIELD_LABELS
const FIELD_LABELS: Record<FormField, () => string> = {
  email: m.form_email,
  ...shownLabels,
  // As the page calls them.
  timetable: m.form_when,
  info_links: m.form_more,
  price: m.form_price,
}
export const FORM_FIELDS = Object.keys(FIELD_LABELS) as FormField[]

export const PART_LABELS = {
  startDate: m.form_start_date,
  startTime: m.form_start_time,
  endDate: m.form_end_date,
  endTime: m.form_end_time,
  days: m.form_days,
}
export type TimePart = Exclude<keyof typeof PART_LABELS, 'days'>
const BLOCK_PARTS = ['startDate', 'startTime', 'endDate', 'endTime'] as const
const WEEKLY_PARTS = ['startDate', 'endDate', 'days', 'startTime', 'endTime'] as const

/** A control, or a group of them, that a problem is at; 'form' is what belongs to none. */
export type Control =
  | FormField
  | `timetable.${number}.${TimePart}`
  | `timetable.weekly.${TimePart | 'days'}`
  | `info_links.${number}`
  | 'form'

export interface ShownProblem {
  control: Control
  code: ProblemCode
  /** Names the control as well, for who reads it elsewhere. */
  line: string
}

export interface ServerErrors {
  problems: readonly Problem[]
  payload: SubmissionPayload
}

/** The server alone knows the types that a newer link may have. */
const LINK_TYPE = /^info_links\.\d+\.type$/

export interface Rules {
  hasEmail: boolean
  /** The time at the server; without it, the server decides what has passed. */
  nowSeconds: number | undefined
  allowPast: boolean
  serverErrors: ServerErrors | undefined
}

/** Everything wrong with what would be sent, by the domain's rules and the server. Needs `ensureTemporal()` first. */
export function payloadProblems(
  payload: SubmissionPayload,
  { hasEmail, nowSeconds = 0, allowPast, serverErrors }: Rules,
): Problem[] {
  const parsed = submissionSchema.safeParse(payload)
  const byShape = parsed.success ? [] : problemsOf(parsed.error.issues)
  return [
    ...byShape.filter(({ path }) => !LINK_TYPE.test(path) && (hasEmail || path !== 'email')),
    ...timetableProblems(payload.timetable, nowSeconds, { allowPast }),
    ...(serverErrors ? remainingProblems(serverErrors, payload) : []),
  ]
}

/** A value that the server has refused is wrong until it is another. */
function remainingProblems({ problems, payload }: ServerErrors, now: SubmissionPayload): Problem[] {
  return problems.filter(({ path }) => path !== 'photo' && valueAt(payload, path) === valueAt(now, path))
}

function valueAt(payload: SubmissionPayload, path: string): string | undefined {
  return JSON.stringify(path.split('.').reduce((at: unknown, key): unknown => Object(at)[key], payload))
}

/** A person cannot repair these: they are shown only when there is no other error. */
const ABOUT_SCRIPTS: ReadonlySet<ProblemCode> = new Set(['submission_automated', 'submission_too_fast'])

/** The values that say where a problem is. */
export type ViewedValues = Pick<EventValues, 'info_links' | 'timetable'>

/**
 * One problem a control, the first found, in the order of the page. `today`: the village day on which the values are written, where they
 * are being written.
 */
export function shownProblems(
  problems: readonly Problem[],
  values: ViewedValues,
  today?: string,
): ShownProblem[] {
  const fixable = problems.filter(({ code }) => !ABOUT_SCRIPTS.has(code))
  const found = new Map<Control, ProblemCode>()
  for (const problem of fixable.length > 0 ? fixable : problems) {
    const control = controlOf(problem, values, today)
    if (!found.has(control)) found.set(control, problem.code)
  }
  return [...labelledControls(values)].flatMap(([control, label]) => {
    const code = found.get(control)
    return code === undefined ? [] : { control, code, line: lineOf(code, label) }
  })
}

/** The controls in the order of the page, each with its label. */
function* labelledControls({ info_links, timetable }: ViewedValues): Generator<[Control, string]> {
  for (const name of FORM_FIELDS) {
    yield [name, FIELD_LABELS[name]()]
    if (name === 'info_links')
      for (const [index, { type }] of linkRows(info_links).entries())
        yield [`info_links.${index}`, `${m.form_link_n({ n: index + 1 })} (${linkLabel(type)})`]
    if (name === 'timetable' && 'repeated' in timetable)
      for (const part of WEEKLY_PARTS) yield [`timetable.weekly.${part}`, PART_LABELS[part]()]
    if (name === 'timetable' && 'list' in timetable)
      for (const index of rowsOf(timetable.list).keys())
        for (const part of BLOCK_PARTS)
          yield [
            `timetable.${index}.${part}`,
            `${m.form_block({ n: index + 1 })}, ${PART_LABELS[part]().toLocaleLowerCase()}`,
          ]
  }
  yield ['form', m.form_whole()]
}

function controlOf({ path, code }: Problem, values: ViewedValues, today: string | undefined): Control {
  const [head = '', kind = '', at = '', part = ''] = path.split('.')
  if (head === 'timetable' && kind === 'list' && part !== '') {
    const rows = 'list' in values.timetable ? rowsOf(values.timetable.list) : []
    return timeControl(Number(at), part, code, rows[Number(at)], today)
  }
  if (head === 'timetable' && kind === 'repeated') {
    if (at.startsWith('period_')) return `timetable.weekly.${at.includes('start') ? 'startDate' : 'endDate'}`
    if (at.startsWith('start_')) return 'timetable.weekly.startTime'
    return at.startsWith('end_') ? 'timetable.weekly.endTime' : 'timetable.weekly.days'
  }
  if (head === 'info_links' && kind !== '') return `info_links.${linkRowOf(Number(kind), values)}`
  return FORM_FIELDS.find((field) => WIRE_NAMES[field].includes(head)) ?? 'form'
}

const WIRE_NAMES: Record<FormField, readonly string[]> = { ...EVENT_FIELDS, email: ['email'] }

/** The row of the form of a link that was sent: empty ones are not. */
function linkRowOf(index: number, { info_links = [] }: ViewedValues): number {
  const link = filledLinks(info_links)[index]
  return Math.max(0, link === undefined ? 0 : linkRows(info_links).indexOf(link))
}

const OF_CLOCK: ReadonlySet<ProblemCode> = new Set([
  'time_nonexistent',
  'start_time_required',
  'end_time_required',
])

/** The time of day where that is what has to change: the event ends on its first day, or the day is not past. */
function timeControl(at: number, part: string, code: ProblemCode, row?: TimeRow, today?: string): Control {
  const isClock = OF_CLOCK.has(code)
  if (part === 'start_time') {
    const isPastToday = code === 'start_time_past' && today !== undefined && row && row.startDate >= today
    return `timetable.${at}.${isClock || isPastToday ? 'startTime' : 'startDate'}`
  }
  const isOfDay = row?.endDate === row?.startDate && row?.isAllDay === false
  const isTime = isClock || (isOfDay && code !== 'period_end_required')
  return `timetable.${at}.${isTime ? 'endTime' : 'endDate'}`
}

export const SUMMARY_ID = 'event-errors'

/** The id of the control. There is one event form on a page. */
export function fieldId(control: Control): string {
  return `event-${control.replaceAll(/\W+/g, '-')}`
}

function lineOf(code: ProblemCode, controlLabel: string): string {
  const text = problemText(code)
  const said = (label: string) => text.toLowerCase().includes(label.toLowerCase())
  // 'Time block 1: Start date is required': a label that is in the sentence is not said twice.
  const label = controlLabel
    .split(', ')
    .filter((part) => !said(part))
    .join(', ')
  return label === '' ? text : `${label}: ${text}`
}
