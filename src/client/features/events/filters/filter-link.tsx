import type { MouseEvent, ReactNode } from 'react'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import { addressParts, searchOf } from './event-filters'
import { useEventsSearch } from './use-events-search'

interface FilterLinkProps {
  to: ProgrammeFilter
  /** It is part of what is shown, and leads back. */
  isShown: boolean
  className: string
  onChange: (filter: ProgrammeFilter) => void
  children: ReactNode
}

/** A real link to another filter: it can be shared and works without script. With script the list follows in place. */
export function FilterLink({ to, isShown, className, onChange, children }: FilterLinkProps) {
  const { view } = useEventsSearch()
  const search = addressParts({ ...searchOf(to), ...(view && { view }) })
  return (
    <a
      href={search.size > 0 ? `/events?${search}` : '/events'}
      aria-current={isShown || undefined}
      className={className}
      onClick={(event: MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onChange(to)
      }}
    >
      {children}
    </a>
  )
}
