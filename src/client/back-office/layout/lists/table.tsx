import type { ReactNode } from 'react'
import { css } from 'styled-system/css'

interface TableProps {
  /** Spoken name. */
  label: string
  /** Headings of the columns, that of the buttons of a row too. */
  columns: readonly string[]
  /** Rows: `tr` with a `Cell` for each column. */
  children: ReactNode
}

/** A table that becomes a list of cards where there is no room for columns. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <table className={table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column}>{column}</th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** The buttons of a row: in one line where it is a row, so that rows stay low. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className={actions}>{children}</div>
}

/** `label` is the heading of its column, which a card repeats; none for buttons. */
export function Cell({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <td>
      {label === undefined ? null : (
        <span className={cellLabel} aria-hidden>
          {label}
        </span>
      )}
      {children}
    </td>
  )
}

const table = css({
  width: 'full',
  borderCollapse: 'collapse',
  textAlign: 'left',
  overflowWrap: 'anywhere',
  '& th': { textStyle: 'small', color: 'fg.muted', fontWeight: 'medium', whiteSpace: 'nowrap' },
  '& th, & td': { paddingInline: '2', paddingBlock: '2', verticalAlign: 'middle' },
  // Only texts give way where it is narrow.
  '& :is(.badge, .button)': { md: { whiteSpace: 'nowrap' } },
  '& time': { md: { whiteSpace: 'nowrap' } },
  '& tbody tr': { borderTop: 'hairline' },
  mdDown: {
    display: 'block',
    '& thead': { srOnly: true },
    '& tbody': { display: 'grid', gap: '3' },
    '& tbody tr': { display: 'grid', gap: '2', border: 'hairline', borderRadius: 'md', padding: '3' },
    '& tbody td': { display: 'grid', padding: '0', minWidth: '0' },
  },
})
const cellLabel = css({ display: { base: 'block', md: 'none' }, textStyle: 'small', color: 'fg.muted' })
const actions = css({ display: 'flex', gap: '2', flexWrap: { base: 'wrap', md: 'nowrap' } })
