import { useQuery } from '@tanstack/react-query'
import { subheadingText } from '@/client/design-system/text'
import { AgendaDays } from '@/client/shared/agenda/agenda-rows'
import { useProgramme } from '@/client/shared/programme/programme-queries'
import { nearestQuery, nextMatchesQuery } from '@/client/shared/similar/similar-queries'
import { dayLine } from '@/client/shared/time/event-dates'
import { countFacts } from '@/domain/events/event-fields'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { ProgrammeFilter, UsedTag } from '@/offline/programme/programme-reader'
import { column } from 'styled-system/patterns'
import { isFiltered, isRangeOf, pickedDays, type DayRange } from './event-filters'
import type { FiltersProps } from './filter-panel'

type NothingFoundProps = Pick<FiltersProps, 'filter' | 'tags' | 'ranges'> & { now: number }

/** The ways on from an empty list: the next match with one filter less, and the words that were nearly meant. */
export function NothingFound(props: NothingFoundProps) {
  const { text } = props.filter
  return (
    <>
      <NextMatches {...props} />
      {text === undefined ? null : <NearlyMeant text={text} now={props.now} />}
    </>
  )
}

/** The next event that each filter alone keeps away: 'Next festival: Fri, Dec 25, Sons da Vila'. */
function NextMatches({ filter, tags, ranges, now }: NothingFoundProps) {
  const programme = useProgramme()
  const { data = [] } = useQuery(nextMatchesQuery(programme, withOneLess(filter)))
  if (data.length === 0) return null
  return (
    <ul className={column({ textAlign: 'center', paddingBlock: '2', fontWeight: 'bold' })}>
      {data.map(({ event, filter: other }) => {
        const { what, hasDays } = textsOf(other, tags, ranges)
        const day = dayLine({ ...event, end_time: event.start_time + 1 }, getLocale(), now)
        const names = { what, day, title: event.title }
        return (
          <li key={what}>
            <TextLink to="/events/$id" params={{ id: event.id }}>
              {hasDays ? m.events_match(names) : m.events_next_match(names)}
            </TextLink>
          </li>
        )
      })}
    </ul>
  )
}

/** The filters that are left when one kind of it is taken away: the days, the tags, the words, the facts; never all of it. */
function withOneLess(filter: ProgrammeFilter): ProgrammeFilter[] {
  const { startDate: _, endDate: _1, evening: _2, ...dayless } = filter
  const { text: _3, ...wordless } = filter
  const { facts: _4, ...factless } = filter
  return [dayless, { ...filter, tags: [] }, wordless, factless].filter(
    (other) => isFiltered(other) && size(other) < size(filter),
  )
}

const size = (filter: ProgrammeFilter) => JSON.stringify(filter).length

/** A filter in words: 'Tomorrow, festival, “fado”'. */
function textsOf(filter: ProgrammeFilter, tags: readonly UsedTag[], ranges: readonly DayRange[]) {
  const range = ranges.find((one) => isRangeOf(one, filter))
  const days = (range ? [range] : pickedDays(filter, ranges)).map(({ name }) => name)
  const names = filter.tags.map((key) => tags.find((tag) => tag.key === key)?.name ?? key)
  const what = [
    ...days,
    ...(days.length > 0 ? names : names.map((name) => name.toLocaleLowerCase(getLocale()))),
    ...(filter.text === undefined ? [] : [`“${filter.text}”`]),
    ...(filter.facts ? [`${m.events_filters()} (${countFacts(filter.facts)})`] : []),
  ].join(', ')
  return { what, hasDays: days.length > 0 }
}

function NearlyMeant({ text, now }: { text: string; now: number }) {
  const programme = useProgramme()
  const nearest = useQuery(nearestQuery(programme, text)).data ?? []
  if (nearest.length === 0) return null
  return (
    <section className={column({ gap: '2' })}>
      <h2 className={subheadingText}>{m.events_nearly()}</h2>
      <AgendaDays events={nearest} now={now} isInList />
    </section>
  )
}
