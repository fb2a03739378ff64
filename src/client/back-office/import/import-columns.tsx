import { useState } from 'react'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Collapsible } from '@/client/design-system/collapsible'
import { SelectField } from '@/client/design-system/forms/field'
import { CSV_COLUMNS } from '@/domain/staff/import'
import type { CsvColumns } from '@/domain/staff/import'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { COLUMN_LABELS } from './import-labels'

interface ImportColumnsProps {
  headings: readonly string[]
  columns: CsvColumns
  /** The title or the date is not known yet: nothing can be read before somebody says which is which. */
  isNeeded: boolean
  isBusy: boolean
  onApply: (columns: CsvColumns) => void
}

/** The meaning of each heading of a table. */
export function ImportColumns({ headings, columns, isNeeded, isBusy, onApply }: ImportColumnsProps) {
  const [chosen, setChosen] = useState(columns)
  const [isOpen, setOpen] = useState(isNeeded)
  return (
    <Collapsible title={m.import_columns()} open={isOpen} onOpenChange={setOpen}>
      {isNeeded ? <Banner tone="warning">{m.import_columns_needed()}</Banner> : null}
      <p className={hint}>{m.import_columns_hint()}</p>
      <div className={grid}>
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
    </Collapsible>
  )
}

const hint = css({ textStyle: 'small', color: 'fg.muted', paddingTop: '2' })
const grid = css({
  display: 'grid',
  gap: '4',
  gridTemplateColumns: '[repeat(auto-fill, minmax(min(14rem, 100%), 1fr))]',
  paddingBlock: '4',
})
