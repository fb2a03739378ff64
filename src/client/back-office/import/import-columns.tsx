import { useState } from 'react'
import { Button } from '@/client/design-system/button'
import { SelectField } from '@/client/design-system/forms/field'
import { CSV_COLUMNS } from '@/domain/staff/import'
import type { CsvColumns } from '@/domain/staff/import'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { card } from 'styled-system/recipes'
import { COLUMN_LABELS } from './import-labels'

interface ImportColumnsProps {
  headings: readonly string[]
  columns: CsvColumns
  isBusy: boolean
  onApply: (columns: CsvColumns) => void
}

/** Which heading of a table means what. */
export function ImportColumns({ headings, columns, isBusy, onApply }: ImportColumnsProps) {
  const [chosen, setChosen] = useState(columns)
  return (
    <details className={card({ pad: true })}>
      <summary className={summary}>{m.import_columns()}</summary>
      <p className={hint}>{m.import_columns_hint()}</p>
      <div className={cx(grid)}>
        {CSV_COLUMNS.map((column) => (
          <SelectField
            key={column}
            label={COLUMN_LABELS[column]()}
            value={chosen[column] ?? ''}
            options={[
              { value: '', label: m.import_columns_none() },
              ...headings.map((heading) => ({ value: heading, label: heading })),
            ]}
            onChange={(event) => setChosen({ ...chosen, [column]: event.target.value })}
          />
        ))}
      </div>
      <Button variant="secondary" busy={isBusy} onClick={() => onApply(chosen)}>
        {m.import_columns_apply()}
      </Button>
    </details>
  )
}

const summary = css({ fontWeight: 'bold', cursor: 'pointer' })
const hint = css({ textStyle: 'small', color: 'fg.muted' })
const grid = css({
  display: 'grid',
  gap: '4',
  gridTemplateColumns: '[repeat(auto-fill, minmax(min(14rem, 100%), 1fr))]',
  paddingBlock: '4',
})
