import { EventCardSkeleton } from '@/client/shared/programme/event-card-skeleton'
import { Skeleton } from '@/client/design-system/skeleton'
import { css } from 'styled-system/css'
import type { ListView } from './filters/event-filters'

/** Four, while a page is loading (rules 2.5). */
export function ListSkeleton({ view }: { view: ListView }) {
  return [1, 2, 3, 4].map((place) => (
    <li key={place} aria-hidden="true" className={view === 'agenda' ? wide : undefined}>
      {view === 'agenda' ? <Skeleton height="4.75rem" /> : <EventCardSkeleton />}
    </li>
  ))
}

const wide = css({ gridColumn: '[1 / -1]' })
