import type { ComponentProps, ReactNode } from 'react'
import { cutText } from '@/domain/text/plain-text'
import { dateTimeText, villageIso, weekdayDate } from '@/client/shared/time/event-dates'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { Button } from '@/client/design-system/button'
import { Clipboard } from '@/client/design-system/clipboard'
import { css } from 'styled-system/css'
import { column } from 'styled-system/patterns'

export type Columns<T> = readonly (readonly [heading: () => string, cell: (row: T) => ReactNode])[]

export interface DataTableProps<T extends { id: string }> {
  label: string
  rows: readonly T[]
  columns: Columns<T>
  /** The buttons of a row, which stand last. */
  renderActions?: ((row: T) => ReactNode) | undefined
}

/** A table that becomes a list of cards where there is no room for columns: each of their values repeats the heading of its column. */
export function DataTable<T extends { id: string }>(props: DataTableProps<T>) {
  const { label, rows, columns, renderActions } = props
  const headings = columns.map(([heading]) => heading())
  return (
    <table className={table} aria-label={label}>
      <thead>
        <tr>
          {[...headings, ...(renderActions ? [m.admin_actions()] : [])].map((heading) => (
            <th key={heading}>{heading}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(([, cell], index) => (
              <td key={headings[index]}>
                <span className={cellLabel} aria-hidden>
                  {headings[index]}
                </span>
                {cell(row)}
              </td>
            ))}
            {renderActions ? (
              <td>
                <div className={buttons}>{renderActions(row)}</div>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A small button of a row; `name` says to a screen reader of which. */
export function RowButton({ name, ...props }: ComponentProps<typeof Button> & { name: string | undefined }) {
  return <Button variant="secondary" size="sm" aria-label={name} {...props} />
}

const table = css({
  width: 'full',
  textAlign: 'left',
  overflowWrap: 'anywhere',
  '& th': { textStyle: 'small', color: 'fg.muted', fontWeight: 'medium', whiteSpace: 'nowrap' },
  '& th, & td': { paddingInline: '2', paddingBlock: '2', verticalAlign: 'middle' },
  // Only texts give way where it is narrow.
  '& :is(.badge, .button)': { md: { whiteSpace: 'nowrap' } },
  '& time': { xl: { whiteSpace: 'nowrap' } },
  // A name and an address keep room to be read in.
  '& td:nth-child(-n + 2) > :is(bdi, a):first-of-type': {
    md: { display: 'inline-block', minWidth: '[8.5rem]' },
  },
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
// In one line where it is a row, so that rows stay low.
const buttons = css({ display: 'flex', gap: '2', flexWrap: { base: 'wrap', md: 'nowrap' } })

/** A text cut to `max` characters (rules 9); whole under the pointer, and in the dialog of its row. */
export function TruncatedText({ text, max }: { text: string; max: number }) {
  return <bdi title={text}>{cutText(text, max, '…')}</bdi>
}

/** A name where it is not read in full: in a row, in the title of a dialog that has to fit a small phone with large text. */
export function shortName(name: string): string {
  return cutText(name, 60, '…')
}

/** Names and values, without those that have none. */
export function Facts({ of }: { of: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={facts}>
      {of.map(([label, value]) =>
        value === undefined || value === null ? null : (
          <div key={label}>
            <dt className={term}>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

const facts = column({ gap: '4', overflowWrap: 'anywhere', minWidth: '0' })
const term = css({ textStyle: 'label', color: 'fg.muted' })

/** 'Sat, Dec 5, 2026 7:00 PM'. */
export function Instant({ seconds }: { seconds: number }) {
  const locale = getLocale()
  const text = weekdayDate(seconds, dateTimeText(seconds, locale), locale)
  return <time dateTime={villageIso(seconds)}>{text}</time>
}

/** An address that breaks before its `@` where there is no room for it in one line, and within its parts only when it must. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  if (at <= 0) return <bdi>{email}</bdi>
  return (
    <bdi>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </bdi>
  )
}

/** A number of things with the separators of its language: of thousands, the eye counts the digits otherwise. */
export function countText(count: number): string {
  const locale = getLocale()
  return new Intl.NumberFormat(locale === 'pt' ? 'pt-PT' : locale).format(count)
}

/** Copies a text; the back office says so for longer than the public pages do (rules 9). */
export function CopyButton({ text, label, name }: { text: string; label: string; name?: string }) {
  return (
    <Clipboard text={text} copiedLabel={m.admin_people_copied()} copiedMs={2000}>
      {(copy) => (
        <RowButton name={name} onClick={copy}>
          {label}
        </RowButton>
      )}
    </Clipboard>
  )
}
