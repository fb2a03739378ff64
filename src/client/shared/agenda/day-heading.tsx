import { dayNames } from '@/client/shared/time/event-dates'
import { dayAfter } from '@/client/shared/time/village-days'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'

interface DayHeadingProps {
  /** Village days `YYYY-MM-DD`. */
  day: string
  today: string
  /** The list is of one evening. */
  isEvening: boolean
}

/** The name of a day, in view as long as something of that day is. */
export function DayHeading({ day, today, isEvening }: DayHeadingProps) {
  const { weekday, date } = dayNames(day, today, getLocale())
  const near = isEvening ? m.events_tonight() : nearName(day, today)
  return (
    <h2 className={heading}>
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

const heading = css({
  position: 'sticky',
  // The heading sticks under the header.
  top: '16',
  zIndex: 'raised',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: '2',
  paddingBlock: '1',
  borderTop: 'hairline',
  bg: 'bg.page',
  breakAfter: 'avoid',
  _print: { position: 'static' },
})
const name = css({ textStyle: 'subheading', _firstLetter: { textTransform: 'uppercase' } })
const rest = css({ textStyle: 'small', color: 'fg.muted' })
