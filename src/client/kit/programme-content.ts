import type { ProgrammeEvent, PublicEvent } from '@/contract/events'
import type {
  EventPage,
  Found,
  ProgrammeFilter,
  ProgrammeSource,
  Shown,
  UsedTag,
} from '@/offline/programme-source'
import type { ProgrammeViews, View } from './programme-views'

/**
 * What of the programme can be shown. What the device has is there first, so that a page shows it at once and the
 * network brings it up to date behind it (decisions, local first).
 */

/** Events on a page of the list (spec 9). */
export const LIST_PAGE_SIZE = 12
/** Events of the home page's carousel (spec 9). */
export const FEATURED_COUNT = 10

/** Neither the network nor the device has it. The only failure of these views. */
export class ProgrammeUnreachable extends Error {
  override name = 'ProgrammeUnreachable'
}

/** The pages of the list that are on the page, from `firstPage` on. */
export interface ListPages {
  firstPage: number
  pages: Shown<EventPage>[]
}
/** `null`: there is no such event, or it went away. */
export type ShownEvent = Shown<ProgrammeEvent> | null

const isFromDevice = (shown: Shown<unknown> | null) => shown?.savedAt !== undefined

/** The list from `firstPage` on (1 unless a link without script led to a later one). */
export function listView(
  programme: ProgrammeSource,
  filter: ProgrammeFilter,
  firstPage = 1,
): View<ListPages> {
  return {
    key: `list ${firstPage} ${JSON.stringify(filter)}`,
    ask: async () => ({
      firstPage,
      pages: [reached(await programme.list(filter, firstPage, LIST_PAGE_SIZE))],
    }),
    async readDevice(shown) {
      const count = shown?.pages.length ?? 1
      const numbers = Array.from({ length: count }, (_, index) => firstPage + index)
      const pages = await Promise.all(
        numbers.map((page) => programme.localList(filter, page, LIST_PAGE_SIZE)),
      )
      return pages.every((page) => page !== undefined) ? { firstPage, pages: pages.map(marked) } : undefined
    },
    isFromDevice: ({ pages }) => pages.some(isFromDevice),
  }
}

/** Whether the list goes on: a next page exists only while `has_more` is true (spec 4). */
export function hasMore({ pages }: ListPages): boolean {
  return pages.at(-1)?.data.has_more === true
}

/** Adds the next page of the list; what is shown stays when it cannot be had. */
export async function showMore(
  views: ProgrammeViews,
  programme: ProgrammeSource,
  filter: ProgrammeFilter,
  firstPage: number,
): Promise<void> {
  await views.extend(listView(programme, filter, firstPage), async (shown) => {
    const page = firstPage + shown.pages.length
    const next = reached(await programme.list(filter, page, LIST_PAGE_SIZE))
    return { ...shown, pages: [...shown.pages, next] }
  })
}

/** The next events, for the home page. */
export function featuredView(programme: ProgrammeSource): View<Shown<EventPage>> {
  return {
    key: 'featured',
    ask: async () => reached(await programme.list({ tags: [] }, 1, FEATURED_COUNT)),
    readDevice: async () => markedOrNothing(await programme.localList({ tags: [] }, 1, FEATURED_COUNT)),
    isFromDevice,
  }
}

export function eventView(programme: ProgrammeSource, id: string): View<ShownEvent> {
  return {
    key: `event ${id}`,
    ask: async () => {
      const found = await programme.event(id)
      return found.kind === 'missing' ? null : reached(found)
    },
    readDevice: async () => markedOrNothing(await programme.localEvent(id)),
    isFromDevice,
  }
}

export function usedTagsView(programme: ProgrammeSource): View<Shown<UsedTag[]>> {
  return {
    key: 'tags',
    ask: async () => reached(await programme.usedTags()),
    readDevice: async () => markedOrNothing(await programme.localUsedTags()),
    isFromDevice,
  }
}

/**
 * For loaders. The server waits for the view, and fails when it cannot be had so that nobody keeps an empty page under
 * a good status. A browser only reads the device; the page itself asks the network.
 */
export async function prepare(views: ProgrammeViews, view: View<unknown>): Promise<void> {
  await (import.meta.env.SSR ? views.ask(view) : views.seed(view))
}

/**
 * The event for its page: 'missing' leads to 404. In a browser that has it, without waiting for the network; one
 * that has nothing waits, because the page's address, title and status depend on it.
 */
export async function prepareEvent(
  views: ProgrammeViews,
  view: View<ShownEvent>,
): Promise<'ready' | 'missing' | 'unreachable'> {
  if (!import.meta.env.SSR) await views.seed(view)
  if (views.state(view).data) return 'ready'
  try {
    return (await views.ask(view)) === null ? 'missing' : 'ready'
  } catch (error) {
    if (error instanceof ProgrammeUnreachable) return 'unreachable'
    throw error
  }
}

/** Since when the device has what is shown, epoch ms; undefined when the server just said so. */
export function savedAtOf(shown: readonly (Shown<unknown> | null | undefined)[]): number | undefined {
  const times = shown.flatMap((one) => (one?.savedAt === undefined ? [] : [one.savedAt]))
  return times.length === 0 ? undefined : Math.min(...times)
}

/** The events of a view that came from the server, for keeping them on the device; those with all their dates last. */
export function eventsToKeep(shown: readonly unknown[]): (PublicEvent | ProgrammeEvent)[] {
  const lists = shown.flatMap((one) => (isList(one) ? one.pages : isPage(one) ? [one] : []))
  const events = shown.flatMap((one) => (isEvent(one) && !isFromDevice(one) ? [one.data] : []))
  return [...lists.flatMap((page) => (isFromDevice(page) ? [] : page.data.items)), ...events]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isList = (value: unknown): value is ListPages => isObject(value) && 'pages' in value
const isPage = (value: unknown): value is Shown<EventPage> =>
  isObject(value) && isObject(value['data']) && 'items' in value['data']
const isEvent = (value: unknown): value is Shown<ProgrammeEvent> =>
  isObject(value) && isObject(value['data']) && 'schedules' in value['data']

function reached<T>(found: Found<T>): Shown<T> {
  if (found.kind === 'found') return found.shown
  throw new ProgrammeUnreachable()
}

/** What the device gives always carries a time, so that it is known for what it is. */
function marked<T>(local: Shown<T>): Shown<T> {
  return local.savedAt === undefined ? { ...local, savedAt: Date.now() } : local
}

function markedOrNothing<T>(local: Shown<T> | undefined): Shown<T> | undefined {
  return local && marked(local)
}
