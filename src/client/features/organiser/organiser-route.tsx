import { createFileRoute, notFound, getRouteApi } from '@tanstack/react-router'
import { useQuery, queryOptions } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { originOf, unknownPageHead, pageHead } from '@/client/shared/layout/page-head'
import { isSlug } from '@/domain/text/plain-text'
import { ProgrammeUnreachable, failureOf } from '@/offline/programme/programme-reader'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'
import { webUrl } from '@/client/shared/links/web-url'
import { feedLinks } from '@/client/shared/share/share'
import { getOrganiser } from '@/contract/events/places'
import type { PublicOrganiser } from '@/contract/events/places'
import { photoVariant } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { AgendaPage, AgendaPageSkeleton, NothingAtAddress } from '@/client/shared/agenda/agenda-page'
import { Unreachable } from '@/client/shared/offline/unreachable'
import { LinkedText } from '@/client/shared/programme/fact-labels'
import { SocialLinks } from '@/client/shared/links/social-links'
import { Skeleton } from '@/client/design-system/skeleton'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'
import type { PublicEvent } from '@/contract/events/events'
import type { ApiClient } from '@/offline/api/api-client'
import { css } from 'styled-system/css'

/** No organiser has more listed; a recurring event is one. */
const MAX_EVENTS = 100

interface OrganisersEvents {
  /** The name that an event on this device has; undefined where the network was asked, or nothing is on. */
  name?: string | undefined
  events: readonly PublicEvent[]
  /** When it was stored on this device, epoch ms; undefined from the network. */
  savedAt?: number | undefined
}

interface OrganiserContext {
  programme: ProgrammeReader
  /** The server has it alone. */
  api?: ApiClient
}

/** The events of an organiser, from the replica where it is complete, and then with its name. */
function organiserEventsQuery({ programme }: OrganiserContext, slug: string) {
  return queryOptions({
    queryKey: [...PROGRAMME_KEY, 'organiser', slug],
    networkMode: 'always',
    retry: false,
    staleTime: 60_000,
    queryFn: async (): Promise<OrganisersEvents> => {
      const { data, savedAt } = await programme.list({ tags: [], organiser: slug }, 1, MAX_EVENTS)
      const [first] = data.items
      // A row of the list does not say who it is by; the whole event on the device does.
      const whole = savedAt === undefined || first === undefined ? null : await programme.event(first.id)
      return { name: whole?.data.organiser?.name, events: data.items, savedAt }
    },
  })
}

/** The organiser's own texts, which only the server has. `null`: there is no such organiser. */
function organiserQuery({ api }: OrganiserContext, slug: string) {
  return queryOptions({
    queryKey: ['organiser', slug],
    networkMode: 'always',
    retry: false,
    staleTime: 60_000,
    queryFn: async (): Promise<PublicOrganiser | null> => {
      const client = api ?? (await loadOfflineClient()).api
      const outcome = await client.call(getOrganiser, { params: { slug } }, { auth: 'none' })
      if (outcome.kind === 'ok') return outcome.data
      if (outcome.kind === 'refused' && [404, 422].includes(outcome.status)) return null
      throw failureOf(outcome)
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
    const error = whole.error ?? listed.error
    const retry = () => {
      void whole.refetch()
      void listed.refetch()
    }
    return error !== null && !whole.isFetching && !listed.isFetching ? (
      <Unreachable title={m.organiser_failed()} error={error} onRetry={retry} />
    ) : (
      <OrganiserSkeleton />
    )
  }
  const { events, savedAt } = listed.data
  return (
    <AgendaPage
      title={name}
      freshness={{ savedAt, fetchedAt: listed.dataUpdatedAt, isFailed: listed.isError }}
      feed={{ filter: { organiser: slug }, origin: context.origin, label: m.organiser_subscribe() }}
      events={events}
      nothingOn={m.organiser_nothing_on()}
    >
      {whole.data === undefined ? (
        <NotHere isFetching={whole.isFetching} />
      ) : (
        <Portrait organiser={whole.data} />
      )}
    </AgendaPage>
  )
}

/** Only the server has the rest: it is on its way, or cannot be had now. */
function NotHere({ isFetching }: { isFetching: boolean }) {
  return isFetching ? <Skeleton height="6rem" /> : <p className={note}>{m.organiser_only_events()}</p>
}

function Portrait({ organiser }: { organiser: PublicOrganiser }) {
  return (
    <>
      <OrganiserPicture organiser={organiser} />
      {organiser.text === undefined ? null : (
        <p dir="auto" className={organiserPageText} lang={organiser.text_locale}>
          <LinkedText text={organiser.text} />
        </p>
      )}
      <SocialLinks links={organiser.links} />
    </>
  )
}

function NoSuchOrganiser() {
  return <NothingAtAddress title={m.organiser_not_found()}>{m.organiser_not_found_text()}</NothingAtAddress>
}

function OrganiserSkeleton() {
  return <AgendaPageSkeleton label={m.organiser_loading()} />
}

const note = css({ textStyle: 'small', color: 'fg.muted' })
const organiserPageText = css({ whiteSpace: 'pre-line', textStyle: 'body', overflowWrap: 'anywhere' })

/** The whole picture, since it may be a logo; the name stands above it as text. Where it cannot be had nothing takes its place. */
function OrganiserPicture({ organiser }: { organiser: PublicOrganiser }) {
  const { photo, photo_width: width, photo_height: height, photo_color: color } = organiser
  const [failed, setFailed] = useState<string>()
  if (photo === undefined || photo === failed) return null
  const [small, large] = [photoVariant(photo, '400'), photoVariant(photo, '800')]
  return (
    <img
      src={large}
      srcSet={`${small} 400w, ${large} 800w`}
      sizes="(min-width: 48rem) 44rem, 100vw"
      alt=""
      width={width}
      height={height}
      decoding="async"
      className={picture}
      style={{ backgroundColor: color, maxHeight: '20rem', maxWidth: '100%', width: 'auto', height: 'auto' }}
      onError={() => setFailed(photo)}
    />
  )
}

const picture = css({ borderRadius: 'lg' })

export const Route = createFileRoute('/organisers/$slug')({
  // The loader comes with the page and brings its head, so that the first load has neither.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent', 'notFoundComponent']],
  loader: async ({ context, params }) => loadOrganiser(context, params.slug, originOf(context)),
  head: ({ loaderData }) => loaderData ?? unknownPageHead(),
  component: OrganiserPage,
  pendingComponent: OrganiserSkeleton,
  notFoundComponent: NoSuchOrganiser,
})

interface LoadContext extends OrganiserContext {
  queryClient: QueryClient
  locale: 'en' | 'pt'
}

/**
 * Loads an organiser before its page is shown: what the device has of it, else what the server says. Resolves to the head of its page.
 */
async function loadOrganiser(
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

type PageHead = ReturnType<typeof organiserHead>

interface Where {
  origin: string
  locale: 'en' | 'pt'
}

/** Title, canonical address, feeds and structured data of an organiser. `links` and `text` are there where the server was asked. */
function organiserHead(
  organiser: Pick<PublicOrganiser, 'slug' | 'name'> & Partial<PublicOrganiser>,
  { origin, locale }: Where,
) {
  const { slug, name } = organiser
  const path = `/organisers/${encodeURI(slug)}`
  const { meta, links } = pageHead({
    title: m.organiser_title({ name }),
    description: import.meta.env.SSR ? m.organiser_description({ name, village: SITE.village }) : undefined,
    path,
    origin,
  })
  const structured = [
    { property: 'og:locale', content: locale === 'pt' ? 'pt_PT' : 'en_US' },
    // The router writes it with `<`, `>` and `&` escaped.
    { 'script:ld+json': organiserJsonLd(organiser, origin + path) },
  ]
  return { meta: [...meta, ...structured], links: [...links, ...feedLinks({ organiser: slug }, locale)] }
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

function failedOrganiserHead(): PageHead {
  const meta = [{ title: `${m.organiser_failed()} · ${SITE.name}` }, { name: 'robots', content: 'noindex' }]
  return { meta, links: [] }
}
