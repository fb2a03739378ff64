import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AgendaDays } from '@/client/shared/agenda/agenda-days'
import { nearestQuery, widerQuery } from '@/client/shared/similar/similar-queries'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'
import { FilterLink } from './filters/filter-link'
import { withoutDays } from './filters/event-filters'

const route = getRouteApi('/events')

interface NothingFoundProps {
  filter: ProgrammeFilter
  now: number
  onChange: (filter: ProgrammeFilter) => void
}

/**
 * The offers of an empty search: the same words on other days and with other tags, if there is any, and the words that
 * were nearly meant.
 */
export function NothingFound({ filter, now, onChange }: NothingFoundProps) {
  const { programme } = route.useRouteContext()
  const { text = '' } = filter
  const onAllDays = withoutDays(filter)
  const withAllTags = { ...filter, tags: [] }
  const nearest = useQuery(nearestQuery(programme, text)).data ?? []
  const isOnOtherDays = useQuery(widerQuery(programme, onAllDays, filter)).data === true
  const hasOtherTags = useQuery(widerQuery(programme, withAllTags, filter)).data === true
  return (
    <>
      {isOnOtherDays || hasOtherTags ? (
        <div className={cluster()}>
          {isOnOtherDays ? (
            <FilterLink
              to={onAllDays}
              isShown={false}
              className={button({ variant: 'secondary' })}
              onChange={onChange}
            >
              {m.events_all_days()}
            </FilterLink>
          ) : null}
          {hasOtherTags ? (
            <FilterLink
              to={withAllTags}
              isShown={false}
              className={button({ variant: 'secondary' })}
              onChange={onChange}
            >
              {m.events_all_tags()}
            </FilterLink>
          ) : null}
        </div>
      ) : null}
      {nearest.length > 0 ? (
        <section className={wide}>
          <h2 className={title}>{m.events_nearly()}</h2>
          <AgendaDays events={nearest} now={now} isInList />
        </section>
      ) : null}
    </>
  )
}

const wide = css({ width: 'full' })
const title = css({ textStyle: 'subheading', marginBottom: '2' })
