import { createFileRoute } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { SearchIcon } from 'lucide-react'
import { searchTexts } from '@/client/shared/links/web-url'
import { TagPicker } from '@/client/shared/tags/tag-picker'
import { EmptyState } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { DateFilter, SelectField } from '@/client/design-system/forms/field'
import { EVENT_STATUSES } from '@/domain/events/event'
import { isUserId, looksLikeUserId, searchText } from '@/domain/events/event-search'
import { SEARCH_MAX } from '@/domain/events/search-words'
import {
  EVENTS_SEARCH_KEYS,
  EVENT_SORTS,
  EVENT_TRAITS,
  NOT_IMPORTED,
  type EventSort,
  type EventTrait,
} from '@/domain/staff/activity'
import { problemText } from '@/messages/problem-text'
import { ButtonLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import {
  countsQuery,
  tagsQuery,
  importSourcesQuery,
  userQuery,
} from '@/client/back-office/shared/back-office-queries'
import { STATUS_LABELS } from '@/client/back-office/shared/event-labels'
import {
  filterOf,
  problemOf,
  readEventsSearch,
  chosenSort,
  chosenStatus,
  type ChangeSearch,
  type EventsSearch,
} from '@/client/back-office/shared/events-search'
import { Page, SearchForm } from '@/client/back-office/shared/page'
import { useStoredChoice } from '@/client/shared/offline/stored-choice'
import { countText } from '@/client/back-office/shared/table'
import { css, cx } from 'styled-system/css'
import { cluster, column } from 'styled-system/patterns'
import { card, chip } from 'styled-system/recipes'
import { EventList } from './event-list'

const wordsSchema = z.object({ text: searchText })
const NO_TAGS: never[] = []
/** Filters that stand behind a button, since they are rarely needed and the list should begin on the first screen. */
const MORE = ['tags', 'user_id', 'person', 'from', 'to', 'source'] as const

const SORT_LABELS: Record<EventSort, () => string> = {
  newest: m.admin_events_sort_newest,
  oldest: m.admin_events_sort_oldest,
  soonest: m.admin_events_sort_soonest,
}

const TRAIT_LABELS: Record<EventTrait, () => string> = {
  'this-week': m.admin_events_trait_this_week,
  duplicate: m.admin_events_trait_duplicate,
  proposal: m.admin_events_trait_proposal,
  'no-tag': m.admin_events_trait_no_tag,
  'no-photo': m.admin_events_trait_no_photo,
  over: m.admin_events_trait_over,
}

interface FilterProps {
  search: EventsSearch
  onChange: ChangeSearch
}

function EventsFilters({ search, onChange }: FilterProps) {
  const tags = useQuery(tagsQuery())
  const counts = useQuery(countsQuery()).data
  const [queueOrder, rememberOrder] = useStoredChoice('back-office-queue-order')
  const [isOpen, setOpen] = useState(MORE.some((key) => search[key] !== undefined))
  const moreId = useId()
  const sortBy = (sort: string) => {
    if (chosenStatus(search) === 'ON_REVIEW' && (sort === 'oldest' || sort === 'soonest')) rememberOrder(sort)
    onChange({ sort })
  }
  const countOf = { ON_REVIEW: counts?.on_review, PUBLISHED: counts?.published, REJECTED: counts?.rejected }
  return (
    <section aria-label={m.admin_events_filters()} className={cx(card(), filters)}>
      <SelectField
        label={m.admin_filter_status()}
        value={chosenStatus(search)}
        options={[
          { value: 'all', label: m.admin_status_all() },
          ...EVENT_STATUSES.map((status) => ({
            value: status,
            label: counted(STATUS_LABELS[status](), countOf[status]),
          })),
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
      <div className={cx(traits, !isOpen && search.traits === undefined && foldedOnPhones)}>
        <TraitFilter search={search} onChange={onChange} />
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isOpen}
          aria-controls={moreId}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? m.admin_events_filters_fewer() : m.admin_events_filters_more()}
        </Button>
      </div>
      <div id={moreId} className={more} hidden={!isOpen}>
        <TagPicker
          tags={tags.data ?? NO_TAGS}
          selected={search.tags?.split(',') ?? NO_TAGS}
          onChange={(keys) => onChange({ tags: keys.join(',') })}
        />
        <PersonFilter search={search} onChange={onChange} />
        <div className={pair}>
          <DateFilter
            label={m.admin_events_from()}
            value={search.from}
            max={search.to}
            onPick={(from) => onChange({ from })}
          />
          <DateFilter
            label={m.admin_events_to()}
            value={search.to}
            min={search.from}
            onPick={(to) => onChange({ to })}
          />
        </div>
        <SourceFilter search={search} onChange={onChange} />
      </div>
    </section>
  )
}

function counted(label: string, count: number | undefined): string {
  return count === undefined ? label : `${label} (${countText(count)})`
}

/** The traits that listed events have; an event has all that are chosen. */
function TraitFilter({ search, onChange }: FilterProps) {
  const chosen = search.traits?.split(',') ?? []
  const toggle = (trait: EventTrait) =>
    onChange({ traits: EVENT_TRAITS.filter((one) => chosen.includes(one) !== (one === trait)).join(',') })
  return (
    <fieldset aria-label={m.admin_events_traits()} className={cluster({ gap: '2' })}>
      {(Object.keys(TRAIT_LABELS) as EventTrait[]).map((trait) => (
        <button
          key={trait}
          type="button"
          className={cx(chip(), toggled)}
          aria-pressed={chosen.includes(trait)}
          onClick={() => toggle(trait)}
        >
          {TRAIT_LABELS[trait]()}
        </button>
      ))}
    </fieldset>
  )
}

function SourceFilter({ search, onChange }: FilterProps) {
  const sources = useQuery(importSourcesQuery())
  const known = sources.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const { source = '' } = search
  // One that was forgotten since, or is not there yet.
  const isUnknown = source !== '' && source !== NOT_IMPORTED && !known.some(({ value }) => value === source)
  return (
    <SelectField
      label={m.admin_events_source()}
      value={source}
      placeholder={m.admin_events_source_any()}
      options={[
        { value: NOT_IMPORTED, label: m.admin_events_source_none() },
        ...known,
        ...(isUnknown ? [{ value: source, label: source }] : []),
      ]}
      onChange={({ target }) => onChange({ source: target.value })}
    />
  )
}

const filters = css({
  display: 'grid',
  columnGap: '4',
  rowGap: '2',
  alignItems: 'start',
  paddingInline: '4',
  paddingBlock: '2',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', md: '[minmax(0, 2fr) minmax(0, 4fr) minmax(0, 2fr)]' },
})
const wide = { gridColumn: '[1 / -1]' } as const
const traits = css({ ...wide, display: 'flex', flexWrap: 'wrap', gap: '2', justifyContent: 'space-between' })
// A phone shows them with the rest.
const foldedOnPhones = css({ mdDown: { '& > fieldset': { display: 'none' } } })
const toggled = css({ '&[aria-pressed=true]': { bg: 'bg.sea', color: 'fg.onSea' } })
const pair = css({
  display: 'grid',
  gap: '4',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', sm: '[repeat(2, minmax(0, 1fr))]' },
})
const more = css({
  ...wide,
  '&:not([hidden])': { display: 'grid' },
  gap: '4',
  alignItems: 'start',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', md: '[repeat(2, minmax(0, 1fr))]' },
})

const personSchema = z.object({
  text: searchText.check(z.refine((text) => isUserId(text) || !looksLikeUserId(text), 'user_id_invalid')),
})

/** Events of a person, by name or address; a pasted user ID does too, and is shown as its address. One that is none stays to be corrected. */
function PersonFilter({ search: { user_id: userId = '', person }, onChange }: FilterProps) {
  const isAccount = isUserId(userId)
  const account = useQuery({ ...userQuery(userId), enabled: isAccount }).data
  return (
    <SearchForm
      label={m.admin_events_person()}
      placeholder={m.admin_events_person_hint()}
      searchLabel={m.admin_events_person_search()}
      clearLabel={m.admin_events_person_clear()}
      schema={personSchema}
      maxLength={SEARCH_MAX}
      value={person ?? account?.email ?? userId}
      onSearch={(text) => {
        const isId = isUserId(text)
        onChange({ user_id: isId ? text : '', person: isId ? '' : text, status: undefined })
      }}
    />
  )
}

function EventsPage() {
  const search = readEventsSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  const [queueOrder] = useStoredChoice('back-office-queue-order')
  const filter = filterOf(search, queueOrder)
  const problem = problemOf(search)
  return (
    <Page
      title={m.admin_events_title()}
      action={
        <div className={cluster({ gap: '2' })}>
          <ButtonLink to="/backoffice/events/import" variant="secondary">
            {m.import_link()}
          </ButtonLink>
          <ButtonLink to="/backoffice/events/new" variant="secondary">
            {m.admin_edit_create_title()}
          </ButtonLink>
        </div>
      }
    >
      <div className={body}>
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
          <EventList key={JSON.stringify(filter)} filter={filter} search={search} />
        ) : (
          <div role="alert">
            <EmptyState title={m.admin_events_not_searched()} art={<SearchIcon size="2.5rem" />}>
              {problemText(problem)}
            </EmptyState>
          </div>
        )}
      </div>
    </Page>
  )
}

// Ten rows fit on a laptop's screen.
const body = column({ minWidth: '0' })

export const Route = createFileRoute('/backoffice/events')({
  validateSearch: searchTexts(...EVENTS_SEARCH_KEYS),
  component: EventsPage,
})
