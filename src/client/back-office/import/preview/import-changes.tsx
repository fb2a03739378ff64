import type { ReactNode } from 'react'
import { accessLabel, audienceLabel, languageLabel } from '@/client/shared/programme/fact-labels'
import { priceValue } from '@/messages/price-text'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import type { ImportRow } from '@/contract/back-office/import'
import type { ImportField } from '@/domain/staff/import'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { TimetableLabels } from '@/client/back-office/layout/review/timetable-labels'
import { TruncatedText } from '@/client/back-office/layout/lists/truncated-text'
import { FIELD_LABELS } from '../import-labels'

type Content = NonNullable<ImportRow['current']>

interface ImportChangesProps {
  title: string
  changes: NonNullable<ImportRow['changes']>
  current: Content
  event: Content
  /** Fields that stay as they are. */
  unchanged: ReadonlySet<ImportField>
  onKeep: (field: ImportField, isUnchanged: boolean) => void
}

/** Shows the old and the new value of each field that an update would change, with a choice for each. */
export function ImportChanges({ title, changes, current, event, unchanged, onKeep }: ImportChangesProps) {
  return (
    <ul className={list} aria-label={m.import_changes_of({ title })}>
      {changes.map(({ field, by_hand: isByHand }) => (
        <li key={field} className={change}>
          <Checkbox
            label={
              <>
                {FIELD_LABELS[field]()}
                {isByHand ? <span className={muted}> {m.import_by_hand()}</span> : null}
              </>
            }
            checked={!unchanged.has(field)}
            onChange={(isChosen) => onKeep(field, !isChosen)}
          />
          <dl className={sides}>
            <Side label={m.import_now()}>{valueOf(current, field)}</Side>
            <Side label={m.import_then()}>{valueOf(event, field)}</Side>
          </dl>
        </li>
      ))}
    </ul>
  )
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className={muted}>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Enough characters of a text to show what has changed; the rest is in its tooltip. */
const TEXT_SHOWN = 240

function valueOf(content: Content, field: ImportField): ReactNode {
  if (field === 'timetable') return <TimetableLabels timetable={content.timetable} />
  const text = TEXTS[field](content)
  return text === '' ? m.import_nothing() : <TruncatedText text={text} max={TEXT_SHOWN} />
}

const TEXTS: Record<Exclude<ImportField, 'timetable'>, (content: Content) => string> = {
  title: ({ title }) => title,
  description: ({ description }) => description,
  place: ({ location_name }) => location_name,
  price: (content) => priceValue(content, getLocale()) ?? '',
  info_url: ({ info_url }) => info_url ?? '',
  audience: ({ audience }) => (audience ? audienceLabel(audience) : ''),
  access: ({ access = [] }) => access.map(accessLabel).join(', '),
  languages: ({ languages = [] }) => languages.map(languageLabel).join(', '),
}

const list = css({ display: 'grid', gap: '3', listStyle: 'none', padding: '0', minWidth: '0' })
const change = css({ display: 'grid', gap: '1', minWidth: '0' })
const sides = css({
  display: 'grid',
  gap: '2',
  paddingInlineStart: '8',
  textStyle: 'small',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 18rem), 1fr))]',
  '& dd': { marginLeft: '0', whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
})
const muted = css({ textStyle: 'small', color: 'fg.muted' })
