import type { ImportFindings as Findings } from '@/domain/staff/import'
import { Badge } from '@/client/design-system/badge'
import * as m from '@/messages/compiled/messages.js'
import { cluster } from 'styled-system/patterns'
import { IMPORT_ERROR_TEXTS } from './import-error-texts'

type Counted = Exclude<keyof Findings, 'trouble'>

const FOUND: Record<Counted, { label: (count: { n: number }) => string; tone: 'warning' | 'danger' }> = {
  cancelled: { label: m.import_found_cancelled, tone: 'danger' },
  vanished: { label: m.import_found_vanished, tone: 'danger' },
  changed: { label: m.import_found_changed, tone: 'warning' },
  added: { label: m.import_found_added, tone: 'warning' },
  faulty: { label: m.import_found_faulty, tone: 'warning' },
}
const ORDER: readonly Counted[] = ['cancelled', 'vanished', 'changed', 'added', 'faulty']

/** Findings of the last nightly reading of a calendar for a person, the most pressing first. */
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
