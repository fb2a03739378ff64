import type { ImportFindings as Findings, ImportError } from '@/domain/staff/import'
import { Badge } from '@/client/design-system/badge'
import { RowButton } from './table'
import * as m from '@/messages/compiled/messages.js'
import { dismissImportFindings } from '@/contract/back-office/import'
import { useWrite } from './use-write'
import { cluster } from 'styled-system/patterns'

type Counted = Exclude<keyof Findings, 'trouble'>

const FOUND: Record<Counted, { label: (count: { n: number }) => string; tone: 'warning' | 'danger' }> = {
  cancelled: { label: m.import_found_cancelled, tone: 'danger' },
  vanished: { label: m.import_found_vanished, tone: 'danger' },
  changed: { label: m.import_found_changed, tone: 'warning' },
  added: { label: m.import_found_added, tone: 'warning' },
  faulty: { label: m.import_found_faulty, tone: 'warning' },
}
const ORDER: readonly Counted[] = ['cancelled', 'vanished', 'changed', 'added', 'faulty']

export function ImportFindings({ findings }: { findings: Findings }) {
  if (findings.trouble !== undefined) return <>{IMPORT_ERROR_TEXTS[findings.trouble]()}</>
  return (
    <span className={cluster({ gap: '2' })}>
      {ORDER.filter((kind) => findings[kind] > 0).map((kind) => (
        <Badge key={kind} tone={FOUND[kind].tone}>
          {FOUND[kind].label({ n: findings[kind] })}
        </Badge>
      ))}
    </span>
  )
}

export const IMPORT_ERROR_TEXTS: Record<ImportError, () => string> = {
  address_private: m.import_error_address_private,
  unreachable: m.import_error_unreachable,
  refused: m.import_error_refused,
  too_big: m.import_error_too_big,
  too_slow: m.import_error_too_slow,
  not_a_calendar: m.import_error_not_a_calendar,
  tag_gone: m.import_error_tag_gone,
}

interface DismissFindingsProps {
  id: string
  name: string
  /** When the calendar was read whose note this is, epoch seconds. */
  readAt: number
}

/** Dismisses the findings of a night; they come back when the calendar changes. */
export function DismissFindings({ id, name, readAt }: DismissFindingsProps) {
  const write = useWrite(dismissImportFindings, {
    done: () => m.import_seen_done(),
    failed: m.import_seen_failed(),
  })
  return (
    <RowButton
      busy={write.isPending}
      name={m.import_seen_of({ name })}
      onClick={() => write.mutate({ params: { id }, body: { read_at: readAt } })}
    >
      {m.import_seen()}
    </RowButton>
  )
}
