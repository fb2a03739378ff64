import { pageHead, unknownPageHead } from '@/client/shared/layout/page-head'
import { placeJsonLd } from '@/client/shared/places/place-lines'
import { statedTitle } from '@/client/shared/programme/event-state'
import { clockText, dayText, villageIso } from '@/client/shared/time/event-dates'
import { eventCardPath } from '@/contract/events/calendar-files'
import type { ProgrammeEvent } from '@/contract/events/events'
import { photoVariant } from '@/domain/events/event'
import { isOff, type AnnouncedOccurrence, type EventState } from '@/domain/events/event-state'
import { knownFacts, type AccessFeature, type Audience } from '@/domain/events/event-fields'
import { placeSlug } from '@/domain/places/place'
import { cutText } from '@/domain/text/plain-text'
import { villageDay } from '@/domain/time/local-time'
import type { Occurrence } from '@/domain/timetables/recurrence'
import type { Recurrence } from '@/domain/timetables/timetable'
import { shownEvent } from '@/offline/programme/programme-reader'
import { SITE } from '@/site/site'
import { withFestivalState } from '@/client/features/event/event-facts'

/** A description of the page has at most this many characters (rules 2.6). */
const DESCRIPTION_MAX = 150

/** An event older than this is not indexed: people with a link still find it, search engines look for what is to come. */
const INDEXED_AFTER_SECONDS = 30 * 86_400

const NOINDEX = { name: 'robots', content: 'noindex' }

/** The event is not there, or not for everybody: its address may hold the token of a mail's link, which no other site gets. */
export function privateEventHead(title: string) {
  const { meta, links } = unknownPageHead(title)
  return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }], links }
}

interface Where {
  origin: string
  locale: 'en' | 'pt'
  nowSeconds: number
  /** The village day whose occurrence the page shows first. */
  date?: string | undefined
}

/** Page metadata (rules 2.6), of the occurrence that is shown; the canonical address is that of the event. */
export function eventHead(next: ProgrammeEvent, { origin, locale, nowSeconds, date }: Where) {
  const { event: shown, chosenDay } = shownEvent(next, { date, now: nowSeconds })
  const { event, days } = withFestivalState(shown, nowSeconds)
  const { id, photo, start_time, revision = 0 } = event
  const words = [event.note ?? [], event.description].flat().join(' ')
  const card = origin + eventCardPath({ id, revision, day: villageDay(start_time), locale })
  const image = photo === undefined ? card : photoVariant(photo, '1200x630')
  const { meta, links } = pageHead({
    title: [statedTitle(event), ...(chosenDay ? [dayText(chosenDay, locale)] : [])].join(' · '),
    description: cutText(words.replace(/\s+/g, ' ').trim(), DESCRIPTION_MAX),
    card: image,
    path: `/events/${id}`,
    origin,
  })
  const isHidden = next.end_time + INDEXED_AFTER_SECONDS < nowSeconds
  const more = [
    { name: 'keywords', content: [...event.tags.map(({ name }) => name), SITE.village].join(', ') },
    { property: 'og:locale', content: locale === 'pt' ? 'pt_PT' : 'en_US' },
    { property: 'og:image:alt', content: event.title },
    // The router writes it with `<`, `>` and `&` escaped.
    { 'script:ld+json': eventJsonLd(event, days, { origin, image }) },
  ]
  return { meta: [...meta, ...(isHidden ? [NOINDEX] : []), ...more], links }
}

const STATUSES = {
  on: 'EventScheduled',
  cancelled: 'EventCancelled',
  postponed: 'EventPostponed',
  moved: 'EventRescheduled',
  sold_out: 'EventScheduled',
} as const satisfies Record<EventState, string>

const statusOf = (state: EventState = 'on') => `https://schema.org/${STATUSES[state]}`

const AUDIENCE_TYPES: Record<Audience, object> = {
  all: { audienceType: 'All ages' },
  families: { audienceType: 'Families with children' },
  adults: { audienceType: 'Adults', suggestedMinAge: 18 },
}

/** The features of a place that schema.org has a property for; an interpreter of sign language is none of a place. */
const AMENITIES: Partial<Record<AccessFeature, string>> = {
  step_free: 'Step-free access',
  accessible_toilet: 'Accessible toilet',
  seating: 'Seating',
}

/**
 * Structured event data (rules 2.6). An organizer is known where the account is marked as one; its page describes it. A festival is one
 * event from its first of `days` to its last, as search engines document it, and each day is a part of it.
 */
function eventJsonLd(
  event: ProgrammeEvent,
  days: readonly AnnouncedOccurrence[],
  { origin, image }: { origin: string; image: string },
) {
  const { id, title: name, description, state, price, organiser, rule, languages } = event
  const url = `${origin}/events/${id}`
  const organiserUrl = organiser && `${origin}/organisers/${encodeURI(organiser.slug)}`
  // The occurrence that begins last is not always the one that ends last.
  const last = days.toSorted((a, b) => b.end_time - a.end_time)[0] ?? event
  const moved = state === 'moved' ? movedTo(event) : undefined
  const { audience, access } = knownFacts(event)
  const amenities = access.flatMap((feature) => AMENITIES[feature] ?? [])
  // A name of signs alone has no page.
  const slug = placeSlug(event.location_name)
  const location = {
    ...placeJsonLd(event, slug === '' ? undefined : `${origin}/places/${encodeURI(slug)}`),
    ...(amenities.length > 0 && {
      amenityFeature: amenities.map((amenity) => ({
        '@type': 'LocationFeatureSpecification',
        name: amenity,
        value: true,
      })),
    }),
  }
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name,
    description,
    url,
    startDate: instantOf(moved ?? days[0] ?? event, 'start_time'),
    endDate: instantOf(moved ?? last, 'end_time'),
    eventStatus: statusOf(state),
    ...(moved && { previousStartDate: instantOf(event, 'start_time') }),
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location,
    ...(days.length > 0 && {
      subEvent: days.map((day) => ({
        '@type': 'Event',
        name,
        startDate: instantOf(day, 'start_time'),
        endDate: instantOf(day, 'end_time'),
        eventStatus: statusOf(day.state),
        location,
      })),
    }),
    ...(rule && { eventSchedule: scheduleJsonLd(rule) }),
    ...(audience && { audience: { '@type': 'PeopleAudience', ...AUDIENCE_TYPES[audience] } }),
    ...(languages && { inLanguage: languages }),
    ...(organiser && {
      organizer: { '@type': 'Organization', '@id': organiserUrl, url: organiserUrl, name: organiser.name },
    }),
    image: [image],
    ...(price !== undefined && { isAccessibleForFree: price === 0 }),
    ...((price !== undefined || state === 'sold_out') && {
      offers: {
        '@type': 'Offer',
        ...(price !== undefined && { price, priceCurrency: 'EUR' }),
        ...(state === 'sold_out' && { availability: 'https://schema.org/SoldOut' }),
        url,
      },
    }),
  }
}

/**
 * Finds the new date of an occurrence that was moved: the next one that takes place. If only the note knows it, the old
 * one stays.
 */
function movedTo({ schedules, rule, ...shown }: ProgrammeEvent): Occurrence {
  const next = schedules.find((one) => one.start_time > shown.start_time && !isOff(one.state))
  return rule === undefined && next !== undefined ? next : shown
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function scheduleJsonLd(rule: Recurrence) {
  return {
    '@type': 'Schedule',
    repeatFrequency: 'P1W',
    byDay: rule.days.map((day) => `https://schema.org/${WEEKDAYS[day]}`),
    startDate: rule.period_start_date,
    endDate: rule.period_end_date,
    ...(!rule.is_all_day && {
      startTime: clockText(rule.start_hour ?? 0, rule.start_minute ?? 0, 'pt'),
      endTime: clockText(rule.end_hour ?? 0, rule.end_minute ?? 0, 'pt'),
    }),
    scheduleTimezone: SITE.timeZone,
  }
}

function instantOf(one: Occurrence, end: 'start_time' | 'end_time'): string {
  return one.is_all_day ? villageDay(one[end]) : villageIso(one[end])
}
