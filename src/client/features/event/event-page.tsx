import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { RefObject, MouseEvent } from 'react'
import { PlaceLocation } from '@/client/shared/places/place-location'
import { Freshness } from '@/client/shared/time/freshness'
import { LinkedText } from '@/client/shared/programme/fact-labels'
import { StatedTitle } from '@/client/shared/programme/event-state'
import { eventQuery } from '@/client/shared/programme/programme-queries'
import { useNow } from '@/client/shared/time/use-now'
import { ManageLink } from '@/client/shared/session/manage-link'
import { measure } from '@/client/shared/consent/analytics'
import { useConsent } from '@/client/shared/consent/consent'
import { report } from '@/client/shared/offline/offline-client'
import { Banner, EmptyState } from '@/client/design-system/banner'
import type { OwnEvent, ProgrammeEvent } from '@/contract/events/events'
import { isSameEveryDay } from '@/domain/timetables/recurrence'
import { firstName } from '@/domain/tags/tag'
import { villageMidnight } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { ActionBar, EventActions } from '@/client/features/event/share/event-actions'
import { EventPhoto } from '@/client/features/event/photo/event-photo'
import { shownEvent } from '@/offline/programme/programme-reader'
import { cameFromList } from '@/client/shared/layout/page-head'
import { ChevronLeftIcon, TriangleAlertIcon, WifiOffIcon, LinkIcon } from 'lucide-react'
import { SITE } from '@/site/site'
import { sharedUrl } from '@/client/shared/share/share'
import { SocialLinks } from '@/client/shared/links/social-links'
import { webUrl, writtenOut } from '@/client/shared/links/web-url'
import { isServerError, unreachableText } from '@/client/shared/offline/unreachable'
import { useOnline } from '@/client/shared/offline/use-online'
import { Button } from '@/client/design-system/button'
import { css, cx } from 'styled-system/css'
import { page, cluster, stack } from 'styled-system/patterns'
import { textLink, badge, button } from 'styled-system/recipes'
import { EventFacts, LISTED_DAYS } from './event-facts'
import { EventNotFound, EventSkeleton } from './event-not-found'
import {
  EventStatusBanner,
  isPublished,
  DayStates,
  StateBanner,
  withFestivalState,
  OtherDates,
  otherDates,
} from './event-states'

const route = getRouteApi('/events/$id')

/** Rules 2.6. Local-first: the replica's event is shown at once; a later response of the network replaces it. */
export function EventPage() {
  const { id } = route.useParams()
  const { token, date } = route.useSearch()
  const { programme } = route.useRouteContext()
  // A query that failed in the loader is not retried on mount: the person retries by `refetch`.
  const query = useQuery({ ...eventQuery(programme, id, token), retryOnMount: false })
  const { data, error, isFetching } = query
  useEffect(() => {
    if (error) report(m.event_failed(), error)
  }, [error])
  if (data === null) return <EventNotFound />
  if (data === undefined)
    return error !== null && !isFetching ? (
      <EventFailed
        error={error}
        texts={
          token === undefined
            ? { away: m.event_failed_text(), offline: m.app_offline_text() }
            : // Neither is it saved, nor is it safe here.
              { away: m.event_link_failed_text(), offline: m.event_link_failed_text() }
        }
        onRetry={() => void query.refetch()}
      />
    ) : (
      <EventSkeleton />
    )
  return (
    <article className={cx(page(), layout)}>
      <BackToList />
      <Freshness savedAt={data.savedAt} fetchedAt={query.dataUpdatedAt} isFailed={query.isError} />
      <EventStatusBanner event={data.data} />
      <Event event={data.data} date={date} />
    </article>
  )
}

/** `date`: the village day whose occurrence is shown first, instead of the next one. */
function Event({ event: whole, date }: { event: OwnEvent; date: string | undefined }) {
  const now = useNow()
  useMeasuredView(whole)
  const { event: shown, chosenDay } = shownEvent(whole, { date, now })
  const { event, days } = withFestivalState(shown, now)
  const from = chosenDay === undefined ? now : Math.max(now, villageMidnight(chosenDay))
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusOnOtherDate(heading, event.start_time)
  const isListed = isSameEveryDay(days) || days.length <= LISTED_DAYS
  const others = otherDates(event, now, isListed ? days : [])
  return (
    <>
      {event.end_time <= now && others.length === 0 ? (
        <Banner title={m.event_ended()} className={wide}>
          <p>{m.event_ended_text()}</p>
        </Banner>
      ) : null}
      <StateBanner event={event} />
      <div className={cx(columns, event.photo === undefined ? besidePoster : besidePhoto)}>
        <header className={head}>
          <h1 ref={heading} className={title}>
            <StatedTitle event={event} />
          </h1>
          <EventFacts {...{ event, days, now, from }} />
          <DayStates {...{ event, days, now }} />
          <EventActions event={event} date={chosenDay} />
          <EventTags tags={event.tags} />
          <EventDetails event={event} />
        </header>
        <div className={aside}>
          <div className={picture}>
            <EventPhoto event={event} />
            {isPublished(event) ? <PrintedAddress date={chosenDay} /> : null}
          </div>
          <OtherDates event={event} dates={others} />
        </div>
        <div className={rest}>
          <section>
            <h2 className={sectionTitle}>{m.event_about()}</h2>
            <p dir="auto" className={description}>
              <LinkedText text={event.description} />
            </p>
          </section>
          <PlaceLocation place={event} hasPage={isPublished(event)} />
          {isPublished(event) ? <ManageLink id={event.id} /> : null}
        </div>
      </div>
      <ActionBar event={event} date={chosenDay} />
    </>
  )
}

/** The link to another date goes from the page with the date that it leads to: what it leaves has the focus then. */
function useFocusOnOtherDate(heading: RefObject<HTMLElement | null>, startTime: number): void {
  const shown = useRef(startTime)
  useEffect(() => {
    if (shown.current === startTime) return
    shown.current = startTime
    if (document.activeElement !== document.body) return
    heading.current?.setAttribute('tabindex', '-1')
    heading.current?.focus({ preventScroll: true })
  }, [heading, startTime])
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

const layout = css({
  display: 'grid',
  // A word longer than the screen breaks.
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: { base: '3', md: '4' },
  justifyItems: 'start',
  paddingTop: { base: '2', md: '6' },
  paddingBottom: { md: '6' },
  // Links and buttons that the keyboard reaches are not behind the bar (WCAG 2.4.11).
  mdDown: { '& :is(a, button)': { scrollMarginBottom: '20' } },
})
const wide = css({ width: 'full' })

// Beside one another from tablets on, so that title, date and place are seen before anything is scrolled.
const columns = css({
  display: 'grid',
  width: 'full',
  columnGap: '8',
  rowGap: { base: '6', md: '8' },
  // Dates without end beside them move nothing apart.
  gridTemplateRows: { md: '[auto 1fr]' },
  alignItems: 'start',
  // On paper the photo stands beside all of the text, and the dates below both.
  _print: { gridTemplateColumns: '[minmax(0, 1fr) 38%]', rowGap: '4' },
})
const besidePhoto = css({
  gridTemplateColumns: {
    base: '[minmax(0, 1fr)]',
    md: '[minmax(0, 1fr) 14rem]',
    lg: '[minmax(0, 1fr) 28rem]',
  },
})
const besidePoster = css({
  gridTemplateColumns: {
    base: '[minmax(0, 1fr)]',
    md: '[minmax(0, 1fr) 14rem]',
    lg: '[minmax(0, 1fr) 20rem]',
  },
})

const head = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '4',
  justifyItems: 'start',
  minWidth: '0',
  overflowWrap: 'anywhere',
  _print: { display: 'block' },
})
const aside = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '6',
  minWidth: '0',
  overflowWrap: 'anywhere',
  _print: { display: 'contents' },
  md: { gridColumn: '2', gridRow: '[1 / span 2]' },
})
const picture = css({ minWidth: '0', _print: { gridColumn: '2', gridRow: '[1 / span 2]' } })
const rest = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '8',
  minWidth: '0',
  maxWidth: 'text',
  _print: { display: 'block', gridColumn: '1', gridRow: '2' },
})
const title = css({ textStyle: 'title' })
const sectionTitle = css({ textStyle: 'heading', marginBottom: '3' })
const description = css({ whiteSpace: 'pre-line', textStyle: 'body', overflowWrap: 'anywhere' })

function EventTags({ tags }: Pick<ProgrammeEvent, 'tags'>) {
  if (tags.length === 0) return null
  return (
    <ul className={cluster()} aria-label={m.event_tags()}>
      {tags.map(({ key, name }) => (
        <li key={key}>
          <Link to="/events" search={{ tags: key }} className={cx(badge({ tone: 'sea' }), link)}>
            <bdi>{name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}

// The link is as high as a finger is sure of (WCAG 2.5.8), and its edge tells it from a badge.
const link = css({
  minHeight: '8',
  paddingInline: '3',
  border: '[1px solid transparent]',
  _hover: { borderColor: 'focus', textDecoration: 'underline' },
})

/** A link to the list where it was left, filters and all, when the visitor came from there; otherwise to all events. */
function BackToList() {
  const { history } = useRouter()
  const goBack = (click: MouseEvent) => {
    const isPlain = click.button === 0 && !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey)
    if (!isPlain || !cameFromList(history)) return
    click.preventDefault()
    history.back()
  }
  return (
    <Link to="/events" className={cx(button({ variant: 'ghost', size: 'sm' }), back)} onClick={goBack}>
      <ChevronLeftIcon size="1.125rem" />
      {m.event_not_found_back()}
    </Link>
  )
}

const back = css({ marginInline: '[-0.75rem]' })

/**
 * Only paper shows this: whose page it is, its address, and a QR code of that; `date` is the village day that was chosen. It is made before
 * anybody prints, since a browser does not wait for what `beforeprint` begins.
 */
function PrintedAddress({ date }: { date: string | undefined }) {
  const [address, setAddress] = useState<{ url: string; qr: string }>()
  useEffect(() => {
    const url = sharedUrl(date)
    import('@/client/shared/programme/qr-code')
      .then(({ qrDataUrl }) => setAddress({ url, qr: qrDataUrl(url) }))
      // The page prints without its address when the chunk cannot be loaded.
      .catch(() => undefined)
  }, [date])
  if (address === undefined) return null
  return (
    <div className={box} data-part="printed-address">
      <img src={address.qr} alt="" width={96} height={96} />
      <p>
        <strong>{SITE.name}</strong>
        <br />
        {address.url}
      </p>
    </div>
  )
}

const box = css({
  display: { base: 'none', _print: 'flex' },
  gap: '3',
  marginTop: '4',
  textStyle: 'small',
  '& img': { flexShrink: '0' },
})

/** The links of an event lead to its own pages. */
function EventDetails({ event }: { event: ProgrammeEvent }) {
  const info = webUrl(event.info_url)
  if (info === undefined && event.info_links.length === 0) return null
  return (
    <div className={stack({ gap: '3' })}>
      {info === undefined ? null : (
        <p className={cluster()}>
          <LinkIcon size="1.25rem" />
          <span className={text}>
            {m.event_additional_info()}{' '}
            <a
              href={info.href}
              className={cx(textLink(), writtenOut)}
              target="_blank"
              rel="noopener nofollow ugc"
            >
              {info.host}
            </a>
          </span>
        </p>
      )}
      <SocialLinks links={event.info_links} />
    </div>
  )
}

const text = css({ minWidth: '0', flex: '1' })

interface EventFailedProps {
  error: Error
  texts: { away: string; offline: string }
  onRetry: () => void
}

/** An event that is missing for want of a network is fetched as soon as there is one. */
function EventFailed({ error, texts, onRetry }: EventFailedProps) {
  const isOnline = useOnline()
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (isOnline && !wasOnline.current) onRetry()
    wasOnline.current = isOnline
  }, [isOnline, onRetry])
  return (
    <div role="alert">
      <EmptyState
        level={1}
        title={isOnline ? m.event_failed() : m.app_offline_title()}
        art={
          isServerError(error) && isOnline ? <TriangleAlertIcon size="3rem" /> : <WifiOffIcon size="3rem" />
        }
        actions={<Button onClick={onRetry}>{m.event_try_again()}</Button>}
      >
        {isOnline ? unreachableText(error, texts.away) : texts.offline}
      </EmptyState>
    </div>
  )
}
