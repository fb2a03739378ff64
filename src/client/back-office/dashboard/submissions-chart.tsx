import { dateText } from '@/client/shared/time/event-dates'
import type { Overview } from '@/contract/back-office/back-office-overview'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { cluster, visuallyHidden } from 'styled-system/patterns'

/** A bar for each week; for screen readers a table. */
export function SubmissionsChart({ weeks }: { weeks: Overview['weeks'] }) {
  const locale = getLocale()
  const rows = weeks.map(({ starts_at, submissions }) => ({
    start: dateText(starts_at, locale),
    submissions,
  }))
  const most = Math.max(...rows.map(({ submissions }) => submissions), 0)
  return (
    <div className={frame}>
      <div className={bars} aria-hidden>
        {rows.map(({ start, submissions }) => (
          <span
            key={start}
            className={bar}
            title={`${start}: ${submissions}`}
            style={{ height: `${most === 0 ? 0 : (submissions / most) * 100}%` }}
          />
        ))}
      </div>
      <div className={axis} aria-hidden>
        <span>{rows[0]?.start}</span>
        <span>{rows.at(-1)?.start}</span>
      </div>
      <p className={cluster({ gap: '2', justify: 'space-between' })}>
        <span>{m.admin_dashboard_this_week({ count: rows.at(-1)?.submissions ?? 0 })}</span>
        <span>{m.admin_dashboard_busiest_week({ count: most })}</span>
      </p>
      {/* A table itself is as wide as its words, also when it is hidden. */}
      <div className={visuallyHidden()}>
        <table>
          <caption>{m.admin_dashboard_weeks_caption({ count: rows.length })}</caption>
          <thead>
            <tr>
              <th scope="col">{m.admin_dashboard_week_from()}</th>
              <th scope="col">{m.admin_dashboard_submissions()}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ start, submissions }) => (
              <tr key={start}>
                <th scope="row">{start}</th>
                <td>{submissions}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

const frame = css({ display: 'grid', gap: '2', position: 'relative', minWidth: '0' })
const bars = css({
  display: 'flex',
  alignItems: 'end',
  gap: '1',
  height: '24',
  borderBottom: 'hairline',
})
// A week without any has a line all the same.
const bar = css({ flex: '1', minHeight: '[2px]', bg: 'focus', borderTopRadius: 'sm' })
const axis = css({
  display: 'flex',
  justifyContent: 'space-between',
  gap: '2',
  textStyle: 'small',
  color: 'fg.muted',
})
