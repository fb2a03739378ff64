import type { ImportTrouble } from '@/domain/staff/import'
import * as m from '@/messages/compiled/messages.js'

/** Why nothing of a calendar could be read. */
export const TROUBLE_TEXTS: Record<ImportTrouble, () => string> = {
  address_private: m.import_trouble_address_private,
  unreachable: m.import_trouble_unreachable,
  refused: m.import_trouble_refused,
  too_big: m.import_trouble_too_big,
  too_slow: m.import_trouble_too_slow,
  not_a_calendar: m.import_trouble_not_a_calendar,
  tag_gone: m.import_trouble_tag_gone,
}
