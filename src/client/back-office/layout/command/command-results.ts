import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { cardDate } from '@/client/shared/time/event-dates'
import { listBackOfficeEvents } from '@/contract/back-office/back-office-events'
import { listUsers } from '@/contract/back-office/back-office-people'
import { searchText } from '@/domain/events/event-search'
import { foldText } from '@/domain/text/fold-text'
import { findTags } from '@/client/back-office/layout/lists/search/find-tags'
import { filterTagsQuery } from '@/client/back-office/layout/lists/search/named-queries'
import { STATUS_LABELS } from '@/client/back-office/layout/review/status-labels'
import { ENTRIES } from '@/client/back-office/layout/navigation'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'

/** How many of a kind are shown: more words find what is not among them. */
const MOST = 5

export type CommandKind = 'page' | 'event' | 'person' | 'tag'

/** A page, an event or a person that the search leads to. */
export interface Command {
  /** Unique; `href` leads to it. */
  value: string
  href: string
  kind: CommandKind
  label: string
  /** A detail that tells it from others of the same name. */
  detail?: string
  /** Found for the previous text: it stays in sight, and cannot be chosen. */
  isOutdated?: boolean
}

/**
 * The results for a text: pages at once, then what the server finds for the text as it was when the typing paused; an empty text
 * asks nothing of it.
 */
export function useCommands(
  text: string,
  pausedText: string,
): { commands: Command[]; isPending: boolean; isError: boolean } {
  const words = pausedText.trim()
  const isTyping = words !== text.trim()
  const isSearch = words !== '' && searchText.safeParse(words).success
  const events = useQuery({ ...eventsQuery(words), enabled: isSearch })
  const people = useQuery({ ...peopleQuery(words), enabled: isSearch })
  const tags = useQuery({ ...filterTagsQuery(), enabled: isSearch })
  const found = isSearch
    ? [
        ...outdatedIf(isTyping || events.isPlaceholderData, events.data),
        ...outdatedIf(isTyping || people.isPlaceholderData, people.data),
        ...findTags(tags.data ?? [], text.trim())
          .slice(0, MOST)
          .map(({ key, name }) =>
            command('tag', `/backoffice/events?status=all&tags=${encodeURIComponent(key)}`, name, key),
          ),
      ]
    : []
  return {
    commands: [...pagesWith(text.trim()), ...found],
    isPending: isTyping || (isSearch && (events.isFetching || people.isFetching || tags.isPending)),
    isError: isSearch && (events.isError || people.isError || tags.isError),
  }
}

function outdatedIf(isOutdated: boolean, commands: readonly Command[] = []): readonly Command[] {
  return isOutdated ? commands.map((one) => ({ ...one, isOutdated })) : commands
}

function pagesWith(words: string): Command[] {
  const folded = foldText(words)
  const pages = [
    ...ENTRIES.map(({ link, label }) => command('page', link.to, label())),
    command('page', '/backoffice/events/new', m.admin_edit_create_title()),
    command('page', '/backoffice/security', m.second_factor_title()),
  ]
  return pages.filter(({ label }) => foldText(label).includes(folded))
}

function eventsQuery(q: string) {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'command-events', q],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      const query = { q, page: 1, per_page: MOST }
      const { items } = unwrap(await api.call(listBackOfficeEvents, { query }, { signal }))
      return items.map((event) =>
        command(
          'event',
          `/backoffice/events/${event.id}`,
          event.title,
          `${cardDate(event, getLocale())} · ${STATUS_LABELS[event.status]()}`,
        ),
      )
    },
    networkMode: 'online',
    placeholderData: keepPreviousData,
  })
}

function peopleQuery(search: string) {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'command-people', search],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      const query = { search, page: 1, per_page: MOST }
      const { items } = unwrap(await api.call(listUsers, { query }, { signal }))
      return items.map(({ id, name, email }) => command('person', `/backoffice/users/${id}`, name, email))
    },
    networkMode: 'online',
    placeholderData: keepPreviousData,
  })
}

function command(kind: CommandKind, href: string, label: string, detail?: string): Command {
  return { value: href, href, kind, label, ...(detail !== undefined && { detail }) }
}
