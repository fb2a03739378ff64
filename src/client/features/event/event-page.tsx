import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { PlaceLocation } from '@/client/shared/places/place-location'
import { Freshness } from '@/client/shared/time/freshness'
import { LinkedText } from '@/client/shared/programme/linked-text'
import { StatedTitle } from '@/client/shared/programme/event-state'
import { eventQuery } from '@/client/shared/programme/programme-queries'
import { useNow } from '@/client/shared/time/use-now'
import { measure } from '@/client/shared/consent/analytics'
import { useConsent } from '@/client/shared/consent/consent'
import { report } from '@/client/shared/offline/report'
import { Banner } from '@/client/design-system/banner'
import type { OwnEvent } from '@/contract/events/events'
import { isSameEveryDay } from '@/domain/timetables/consecutive-days'
import { firstName } from '@/domain/tags/tag'
import { villageMidnight } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { BackToList } from './back-to-list'
import { ActionBar, EventActions } from './share/event-actions'
import { EventDetails } from './event-details'
import { EventFailed } from './event-failed'
import { EventFacts, LISTED_DAYS } from './event-facts'
import { EventNotFound } from './event-not-found'
import { EventPhoto } from './photo/event-photo'
import { EventSkeleton } from './event-skeleton'
import { EventStatusBanner, isPublished } from './event-status-banner'
import { DayStates, StateBanner } from './event-states'
import { withFestivalState } from './festival-state'
import { EventTags } from './event-tags'
import { ManageLink } from './manage-link'
import { OtherDates, otherDates } from './other-dates'
import { PrintedAddress } from './share/printed-address'
import { shownEvent } from '@/offline/programme/shown-event'

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
            <p className={description}>
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
