import type { QueryClient } from '@tanstack/react-query'
import type { ProgrammeEvent, PublicEvent } from '@/contract/events'
import type { ProgrammeFilter, ProgrammeSource } from '@/offline/programme-source'
import { FEATURED_COUNT, LIST_PAGE_SIZE, featuredQuery, isFromDevice, marked } from './programme-queries'
import type { Pages, ShownEvent, Sources } from './programme-queries'

/** What the pages' queries and the device owe each other after a page has settled. */

const kept = new WeakSet<QueryClient>()

/** Hands what the server rendered into this page to the device, once, so that a reload without network has it. */
export async function keepRendered({ queryClient, programme }: Sources): Promise<void> {
  if (kept.has(queryClient)) return
  kept.add(queryClient)
  const events: (PublicEvent | ProgrammeEvent)[] = []
  for (const [, pages] of queryClient.getQueriesData<Pages>({ queryKey: ['programme', 'list'] })) {
    for (const page of pages?.pages ?? []) if (!isFromDevice(page)) events.push(...page.data.items)
  }
  const featured = queryClient.getQueryData(featuredQuery(programme).queryKey)
  if (featured && !isFromDevice(featured)) events.push(...featured.data.items)
  // Last, because they carry all their dates.
  for (const [, event] of queryClient.getQueriesData<ShownEvent>({ queryKey: ['programme', 'event'] })) {
    if (event && !isFromDevice(event)) events.push(event.data)
  }
  if (events.length > 0) await programme.keep(events)
}

/**
 * Draws what is shown from the device again, after the mirror has changed behind it: a late answer, or the rest of
 * the programme. Reads the device only.
 */
export async function redrawFromDevice({ queryClient, programme }: Sources): Promise<void> {
  const shown = queryClient.getQueryCache().findAll({ queryKey: ['programme'], type: 'active' })
  await Promise.all(
    shown.map(async ({ queryKey, state }) => {
      if (!isFromDevice(state.data)) return
      const fresh = await readDevice(programme, queryKey, state.data)
      if (fresh !== undefined) queryClient.setQueryData(queryKey, fresh, { updatedAt: state.dataUpdatedAt })
    }),
  )
}

/**
 * After an answer that came too late for its page: what is shown from the device, or not at all, is asked for again,
 * and the answer is there at once.
 */
export async function askAgain(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({
    queryKey: ['programme'],
    predicate: ({ state: { data } }) => data === undefined || isFromDevice(data),
  })
}

async function readDevice(
  programme: ProgrammeSource,
  key: readonly unknown[],
  data: unknown,
): Promise<unknown> {
  const local = await (async () => {
    switch (key[1]) {
      case 'featured':
        return programme.localList({ tags: [] }, 1, FEATURED_COUNT)
      case 'event':
        return programme.localEvent(String(key[2]))
      case 'tags':
        return programme.localUsedTags()
    }
    return undefined
  })()
  if (local) return marked<unknown>(local)
  if (key[1] !== 'list') return undefined
  const { pageParams } = data as Pages
  const pages = await Promise.all(
    pageParams.map((page) => programme.localList(key[2] as ProgrammeFilter, page, LIST_PAGE_SIZE)),
  )
  return pages.every((page) => page !== undefined) ? { pages: pages.map(marked), pageParams } : undefined
}
