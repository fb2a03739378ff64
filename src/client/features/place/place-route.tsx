import { createFileRoute, getRouteApi, notFound, redirect } from '@tanstack/react-router'
import { useQuery, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { originOf, unknownPageHead, pageHead } from '@/client/shared/layout/page-head'
import { AgendaPage, AgendaPageSkeleton, NothingAtAddress } from '@/client/shared/agenda/agenda-page'
import { Unreachable } from '@/client/shared/offline/unreachable'
import { placeLines, placeJsonLd, placeUrl } from '@/client/shared/places/place-lines'
import { PlaceLocation } from '@/client/shared/places/place-location'
import * as m from '@/messages/compiled/messages.js'
import { isSlug } from '@/domain/text/plain-text'
import { ProgrammeUnreachable, failureOf } from '@/offline/programme/programme-reader'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import { feedLinks } from '@/client/shared/share/share'
import { getPlace } from '@/contract/events/places'
import type { PublicPlace } from '@/contract/events/places'
import { splitLocationName, placeOf } from '@/domain/places/place'
import { SITE } from '@/site/site'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'
import type { PublicEvent } from '@/contract/events/events'
import type { ApiClient } from '@/offline/api/api-client'

/** No place has more listed; a recurring event is one. */
const MAX_EVENTS = 100

interface ShownPlace {
  place: PublicPlace
  events: readonly PublicEvent[]
  /** When it was stored on this device, epoch ms; undefined from the network. */
  savedAt?: number | undefined
}

interface PlaceContext {
  programme: ProgrammeReader
  /** The server has it alone. */
  api?: ApiClient
}

/**
 * The events at a place, from the replica where it is complete. Only the server knows a place without upcoming events,
 * or a spelling that was merged. `null`: there is no such place.
 */
function placeQuery({ programme, api }: PlaceContext, slug: string) {
  return queryOptions({
    queryKey: [...PROGRAMME_KEY, 'place', slug],
    networkMode: 'always',
    retry: false,
    staleTime: 60_000,
    queryFn: async (): Promise<ShownPlace | null> => {
      const { data, savedAt } = await programme.list({ tags: [], place: slug }, 1, MAX_EVENTS)
      const place = placeOf(data.items)
      if (place !== undefined) return { place: { slug, ...place }, events: data.items, savedAt }
      return placeWithoutEvents(api ?? (await loadOfflineClient()).api, slug)
    },
  })
}

async function placeWithoutEvents(api: ApiClient, slug: string): Promise<ShownPlace | null> {
  const outcome = await api.call(getPlace, { params: { slug } }, { auth: 'none' })
  if (outcome.kind === 'ok') return { place: outcome.data, events: [] }
  if (outcome.kind === 'refused' && [404, 422].includes(outcome.status)) return null
  throw failureOf(outcome)
}

const route = getRouteApi('/places/$slug')

/** The page of a place: where it is, how to get there, and what is on there from now on. */
function PlacePage() {
  const { slug } = route.useParams()
  const context = route.useRouteContext()
  const query = useQuery({ ...placeQuery(context, slug), retryOnMount: false })
  const { data, error, isFetching } = query
  if (data === null) return <NoSuchPlace />
  if (data === undefined)
    return error !== null && !isFetching ? (
      <Unreachable title={m.place_failed()} error={error} onRetry={() => void query.refetch()} />
    ) : (
      <PlaceSkeleton />
    )
  const { place, events, savedAt } = data
  return (
    <AgendaPage
      title={placeLines(place).name}
      freshness={{ savedAt, fetchedAt: query.dataUpdatedAt, isFailed: query.isError }}
      feed={{ filter: { place: place.slug }, origin: context.origin, label: m.place_subscribe() }}
      events={events}
      nothingOn={m.place_nothing_on()}
    >
      <PlaceLocation place={place} />
    </AgendaPage>
  )
}

function NoSuchPlace() {
  return <NothingAtAddress title={m.place_not_found()}>{m.place_not_found_text()}</NothingAtAddress>
}

function PlaceSkeleton() {
  return <AgendaPageSkeleton label={m.place_loading()} />
}

export const Route = createFileRoute('/places/$slug')({
  // The loader comes with the page and brings its head, so that the first load has neither.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'notFoundComponent']],
  loader: async ({ context, params }) => loadPlace(context, params.slug, originOf(context)),
  head: ({ loaderData }) => loaderData ?? unknownPageHead(),
  component: PlacePage,
  pendingComponent: PlaceSkeleton,
  notFoundComponent: NoSuchPlace,
})

interface LoadContext extends PlaceContext {
  queryClient: QueryClient
  locale: 'en' | 'pt'
}

/**
 * Loads a place before its page is shown. A spelling that was merged into another leads there for good. Resolves to the head
 * of its page.
 */
async function loadPlace(
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

type PageHead = ReturnType<typeof placeHead>

/** Title, canonical address, feeds and structured data of a place. */
function placeHead(place: PublicPlace, origin: string, locale: 'en' | 'pt') {
  const name = splitLocationName(place.location_name).displayName
  const { meta, links } = pageHead({
    title: m.place_title({ name }),
    description: import.meta.env.SSR ? m.place_description({ name, village: SITE.village }) : undefined,
    path: `/places/${encodeURI(place.slug)}`,
    origin,
  })
  const entity = { '@context': 'https://schema.org', ...placeJsonLd(place, placeUrl(origin, place.slug)) }
  const structured = [
    { property: 'og:locale', content: locale === 'pt' ? 'pt_PT' : 'en_US' },
    // The router writes it with `<`, `>` and `&` escaped.
    { 'script:ld+json': entity },
  ]
  return { meta: [...meta, ...structured], links: [...links, ...feedLinks({ place: place.slug }, locale)] }
}

function failedPlaceHead(): PageHead {
  const meta = [{ title: `${m.place_failed()} · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]
  return { meta, links: [] }
}
