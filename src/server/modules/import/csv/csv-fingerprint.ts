import { CSV_COLUMNS, FACT_COLUMNS } from '@/domain/staff/import'
import type { CsvColumn } from '@/domain/staff/import'
import { blockOfRow } from './csv-block'
import type { Cell } from './csv-columns'
import type { DateOrder } from './csv-dates'

/** The columns that describe the event; its identifier says which one it is. */
const CONTENT_COLUMNS = CSV_COLUMNS.filter((column) => column !== 'uid' && !isFact(column))

/** An event that says nothing of facts is the same as before there were any. */
export function fingerprintOf(cell: Cell): string {
  return JSON.stringify(
    [...CONTENT_COLUMNS, ...FACT_COLUMNS.filter((column) => cell(column) !== '')].map(cell),
  )
}

/** The rows of one event by their time, so that a table that was sorted anew says the same. */
export function byStart(cells: readonly Cell[], order: DateOrder): Cell[] {
  if (cells.length === 1) return [...cells]
  const keyed = cells.map((cell) => {
    const read = blockOfRow(cell, order)
    const start = typeof read === 'string' ? '' : read.block.start_time
    return { cell, key: `${start} ${fingerprintOf(cell)}` }
  })
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ cell }) => cell)
}

function isFact(column: CsvColumn): boolean {
  return FACT_COLUMNS.some((one) => one === column)
}
