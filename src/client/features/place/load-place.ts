import { notFound, redirect } from '@tanstack/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { isSlug } from '@/domain/text/slug'
import { ProgrammeUnreachable } from '@/offline/programme/programme-reader'
import { failedPlaceHead, placeHead } from './place-head'
import type { PageHead } from './place-head'
import { placeQuery } from './place-query'
import type { PlaceContext } from './place-query'

interface LoadContext extends PlaceContext {
  queryClient: QueryClient
  locale: 'en' | 'pt'
}

/**
 * Loads a place before its page is shown. A spelling that was merged into another leads there for good. Resolves to the head
 * of its page.
 */
export async function loadPlace(
  { queryClient, locale, ...context }: LoadContext,
  slug: string,
  origin: string,
): Promise<PageHead> {
  if (!isSlug(slug)) throw notFound()
  try {
    const query = placeQuery(context, slug)
    // 'No such place' is fetched again each time: an event may have been published there.
    const shown =
      queryClient.getQueryData(query.queryKey) ?? (await queryClient.fetchQuery({ ...query, staleTime: 0 }))
    if (shown === null) throw notFound()
    const { place } = shown
    if (place.slug !== slug)
      throw redirect({ to: '/places/$slug', params: { slug: place.slug }, statusCode: 301, replace: true })
    return placeHead(place, origin, locale)
  } catch (error) {
    // The server responds with an error, so that no crawler indexes an outage; a browser shows it with a retry.
    if (import.meta.env.SSR || !(error instanceof ProgrammeUnreachable)) throw error
    return failedPlaceHead()
  }
}
