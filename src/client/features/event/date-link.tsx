import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { villageDay } from '@/domain/time/local-time'
import { textLink } from 'styled-system/recipes'

/** Shows another date of the event in place of this one: the way back leads to the list still. `start`: epoch seconds. */
export function DateLink({ start, children }: { start: number; children: ReactNode }) {
  return (
    <Link
      from="/events/$id"
      to="."
      search={(before) => ({ ...before, date: villageDay(start) })}
      state={(before) => before}
      replace
      className={textLink()}
    >
      {children}
    </Link>
  )
}
