import { notFound } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { isSlug } from '@/domain/text/slug'
import { ProgrammeUnreachable } from '@/offline/programme/programme-reader'
import { failedOrganiserHead, organiserHead } from './organiser-head'
import type { PageHead } from './organiser-head'
import { organiserEventsQuery, organiserQuery } from './organiser-query'
import type { OrganiserContext } from './organiser-query'

interface LoadContext extends OrganiserContext {
  queryClient: QueryClient
  locale: 'en' | 'pt'
}

/**
 * Loads an organiser before its page is shown: what the device has of it, else what the server says. Resolves to the head of its page.
 */
export async function loadOrganiser(
  { queryClient, locale, ...context }: LoadContext,
  slug: string,
  origin: string,
): Promise<PageHead> {
  if (!isSlug(slug)) throw notFound()
  const where = { origin, locale }
  // 'No such organiser' is fetched again each time: it may have been marked.
  const known = organiserQuery(context, slug)
  const response =
    queryClient.getQueryData(known.queryKey) ?? queryClient.fetchQuery({ ...known, staleTime: 0 })
  const whole = Promise.resolve(response)
  // The page itself says so where it fails after the head was written.
  whole.catch(() => undefined)
  try {
    const { name } = await queryClient.fetchQuery(organiserEventsQuery(context, slug))
    if (name !== undefined) return organiserHead({ slug, name }, where)
    const organiser = await whole
    if (organiser === null) throw notFound()
    return organiserHead(organiser, where)
  } catch (error) {
    // The server responds with an error, so that no crawler indexes an outage; a browser shows it with a retry.
    if (import.meta.env.SSR || !(error instanceof ProgrammeUnreachable)) throw error
    return failedOrganiserHead()
  }
}
