import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { villageDay } from '@/domain/time/local-time'
import { occurrenceOfDay } from '@/domain/timetables/shown-occurrence'
import type { ListedOccurrences } from '@/domain/timetables/shown-occurrence'
import { textLink } from 'styled-system/recipes'

interface DateLinkProps {
  event: ListedOccurrences
  /** Epoch seconds. */
  start: number
  children: ReactNode
}

/**
 * Shows another date of the event in place of this one: the way back leads to the list still. The address names a day, so that a later
 * time of the same day is no link.
 */
export function DateLink({ event, start, children }: DateLinkProps) {
  const day = villageDay(start)
  if (occurrenceOfDay(event, day)?.start_time !== start) return <span>{children}</span>
  return (
    <Link
      from="/events/$id"
      to="."
      search={(before) => ({ ...before, date: day })}
      state={(before) => before}
      replace
      className={textLink()}
    >
      {children}
    </Link>
  )
}
