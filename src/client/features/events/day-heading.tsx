import { dayNames } from '@/client/shared/time/event-dates'
import { dayAfter } from '@/client/shared/time/village-days'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'

interface DayHeadingProps {
  /** The village days `YYYY-MM-DD` of all cards; which of them the heading is above. */
  days: readonly string[]
  index: number
  today: string
}

/** Above the first card of each day its name; above the others, where cards stand side by side, its line goes on. */
export function DayHeading({ days, index, today }: DayHeadingProps) {
  const day = days[index]
  const goesOn = day !== undefined && day === days[index + 1] ? toNext : undefined
  if (day === undefined || day === days[index - 1]) return <div className={cx(line, fromLast, goesOn)} />
  const { weekday, date } = dayNames(day, today, getLocale())
  const near = nearName(day, today)
  return (
    <h2 className={cx(line, shown, goesOn)}>
      <span className={name}>{near ?? weekday}</span>
      <VisuallyHidden>, </VisuallyHidden>
      <span className={rest}>{near ? `${weekday}, ${date}` : date}</span>
    </h2>
  )
}

function nearName(day: string, today: string): string | undefined {
  if (day === today) return m.events_today()
  return day === dayAfter(today, 1) ? m.events_tomorrow() : undefined
}

// Where cards stand side by side, two lines of one height: the cards below begin at one height.
const line = css({
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: '2',
  paddingBottom: '2',
  _columns: { flexDirection: 'column', minHeight: '16', paddingTop: '1.5', borderTop: 'hairline' },
})
const shown = css({ display: 'flex' })
const fromLast = css({ display: { base: 'none', _columns: 'flex' }, _columns: { marginLeft: '-3' } })
const toNext = css({ _columns: { marginRight: '-3' } })
const name = css({ textStyle: 'subheading', _firstLetter: { textTransform: 'uppercase' } })
const rest = css({ textStyle: 'small', color: 'fg.muted' })
