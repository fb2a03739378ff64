import { useQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, notFound, redirect, useRouter } from '@tanstack/react-router'
import { ChevronLeftIcon } from 'lucide-react'
import { useEffect } from 'react'
import { Banner } from '@/client/design-system/banner'
import { ManageLink, ManageUnpublished } from '@/client/shared/session/manage-link'
import { measure, useConsent } from '@/client/shared/consent/consent'
import { NothingAtAddress } from '@/client/shared/layout/not-found-page'
import { cameFromList, originOf, useOrigin } from '@/client/shared/layout/page-head'
import { onPlainClick, searchTexts } from '@/client/shared/links/web-url'
import { report } from '@/client/shared/offline/offline-client'
import { Unfetched } from '@/client/shared/offline/unreachable'
import { PlaceLocation } from '@/client/shared/places/place-location'
import { STATE_LABELS, StatedTitle, stateTone } from '@/client/shared/programme/event-state'
import { LinkedText } from '@/client/shared/programme/fact-labels'
import { eventQuery, homeQuery, useProgramme } from '@/client/shared/programme/programme-queries'
import { Freshness } from '@/client/shared/time/saved-age'
import { useNow } from '@/client/shared/time/use-now'
import type { OwnEvent } from '@/contract/events/events'
import type { EventStatus } from '@/domain/events/event'
import { firstName } from '@/domain/tags/tag'
import { isCalendarDay } from '@/domain/time/local-time'
import { ButtonLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { ProgrammeUnreachable, shownEvent, eventOfDay } from '@/offline/programme/programme-reader'
import { SITE } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { cluster, column, pageColumn } from 'styled-system/patterns'
import { CopyLinkButton, EventActions } from './event-actions'
import {
  DayStates,
  Facts,
  Links,
  OtherDates,
  PlaceAndPrice,
  Tags,
  When,
  withFestivalState,
} from './event-facts'
import { EventPhoto } from './photo/event-photo'
import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { headingText } from '@/client/design-system/text'
import { EventCard } from '@/client/shared/programme/event-card'

const readToken = searchTexts('token')

/** One event (rules 2.6). */
export const Route = createFileRoute('/events/$id')({
  // `token`, out of a mail, shows the event in any status; `date` is the village day of the occurrence that stands first.
  validateSearch: ({ date, ...search }: Record<string, unknown>) => ({
    ...readToken(search),
    ...(date !== undefined && { date: typeof date === 'string' && isCalendarDay(date) ? date : undefined }),
  }),
  loaderDeps: ({ search: { token, date } }) => ({ token, date }),
  // The page's address, title and status depend on the event: what the replica has is read at once.
  loader: async ({ context, params, deps, location }) => {
    const { queryClient, programme } = context
    try {
      const query = eventQuery(programme, params.id, deps.token)
      // 'No such event' is fetched again each time: it may have been published, or its owner signed in.
      const shown =
        queryClient.getQueryData(query.queryKey) ?? (await queryClient.fetchQuery({ ...query, staleTime: 0 }))
      if (shown === null) {
        // A page without script has something to go on with, too.
        if (import.meta.env.SSR) await queryClient.prefetchQuery(homeQuery(programme))
        throw notFound()
      }
      // Each page has one address: a day without an occurrence says nothing, and the server caches no page for it.
      if ('date' in location.search && !hasOccurrenceOn(shown.data, deps.date, context.nowSeconds))
        throw redirect({
          to: '/events/$id',
          params,
          search: deps.token === undefined ? {} : { token: deps.token },
          replace: true,
        })
      return 'found'
    } catch (error) {
      // The server responds with an error, so that no crawler indexes an outage; a browser shows it with a retry.
      if (import.meta.env.SSR || !(error instanceof ProgrammeUnreachable)) throw error
      return 'unreachable'
    }
  },
  head: async ({ match, params, loaderData }) => {
    // Split from the first load, where every route's head would be otherwise.
    const { eventHead, privateEventHead } = await import('./head/event-head')
    const { queryClient, programme, locale, nowSeconds } = match.context
    const { token, date } = match.search
    const shown = queryClient.getQueryData(eventQuery(programme, params.id, token).queryKey)
    if (!shown) return privateEventHead(loaderData === 'unreachable' ? m.event_failed() : m.event_not_found())
    if (shown.isPrivate) return privateEventHead(shown.data.title)
    return eventHead(shown.data, { origin: originOf(match.context), locale, nowSeconds, date })
  },
  component: EventPage,
  pendingComponent: EventSkeleton,
  notFoundComponent: EventNotFound,
})

/** A festival that is under way has no occurrence on the days that are over. */
function hasOccurrenceOn(event: OwnEvent, day: string | undefined, now: number): boolean {
  if (day === undefined) return false
  const onDay = eventOfDay(event, day, now)
  return onDay !== undefined && (onDay.end_time > now || event.end_time <= now)
}

const route = getRouteApi('/events/$id')

/** Local-first: the replica's event is shown at once; a later response of the network replaces it. */
function EventPage() {
  const { id } = route.useParams()
  const { token, date } = route.useSearch()
  const programme = useProgramme()
  // A query that failed in the loader is not retried on mount: the person retries by `refetch`.
  const query = useQuery({ ...eventQuery(programme, id, token), retryOnMount: false })
  const { data, error } = query
  useEffect(() => {
    if (error) report(m.event_failed(), error)
  }, [error])
  if (data === null) return <EventNotFound />
  if (data !== undefined)
    return (
      <article className={article}>
        <Freshness savedAt={data.savedAt} query={query} />
        <Event event={data.data} date={date} />
      </article>
    )
  // The page of a mail's link is neither saved on the device, nor is it safe there.
  const text = token === undefined ? {} : { text: m.event_link_failed_text() }
  return <Unfetched title={m.event_failed()} query={query} skeleton={<EventSkeleton />} {...text} />
}

/** `date`: the village day whose occurrence is shown first, instead of the next one. */
function Event({ event: whole, date }: { event: OwnEvent; date: string | undefined }) {
  const now = useNow()
  useMeasuredView(whole)
  const { event: next, chosenDay } = shownEvent(whole, { date, now })
  const { event, days } = withFestivalState(next, now)
  const shown = { event, days, now }
  const origin = useOrigin()
  const isPublished = event.status === undefined || event.status === 'PUBLISHED'
  const isPhoto = event.photo !== undefined || event.is_photo_withheld === true
  const { state, note } = event
  return (
    <>
      <StatusBanner event={event} />
      {state === undefined ? null : (
        <Banner tone={stateTone(state)} title={STATE_LABELS[state]()}>
          {note && state !== 'moved' ? <p dir="auto">{note}</p> : null}
        </Banner>
      )}
      <div className={cx(columns, isPhoto ? withPhoto : withPoster)}>
        <h1 tabIndex={-1} className={title}>
          <StatedTitle event={event} />
        </h1>
        <div className={top}>
          <section aria-label={m.event_facts()} className={lines}>
            <When {...shown} />
            <PlaceAndPrice event={event} />
          </section>
          {isPublished ? <EventActions {...shown} date={chosenDay} /> : null}
        </div>
        <div className={picture} data-part="picture">
          <EventPhoto event={event} />
          {isPublished ? (
            <p className={onPaper} data-part="printed-address">
              <strong>{SITE.name}</strong>
              <br />
              {`${origin}/events/${event.id}${chosenDay ? `?date=${chosenDay}` : ''}`}
            </p>
          ) : null}
        </div>
        <div className={body}>
          <Facts event={event} />
          <DayStates {...shown} />
          <section>
            <h2 className={sectionTitle}>{m.event_about()}</h2>
            <p dir="auto" className={words} data-part="words">
              <LinkedText text={event.description} />
            </p>
          </section>
          <Links event={event} />
          <OtherDates {...shown} />
          {state === 'moved' ? null : <PlaceLocation place={event} hasPage={isPublished} />}
          <footer className={tail}>
            <Tags tags={event.tags} />
            <BackToList />
            {isPublished ? <CopyLinkButton date={chosenDay} /> : null}
            {isPublished ? <ManageLink id={event.id} /> : null}
          </footer>
        </div>
      </div>
      {isPublished ? <EventActions {...shown} date={chosenDay} isBar /> : null}
    </>
  )
}

/** A view is recorded once the event is there, or once the visitor accepts it (rules 2.6). */
function useMeasuredView({ id, tags }: OwnEvent): void {
  const hasConsent = useConsent()
  const [tag] = tags
  // The category is the same for every visitor, whatever their language.
  const category = tag === undefined ? 'Uncategorized' : firstName(tag)
  useEffect(() => {
    if (hasConsent === true) measure({ name: 'page_view', event_id: id, category })
  }, [id, category, hasConsent])
}

const STATUSES = {
  ON_REVIEW: { tone: 'warning', label: m.event_status_on_review, text: m.event_status_on_review_text },
  PUBLISHED: { tone: 'success', label: m.event_status_published, text: m.event_status_published_text },
  REJECTED: { tone: 'danger', label: m.event_status_rejected, text: m.event_status_rejected_text },
} as const satisfies Record<EventStatus, object>

/** How far the review of an event is, for its submitter, who may submit it again; nothing for other visitors. */
function StatusBanner({ event }: { event: OwnEvent }) {
  const { status, review_reason: reason } = event
  // By the link of a mail the page is shown to who submitted it, as far as one can know.
  const { token } = route.useSearch()
  if (status === undefined) return null
  const { tone, label, text } = STATUSES[status]
  return (
    <Banner tone={tone} title={label()}>
      <p>{text()}</p>
      {status === 'REJECTED' && reason !== undefined ? (
        <p className={reasonText}>{m.event_status_reason({ reason })}</p>
      ) : null}
      <ManageUnpublished event={event} hasLink={token !== undefined} />
    </Banner>
  )
}

/** A link to the list where it was left, filters and all, when the visitor came from there; otherwise to all events. */
function BackToList() {
  const { history } = useRouter()
  return (
    <ButtonLink
      to="/events"
      variant="ghost"
      onClick={cameFromList(history) ? onPlainClick(() => history.back()) : undefined}
    >
      <ChevronLeftIcon size="1.25rem" />
      {m.event_not_found_back()}
    </ButtonLink>
  )
}

const article = pageColumn({
  gap: '4',
  paddingBlock: { base: '[1rem 0]', md: '8' },
  // Links and buttons that the keyboard reaches are not behind the bar (WCAG 2.4.11).
  mdDown: { '& :is(a, button)': { scrollMarginBottom: '20' } },
})

// The picture stands beside the words from tablets on; on phones a photo is below the title block, and a drawn poster small beside its lines.
const columns = css({
  display: 'grid',
  columnGap: { base: '4', md: '8', lg: '12' },
  rowGap: '3',
  // On paper the photo stands beside all of the words, and the dates below both.
  gridTemplateRows: { md: '[auto auto 1fr]', _print: '[repeat(5, auto) 1fr]' },
  gridTemplateAreas: { md: '"title picture" "lines picture" "body picture"', _print: '[none]' },
  gridTemplateColumns: {
    md: '[minmax(0, 1fr) 14rem]',
    lg: '[minmax(0, 1fr) 26rem]',
    _print: '[minmax(0, 1fr) 38%]',
  },
  alignItems: 'start',
  overflowWrap: 'anywhere',
})
const withPhoto = css({
  gridTemplateAreas: '"title" "lines" "picture" "body"',
  gridTemplateColumns: '[minmax(0, 1fr)]',
})
const withPoster = css({
  gridTemplateAreas: '"title title" "lines picture" "body body"',
  gridTemplateColumns: '[minmax(0, 1fr) 5rem]',
})
const title = css({ gridArea: { base: 'title', _print: '[auto / 1]' }, textStyle: 'title' })
const top = css({ gridArea: { base: 'lines', _print: '[auto / 1]' }, minWidth: '0' })
const lines = css({ display: 'grid', gap: '2', justifyItems: 'start' })
const picture = css({
  gridArea: { base: 'picture', _print: '[1 / 2 / span 6]' },
  minWidth: '0',
  viewTransitionName: 'picture',
})
const body = column({
  gridArea: 'body',
  gap: { base: '8', md: '10' },
  minWidth: '0',
  maxWidth: 'text',
  marginTop: '2',
  _print: {
    display: 'contents',
    '& > *': { gridColumn: '1' },
    '& > [data-part=dates]': { gridColumn: '[1 / -1]' },
  },
})
const sectionTitle = css({ textStyle: 'heading', marginBottom: '2' })
const words = css({ whiteSpace: 'pre-line', textStyle: { base: 'lead', _print: 'body' } })
const reasonText = css({ whiteSpace: 'pre-line', overflowWrap: 'anywhere', marginTop: '1' })
const tail = cluster({
  gap: '4',
  paddingTop: '4',
  borderTop: 'hairline',
  // The tags have a line of their own.
  '& > ul': { width: 'full' },
  _print: { display: 'none' },
})
const onPaper = css({ display: { base: 'none', _print: 'block' }, marginTop: '4', textStyle: 'small' })

function EventSkeleton() {
  return (
    <div className={pageColumn({ gap: '4' })}>
      <LiveRegion>{m.event_loading()}</LiveRegion>
      <Skeleton width="70%" height="2.5rem" />
      <Skeleton width="55%" height="1.5rem" />
      <Skeleton width="40%" />
      <Skeleton height="14rem" />
      <Skeleton height="8rem" />
    </div>
  )
}

function EventNotFound() {
  return (
    <>
      <NothingAtAddress title={m.event_not_found()}>{m.event_not_found_text()}</NothingAtAddress>
      <SuggestedEvents />
    </>
  )
}

const SUGGESTED = 4

function SuggestedEvents() {
  const programme = useProgramme()
  const now = useNow()
  const { data } = useQuery(homeQuery(programme))
  const events = data?.data.items.slice(0, SUGGESTED) ?? []
  if (events.length === 0) return null
  return (
    <section className={pageColumn({ width: 'text', gap: '4' })}>
      <h2 className={headingText}>{m.event_not_found_next()}</h2>
      <ul className={column()}>
        {events.map((event) => (
          <li key={event.id}>
            <EventCard event={event} now={now} layout="compact" headingLevel={3} />
          </li>
        ))}
      </ul>
    </section>
  )
}
