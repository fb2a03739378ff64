import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import type { FormFieldName, FormProblem } from './form-problems'

/** What a field is called where it is not in sight: in the toast and in the outbox. */
function formFieldLabel(field: FormFieldName): string {
  const block = /^blocks\[(\d+)\]\.(start|end)Date$/.exec(field)
  if (block) {
    const end = block[2] === 'end' ? m.form_end() : m.form_start()
    return `${m.form_block({ n: Number(block[1]) + 1 })}, ${end.toLocaleLowerCase()}`
  }
  if (field.startsWith('links')) return m.form_links()
  return FIELD_LABELS[field]?.() ?? m.form_whole()
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

/** A line for each problem: the field and what is wrong with it (spec 8, create validation errors). */
export function formProblemLines(problems: readonly FormProblem[]): string[] {
  return problems.map(({ field, code }) => `${formFieldLabel(field)}: ${problemText(code)}`)
}
