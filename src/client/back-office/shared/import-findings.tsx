import type { ImportFindings as Findings, ImportError } from '@/domain/staff/import'
import { Badge } from '@/client/design-system/badge'
import { RowButton } from './table'
import * as errors from '@/messages/compiled/import_errors.js'
import * as m from '@/messages/compiled/messages.js'
import { dismissImportFindings } from '@/contract/back-office/import'
import { useAction } from './use-action'
import { cluster } from 'styled-system/patterns'

const FOUND = [
  ['added', m.import_found_added, 'success'],
  ['changed', m.import_found_changed, 'warning'],
  ['unsure', m.import_found_unsure, 'warning'],
  ['vanished', m.import_found_vanished, 'danger'],
  ['unreadable', m.import_found_unreadable, 'danger'],
] as const

export function ImportFindings({ findings }: { findings: Findings }) {
  if (findings.trouble !== undefined) return <>{IMPORT_ERROR_TEXTS[findings.trouble]()}</>
  return (
    <span className={cluster({ gap: '2' })}>
      {FOUND.filter(([kind]) => findings[kind] > 0).map(([kind, label, tone]) => (
        <Badge key={kind} tone={tone}>
          {label({ n: findings[kind] })}
        </Badge>
      ))}
    </span>
  )
}

/** A code is the key of its message (tools/codegen). */
export const IMPORT_ERROR_TEXTS: Record<ImportError, () => string> = errors

interface DismissFindingsProps {
  id: string
  name: string
  /** When the calendar was read, epoch seconds: what a later reading finds stays. */
  readAt: number
}

export function DismissFindings({ id, name, readAt }: DismissFindingsProps) {
  const dismiss = useAction<void, unknown>({
    run: (_, api) => api.call(dismissImportFindings, { params: { id }, body: { read_at: readAt } }),
    done: () => [m.import_seen_done()],
    failed: () => m.import_seen_failed(),
  })
  return (
    <RowButton busy={dismiss.isPending} name={m.import_seen_of({ name })} onClick={() => dismiss.mutate()}>
      {m.import_seen()}
    </RowButton>
  )
}
