import type { FormFieldName } from './form-problems'

/** The id of the error summary. */
export const SUMMARY_ID = 'event-errors'

/** The id of the control, or of the group, that a problem is at. There is one event form on a page. */
export function fieldId(field: FormFieldName): string {
  return `event-${field.replaceAll(/\W+/g, '-')}`
}
