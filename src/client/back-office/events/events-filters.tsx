import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { TagPicker } from '@/client/shared/tags/tag-picker'
import { Button } from '@/client/design-system/button'
import { SelectField } from '@/client/design-system/forms/field'
import { EVENT_STATUSES } from '@/domain/events/event'
import { SEARCH_MAX, searchText, userIdText } from '@/domain/events/event-search'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { card } from 'styled-system/recipes'
import { STATUS_LABELS } from '@/client/back-office/layout/review/status-labels'
import { filterTagsQuery } from './event-list-query'
import { chosenStatus } from './events-search'
import type { EventsSearch } from './events-search'
import { SearchForm } from '@/client/back-office/layout/lists/search-form'

const wordsSchema = z.object({ text: searchText })
const userIdSchema = z.object({ text: userIdText })
const NO_TAGS: never[] = []

interface EventsFiltersProps {
  search: EventsSearch
  /** Gets the parts of the address that change. */
  onChange: (changes: { [Key in keyof EventsSearch]: string | undefined }) => void
}

/** Status, words, tags and user of the list (rules 2.12). */
export function EventsFilters({ search, onChange }: EventsFiltersProps) {
  const tags = useQuery(filterTagsQuery())
  // On a phone the list would begin below the screen: what is rarely needed is folded away there.
  const [isOpen, setOpen] = useState(search.tags !== undefined || search.user_id !== undefined)
  const moreId = useId()
  return (
    <section aria-label={m.admin_events_filters()} className={cx(card(), frame)}>
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
      <Button
        variant="ghost"
        size="sm"
        className={toggle}
        aria-expanded={isOpen}
        aria-controls={moreId}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? m.admin_events_filters_fewer() : m.admin_events_filters_more()}
      </Button>
      <div id={moreId} className={more} data-closed={isOpen ? undefined : ''}>
        <TagPicker
          tags={tags.data ?? NO_TAGS}
          selected={search.tags?.split(',') ?? NO_TAGS}
          onChange={(keys) => onChange({ tags: keys.join(',') })}
          hasBadges
        />
        <SearchForm
          label={m.admin_events_user()}
          placeholder={m.admin_events_user_hint()}
          searchLabel={m.admin_events_user_search()}
          clearLabel={m.admin_events_user_clear()}
          schema={userIdSchema}
          value={search.user_id ?? ''}
          onSearch={(user_id) => onChange({ user_id, status: undefined })}
        />
      </div>
    </section>
  )
}

const frame = css({
  display: 'grid',
  gap: '4',
  alignItems: 'start',
  padding: '4',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', md: '[repeat(2, minmax(0, 1fr))]' },
})
const toggle = css({ justifySelf: 'start', display: { md: 'none' } })
const more = css({
  display: 'contents',
  '&[data-closed]': { display: { base: 'none', md: 'contents' } },
})
