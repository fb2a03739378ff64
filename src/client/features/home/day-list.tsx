import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AgendaRows, AlsoOn } from '@/client/shared/agenda/agenda-rows'
import type { DayGroup } from '@/client/shared/agenda/day-groups'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { button } from 'styled-system/recipes'

interface DayListProps {
  title: string
  group: DayGroup
  /** How many of its rows are shown; the list of that day has the rest. */
  count: number
  /** Epoch seconds. */
  now: number
  /** How many rows are in the first viewport. */
  firstCount?: number
  /** The element stands in place of rows where the day has none of its own. */
  children?: ReactNode
}

/** A day on the home page, with the way to all of it where it has more. */
export function DayList({ title, group, count, now, firstCount = 0, children }: DayListProps) {
  const { day, own, alsoOn } = group
  return (
    <section className={section}>
      <div className={head}>
        <h2 className={heading}>{title}</h2>
        {own.length > count ? (
          <Link
            to="/events"
            search={{ from: day, to: day }}
            className={button({ variant: 'ghost', size: 'sm' })}
          >
            {m.home_show_day()}
            <VisuallyHidden>: {title}</VisuallyHidden>
          </Link>
        ) : null}
      </div>
      {own.length > 0 ? (
        <AgendaRows events={own.slice(0, count)} now={now} headingLevel={3} firstCount={firstCount} />
      ) : (
        children
      )}
      <AlsoOn events={alsoOn} now={now} headingLevel={3} isOpen={false} />
    </section>
  )
}

const section = css({ display: 'grid', gap: '2', gridTemplateColumns: '[minmax(0, 1fr)]' })
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: '4',
})
const heading = css({ textStyle: 'heading', _firstLetter: { textTransform: 'uppercase' } })
