import type { ImportError } from '@/domain/staff/import'
import * as m from '@/messages/compiled/messages.js'

/** Reasons why nothing of a calendar could be read. */
export const IMPORT_ERROR_TEXTS: Record<ImportError, () => string> = {
  address_private: m.import_error_address_private,
  unreachable: m.import_error_unreachable,
  refused: m.import_error_refused,
  too_big: m.import_error_too_big,
  too_slow: m.import_error_too_slow,
  not_a_calendar: m.import_error_not_a_calendar,
  tag_gone: m.import_error_tag_gone,
}
