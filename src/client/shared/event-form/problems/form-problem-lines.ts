import { INFO_LINK_TYPES } from '@/domain/events/info-link'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import type { FormFieldName, FormProblem } from './form-problems'
import { linkLabel } from '../link-labels'

/** The name of a field that is not in sight: in the summary, the toast and the outbox. */
function formFieldLabel(field: FormFieldName): string {
  const [, list, row, part = ''] = /^(blocks|links)\[(\d+)\]\.(\w+)$/.exec(field) ?? []
  const n = Number(row) + 1
  if (list === 'blocks') return `${m.form_block({ n })}, ${partLabel(part).toLocaleLowerCase()}`
  if (list === 'links') {
    // Each type has one row first, then come the second ones.
    const type = INFO_LINK_TYPES[Number(row)]
    return type === undefined ? m.form_link_n({ n }) : `${m.form_link_n({ n })} (${linkLabel(type)})`
  }
  return FIELD_LABELS[field]?.() ?? m.form_whole()
}

function partLabel(part: string): string {
  return FIELD_LABELS[PARTS[part] ?? '']?.() ?? ''
}

const PARTS: Readonly<Record<string, string>> = {
  startDate: 'recurring.periodStartDate',
  startTime: 'recurring.startTime',
  endDate: 'recurring.periodEndDate',
  endTime: 'recurring.endTime',
}

const FIELD_LABELS: Readonly<Record<string, () => string>> = {
  email: () => m.form_email(),
  title: () => m.form_title(),
  description: () => m.form_description(),
  place: () => m.form_place(),
  tagKeys: () => m.form_tags(),
  price: () => m.form_price(),
  photo: () => m.form_photo(),
  blocks: () => m.form_when(),
  'recurring.periodStartDate': () => m.form_start_date(),
  'recurring.periodEndDate': () => m.form_end_date(),
  'recurring.days': () => m.form_days(),
  'recurring.startTime': () => m.form_start_time(),
  'recurring.endTime': () => m.form_end_time(),
}

/** A line for each problem: the field and what is wrong with it (rules 8, create validation errors). */
export function formProblemLines(problems: readonly FormProblem[]): string[] {
  return problems.map(formProblemLine)
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
