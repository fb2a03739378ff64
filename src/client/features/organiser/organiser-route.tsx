import { createFileRoute, notFound, getRouteApi } from '@tanstack/react-router'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { unknownPageHead, type RouterContext } from '@/client/shared/layout/page-head'
import { isSlug } from '@/domain/text/plain-text'
import { webUrl } from '@/client/shared/links/web-url'
import { getOrganiser, type PublicOrganiser } from '@/contract/events/events'
import { photoVariant } from '@/domain/events/event'
import { NothingAtAddress } from '@/client/shared/layout/not-found-page'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import {
  agendaHead,
  AgendaPage,
  AgendaPageSkeleton,
  dataOrNull,
  headUnlessUnreachable,
  MAX_AGENDA_EVENTS,
} from '@/client/shared/agenda/agenda-page'
import { Unfetched } from '@/client/shared/offline/unreachable'
import { LinkedText } from '@/client/shared/programme/fact-labels'
import { SocialLinks } from '@/client/shared/links/social-links'
import { Skeleton } from '@/client/design-system/skeleton'
import { smallText } from '@/client/design-system/text'
import { loadPageProgramme } from '@/client/shared/offline/page-programme'
import { LOCAL_FIRST, PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'
import { css } from 'styled-system/css'

/** The events of an organiser, from the replica where it is complete, and then with its name. */
function organiserEventsQuery({ programme }: RouterContext, slug: string) {
  return queryOptions({
    ...LOCAL_FIRST,
    queryKey: [...PROGRAMME_KEY, 'organiser', slug],
    queryFn: async () => {
      const { data, savedAt } = await programme.list({ tags: [], organiser: slug }, 1, MAX_AGENDA_EVENTS)
      const [first] = data.items
      // A row of the list does not say who it is by; the whole event on the device does.
      const whole = savedAt === undefined || first === undefined ? null : await programme.event(first.id)
      return { name: whole?.data.organiser?.name, events: data.items, savedAt }
    },
  })
}

/** The organiser's own texts, which only the server has. `null`: there is no such organiser. */
function organiserQuery({ api }: RouterContext, slug: string) {
  return queryOptions({
    ...LOCAL_FIRST,
    queryKey: ['organiser', slug],
    queryFn: async () => {
      const client = api ?? (await loadPageProgramme()).publicApi
      return dataOrNull(await client.call(getOrganiser, { params: { slug } }, { auth: 'none' }))
    },
  })
}

const route = getRouteApi('/organisers/$slug')

/** The page of an organiser: what they say of themselves, and what is on by them from now on, of which a device has the events. */
function OrganiserPage() {
  const { slug } = route.useParams()
  const context = route.useRouteContext()
  const listed = useQuery({ ...organiserEventsQuery(context, slug), retryOnMount: false })
  const whole = useQuery({ ...organiserQuery(context, slug), retryOnMount: false })
  if (whole.data === null) return <NoSuchOrganiser />
  const name = whole.data?.name ?? listed.data?.name
  if (name === undefined || listed.data === undefined) {
    const both = {
      error: whole.error ?? listed.error,
      isFetching: whole.isFetching || listed.isFetching,
      refetch: () => Promise.all([whole.refetch(), listed.refetch()]),
    }
    return <Unfetched title={m.organiser_failed()} query={both} skeleton={<OrganiserSkeleton />} />
  }
  const { events, savedAt } = listed.data
  return (
    <AgendaPage
      title={name}
      freshness={{ savedAt, query: listed }}
      feed={{ filter: { organiser: slug }, origin: context.origin, label: m.organiser_subscribe() }}
      events={events}
      nothingOn={m.organiser_nothing_on()}
    >
      {/* Only the server has it: it is on its way, or cannot be had now. */}
      {whole.data !== undefined ? (
        <Portrait organiser={whole.data} />
      ) : whole.isFetching ? (
        <Skeleton height="6rem" />
      ) : (
        <p className={smallText}>{m.organiser_only_events()}</p>
      )}
    </AgendaPage>
  )
}

function Portrait({ organiser }: { organiser: PublicOrganiser }) {
  const { text, text_locale, links, photo } = organiser
  return (
    <>
      {/* The whole picture, since it may be a logo; the name stands above it as text. */}
      {photo === undefined ? null : (
        <img
          src={photoVariant(photo, '800')}
          alt=""
          width={organiser.photo_width}
          height={organiser.photo_height}
          className={picture}
        />
      )}
      {text === undefined ? null : (
        <p dir="auto" className={words} lang={text_locale}>
          <LinkedText text={text} />
        </p>
      )}
      <SocialLinks links={links} />
    </>
  )
}

const NoSuchOrganiser = () => (
  <NothingAtAddress title={m.organiser_not_found()}>{m.organiser_not_found_text()}</NothingAtAddress>
)
const OrganiserSkeleton = () => <AgendaPageSkeleton label={m.organiser_loading()} />

const words = css({ whiteSpace: 'pre-line', textStyle: 'body', overflowWrap: 'anywhere' })
const picture = css({
  borderRadius: 'lg',
  maxHeight: '[20rem]',
  width: '[auto]',
  height: '[auto]',
})

export const Route = createFileRoute('/organisers/$slug')({
  // The loader comes with the page and brings its head, so that the first load has neither.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'notFoundComponent']],
  loader: ({ context, params }) =>
    headUnlessUnreachable(m.organiser_failed(), loadOrganiser(context, params.slug)),
  head: ({ loaderData }) => loaderData ?? unknownPageHead(),
  component: OrganiserPage,
  pendingComponent: OrganiserSkeleton,
  notFoundComponent: NoSuchOrganiser,
})

/** An organiser before its page is shown: what the device has of it, else what the server says. */
async function loadOrganiser(context: RouterContext, slug: string) {
  const { queryClient } = context
  if (!isSlug(slug)) throw notFound()
  // 'No such organiser' is fetched again each time: it may have been marked.
  const known = organiserQuery(context, slug)
  const whole = Promise.resolve(
    queryClient.getQueryData(known.queryKey) ?? queryClient.fetchQuery({ ...known, staleTime: 0 }),
  )
  // The page itself says so where it fails after the head was written.
  whole.catch(() => undefined)
  const listed = await queryClient.fetchQuery(organiserEventsQuery(context, slug))
  const organiser = listed.name === undefined ? await whole : { name: listed.name }
  if (organiser === null) throw notFound()
  const { name } = organiser
  return agendaHead(context, {
    title: m.organiser_title({ name }),
    description: import.meta.env.SSR ? m.organiser_description({ name, village: SITE.village }) : undefined,
    path: `/organisers/${encodeURI(slug)}`,
    feed: { organiser: slug },
    entity: (url) => organiserJsonLd(organiser, url),
  })
}

/** The organiser as schema.org describes one; its address is what events name it by. */
function organiserJsonLd({ name, text, photo, links = [] }: Partial<PublicOrganiser>, url: string) {
  const sameAs = links.flatMap(({ data }) => webUrl(data)?.href ?? [])
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': url,
    url,
    name,
    ...(text !== undefined && { description: text }),
    ...(photo !== undefined && { image: photoVariant(photo, '1200x630') }),
    ...(sameAs.length > 0 && { sameAs }),
  }
}
