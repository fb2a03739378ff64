import { createFileRoute, Link, getRouteApi } from '@tanstack/react-router'
import { useMemo, useRef, useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { EVENTS_SEARCH_KEYS } from '@/client/back-office/shared/events-search-keys'
import { searchTexts } from '@/client/shared/links/web-url'
import { Button, IconButton } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/banner'
import { SearchIcon, XIcon } from 'lucide-react'
import { ShortcutsButton } from '@/client/back-office/shared/shortcuts-button'
import {
  filterOf,
  problemOf,
  readEventsSearch,
  chosenSort,
  chosenStatus,
} from '@/client/back-office/shared/events-search'
import type { ChangeSearch, EventsSearch } from '@/client/back-office/shared/events-search'
import { useStoredChoice } from '@/client/back-office/shared/stored-choice'
import { problemText } from '@/messages/problem-text'
import * as m from '@/messages/compiled/messages.js'
import { TagPicker } from '@/client/shared/tags/tag-picker'
import { SelectField, Field } from '@/client/design-system/forms/field'
import { EVENT_STATUSES } from '@/domain/events/event'
import { isUserId, looksLikeUserId, searchText, userIdText } from '@/domain/events/event-search'
import { SEARCH_MAX } from '@/domain/events/search-words'
import { EVENT_SORTS } from '@/domain/staff/activity'
import type { EventSort } from '@/domain/staff/activity'
import { filterTagsQuery, userQuery } from '@/client/back-office/shared/named-queries'
import { SearchForm } from '@/client/back-office/shared/page'
import { STATUS_LABELS } from '@/client/back-office/shared/event-labels'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button, card, input } from 'styled-system/recipes'
import { EventList } from './event-list'
import { DayFilter, SourceFilter, TraitFilter } from './events-filters'

const wordsSchema = z.object({ text: searchText })
const NO_TAGS: never[] = []
/** Filters that stand behind a button, since they are rarely needed and the list should begin on the first screen. */
const MORE = ['tags', 'user_id', 'person', 'from', 'to', 'source', 'traits'] as const

const SORT_LABELS: Record<EventSort, () => string> = {
  newest: m.admin_events_sort_newest,
  oldest: m.admin_events_sort_oldest,
  soonest: m.admin_events_sort_soonest,
}

function EventsFilters({ search, onChange }: { search: EventsSearch; onChange: ChangeSearch }) {
  const tags = useQuery(filterTagsQuery())
  const [queueOrder, rememberOrder] = useStoredChoice('back-office-queue-order')
  const [isOpen, setOpen] = useState(MORE.some((key) => search[key] !== undefined))
  const moreId = useId()
  const sortBy = (sort: string) => {
    if (chosenStatus(search) === 'ON_REVIEW' && (sort === 'oldest' || sort === 'soonest')) rememberOrder(sort)
    onChange({ sort })
  }
  return (
    <section aria-label={m.admin_events_filters()} className={cx(card(), eventsFiltersFrame)}>
      <SelectField
        label={m.admin_filter_status()}
        value={chosenStatus(search)}
        options={[
          { value: 'all', label: m.admin_status_all() },
          ...EVENT_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status]() })),
        ]}
        onChange={(event) => onChange({ status: event.target.value })}
      />
      <SearchForm
        label={m.admin_events_words()}
        placeholder={m.admin_events_words_hint()}
        searchLabel={m.admin_events_words_search()}
        clearLabel={m.admin_events_words_clear()}
        schema={wordsSchema}
        maxLength={SEARCH_MAX}
        value={search.q ?? ''}
        onSearch={(q) => onChange({ q })}
      />
      <SelectField
        label={m.admin_events_sort()}
        value={chosenSort(search, queueOrder)}
        options={EVENT_SORTS.map((sort) => ({ value: sort, label: SORT_LABELS[sort]() }))}
        onChange={(event) => sortBy(event.target.value)}
      />
      <Button
        variant="ghost"
        size="sm"
        className={eventsFiltersToggle}
        aria-expanded={isOpen}
        aria-controls={moreId}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? m.admin_events_filters_fewer() : m.admin_events_filters_more()}
      </Button>
      <div id={moreId} className={more} hidden={!isOpen}>
        <TagPicker
          tags={tags.data ?? NO_TAGS}
          selected={search.tags?.split(',') ?? NO_TAGS}
          onChange={(keys) => onChange({ tags: keys.join(',') })}
          hasBadges
        />
        <PersonFilter search={search} onChange={onChange} />
        <DayFilter search={search} onChange={onChange} />
        <SourceFilter search={search} onChange={onChange} />
        <TraitFilter search={search} onChange={onChange} />
      </div>
    </section>
  )
}

const eventsFiltersFrame = css({
  display: 'grid',
  columnGap: '4',
  rowGap: '2',
  alignItems: 'start',
  paddingInline: '4',
  paddingBlock: '3',
  gridTemplateColumns: {
    base: '[minmax(0, 1fr)]',
    md: '[minmax(0, 2fr) minmax(0, 4fr) minmax(0, 2fr)]',
    xl: '[minmax(0, 2fr) minmax(0, 4fr) minmax(0, 2fr) auto]',
  },
})
const eventsFiltersToggle = css({ justifySelf: 'start', alignSelf: { xl: 'end' }, marginBottom: { xl: '1' } })
const more = css({
  gridColumn: '[1 / -1]',
  '&:not([hidden])': { display: 'grid' },
  gap: '4',
  alignItems: 'start',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', md: '[repeat(2, minmax(0, 1fr))]' },
})

const personSchema = z.object({
  text: searchText.check(z.refine((text) => isUserId(text) || !looksLikeUserId(text), 'user_id_invalid')),
})

/** Events of a person, by name or address; a pasted user ID does too. One that is none stays to be corrected. */
function PersonFilter({ search, onChange }: { search: EventsSearch; onChange: ChangeSearch }) {
  if (search.user_id !== undefined && userIdText.safeParse(search.user_id).success)
    return <OneAccount id={search.user_id} onClear={() => onChange({ user_id: '', status: undefined })} />
  return (
    <SearchForm
      label={m.admin_events_person()}
      placeholder={m.admin_events_person_hint()}
      searchLabel={m.admin_events_person_search()}
      clearLabel={m.admin_events_person_clear()}
      schema={personSchema}
      maxLength={SEARCH_MAX}
      value={search.person ?? search.user_id ?? ''}
      onSearch={(text) => {
        const isId = isUserId(text)
        onChange({ user_id: isId ? text : '', person: isId ? '' : text, status: undefined })
      }}
    />
  )
}

function OneAccount({ id, onClear }: { id: string; onClear: () => void }) {
  const { data } = useQuery(userQuery(id))
  return (
    <Field label={m.admin_events_person()}>
      {(wiring) => (
        <div className={row}>
          <input
            {...wiring}
            readOnly
            value={data === undefined ? id : `${data.name} · ${data.email}`}
            className={input({ kind: 'text' })}
          />
          <IconButton label={m.admin_events_person_clear()} icon={<XIcon />} onClick={onClear} />
        </div>
      )}
    </Field>
  )
}

const row = css({ display: 'flex', gap: '1', minWidth: '0' })

const route = getRouteApi('/backoffice/events')

const KEYS = [
  ['j', m.admin_events_key_next],
  ['k', m.admin_events_key_previous],
  ['x', m.admin_events_key_select],
  ['e', m.admin_events_key_edit],
  ['Enter', m.admin_events_key_open],
] as const

function EventsPage() {
  const texts = route.useSearch()
  const search = useMemo(() => readEventsSearch(texts), [texts])
  const navigate = route.useNavigate()
  const [queueOrder] = useStoredChoice('back-office-queue-order')
  const [density, setDensity] = useStoredChoice('back-office-rows')
  const filter = useMemo(() => filterOf(search, queueOrder), [search, queueOrder])
  const problem = problemOf(search)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <div className={frame}>
      <div className={head}>
        <h1 ref={heading} tabIndex={-1} className={title}>
          {m.admin_events_title()}
        </h1>
        <div className={cluster({ gap: '2' })}>
          <ShortcutsButton keys={KEYS} />
          <Button
            variant="secondary"
            className={eventsRouteToggle}
            aria-pressed={density === 'dense'}
            onClick={() => setDensity(density === 'dense' ? 'comfortable' : 'dense')}
          >
            {m.admin_events_dense()}
          </Button>
          <Link to="/backoffice/events/import" className={button({ variant: 'secondary' })}>
            {m.import_link()}
          </Link>
          <Link to="/backoffice/events/new" className={button({ variant: 'secondary' })}>
            {m.admin_edit_create_title()}
          </Link>
        </div>
      </div>
      <EventsFilters
        search={search}
        onChange={(changes) =>
          void navigate({
            search: readEventsSearch({ ...search, ...changes }),
            resetScroll: false,
            // A day is reported with each digit of it: these are no pages to go back to.
            replace: 'from' in changes || 'to' in changes,
          })
        }
      />
      {/* Another filter is another list: nothing in it is selected yet. */}
      {problem === undefined ? (
        <EventList key={JSON.stringify(filter)} filter={filter} search={search} heading={heading} />
      ) : (
        <div role="alert">
          <EmptyState title={m.admin_events_not_searched()} art={<SearchIcon size="2.5rem" />}>
            {problemText(problem)}
          </EmptyState>
        </div>
      )}
    </div>
  )
}

const frame = css({ display: 'grid', gap: '5', minWidth: '0' })
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4',
  alignItems: 'end',
  justifyContent: 'space-between',
})
const eventsRouteToggle = css({ '&[aria-pressed=true]': { bg: 'sea.subtle', borderColor: 'focus' } })
const title = css({ textStyle: 'title', _focusVisible: { outline: 'none' } })

export const Route = createFileRoute('/backoffice/events')({
  validateSearch: searchTexts(...EVENTS_SEARCH_KEYS),
  component: EventsPage,
})
