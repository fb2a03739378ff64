import { createFileRoute, getRouteApi, notFound } from '@tanstack/react-router'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { unknownPageHead, type RouterContext } from '@/client/shared/layout/page-head'
import {
  agendaHead,
  AgendaPage,
  AgendaPageSkeleton,
  dataOrNull,
  headUnlessUnreachable,
  MAX_AGENDA_EVENTS,
} from '@/client/shared/agenda/agenda-page'
import { NothingAtAddress } from '@/client/shared/layout/not-found-page'
import { Unfetched } from '@/client/shared/offline/unreachable'
import { placeLines, placeJsonLd } from '@/client/shared/places/place-lines'
import { PlaceLocation } from '@/client/shared/places/place-location'
import * as m from '@/messages/compiled/messages.js'
import { isSlug } from '@/domain/text/plain-text'
import { getPlace } from '@/contract/events/events'
import { placeOf } from '@/domain/places/place'
import { SITE } from '@/site/site'
import { loadPageProgramme } from '@/client/shared/offline/page-programme'
import { LOCAL_FIRST, PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'

/**
 * The events at a place, from the replica where it is complete. Only the server knows a place without upcoming events.
 * `null`: there is no such place.
 */
function placeQuery({ programme, api }: RouterContext, slug: string) {
  return queryOptions({
    ...LOCAL_FIRST,
    queryKey: [...PROGRAMME_KEY, 'place', slug],
    queryFn: async () => {
      const { data, savedAt } = await programme.list({ tags: [], place: slug }, 1, MAX_AGENDA_EVENTS)
      const found = placeOf(data.items)
      if (found !== undefined) return { place: { slug, ...found }, events: data.items, savedAt }
      const client = api ?? (await loadPageProgramme()).publicApi
      const place = dataOrNull(await client.call(getPlace, { params: { slug } }, { auth: 'none' }))
      return place && { place, events: [], savedAt: undefined }
    },
  })
}

const route = getRouteApi('/places/$slug')

/** The page of a place: where it is, how to get there, and what is on there from now on. */
function PlacePage() {
  const { slug } = route.useParams()
  const context = route.useRouteContext()
  const query = useQuery({ ...placeQuery(context, slug), retryOnMount: false })
  const { data } = query
  if (data === null) return <NoSuchPlace />
  if (data === undefined)
    return <Unfetched title={m.place_failed()} query={query} skeleton={<PlaceSkeleton />} />
  const { place, events, savedAt } = data
  return (
    <AgendaPage
      title={placeLines(place).name}
      freshness={{ savedAt, query }}
      feed={{ filter: { place: place.slug }, origin: context.origin, label: m.place_subscribe() }}
      events={events}
      nothingOn={m.place_nothing_on()}
    >
      <PlaceLocation place={place} />
    </AgendaPage>
  )
}

const NoSuchPlace = () => (
  <NothingAtAddress title={m.place_not_found()}>{m.place_not_found_text()}</NothingAtAddress>
)
const PlaceSkeleton = () => <AgendaPageSkeleton label={m.place_loading()} />

export const Route = createFileRoute('/places/$slug')({
  // The loader comes with the page and brings its head, so that the first load has neither.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'notFoundComponent']],
  loader: ({ context, params }) => headUnlessUnreachable(m.place_failed(), loadPlace(context, params.slug)),
  head: ({ loaderData }) => loaderData ?? unknownPageHead(),
  component: PlacePage,
  pendingComponent: PlaceSkeleton,
  notFoundComponent: NoSuchPlace,
})

async function loadPlace(context: RouterContext, slug: string) {
  const { queryClient } = context
  if (!isSlug(slug)) throw notFound()
  const query = placeQuery(context, slug)
  // 'No such place' is fetched again each time: an event may have been published there.
  const shown =
    queryClient.getQueryData(query.queryKey) ?? (await queryClient.fetchQuery({ ...query, staleTime: 0 }))
  if (shown === null) throw notFound()
  const { place } = shown
  const { name } = placeLines(place)
  return agendaHead(context, {
    title: m.place_title({ name }),
    description: import.meta.env.SSR ? m.place_description({ name, village: SITE.village }) : undefined,
    path: `/places/${encodeURI(slug)}`,
    feed: { place: slug },
    entity: (url) => ({ '@context': 'https://schema.org', ...placeJsonLd(place, url) }),
  })
}
