import { escapeUTF8 } from 'entities'
import { Feed } from 'feed'
import { writeCalendar } from '@/domain/calendar/calendar'
import { dateComponent } from '@/domain/calendar/calendar-event'
import { announced } from '@/domain/calendar/calendar-file'
import { splitLocationName } from '@/domain/places/location-name'
import { villageDay } from '@/domain/time/local-time'
import { stateLabels } from '@/messages/calendar-labels'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'
import type { FeedDate } from './feed-dates'
import type { NewestEvent } from './newest-events'

/** The title and addresses of a feed. */
export interface FeedHead {
  name: string
  /** Scheme and host. */
  origin: string
  /** Path and query of the feed, and of the list with the same filter. */
  path: string
  listPath: string
  locale: Locale
}

/** One VEVENT a date, because programs differ in what they make of rules. */
export function writeIcs(
  dates: readonly FeedDate[],
  { name, origin, path, locale }: FeedHead,
  nowSeconds: number,
): string {
  const context = { origin, stateLabels: stateLabels(locale) }
  const starts = dates.map(({ occurrence }) => occurrence.start_time)
  return writeCalendar({
    components: dates.map(({ event, occurrence }) =>
      dateComponent(event, announced(event, occurrence), context),
    ),
    first: starts[0] ?? nowSeconds,
    last: starts.at(-1) ?? nowSeconds,
    subscription: { name, address: `${origin}${path}` },
  })
}

/** RSS 2.0: an item an event, dated by when it was published. */
export function writeRss(
  events: readonly NewestEvent[],
  { name, origin, path, listPath, locale }: FeedHead,
  nowSeconds: number,
): string {
  const feed = new Feed({
    title: printed(name),
    description: m.feed_description({ village: SITE.village }, { locale }),
    id: `${origin}${listPath}`,
    link: `${origin}${listPath}`,
    feedLinks: { rss: `${origin}${path}` },
    language: locale === 'pt' ? 'pt-PT' : 'en',
    copyright: SITE.name,
    generator: SITE.name,
    updated: dateOf(events.length === 0 ? nowSeconds : Math.max(...events.map((one) => one.updated_at))),
    ttl: 180,
  })
  for (const event of events) {
    feed.addItem({
      title: printed(titleOf(event, locale)),
      guid: event.id,
      link: addressOf(event, origin),
      date: dateOf(event.published_at),
      description: paragraphs(event, locale),
      category: event.tags.map((tag) => ({ name: printed(tag.name) })),
    })
  }
  return feed.rss2()
}

/** JSON Feed 1.1, which the library of the other does not write. */
export function writeJsonFeed(
  events: readonly NewestEvent[],
  { name, origin, path, listPath, locale }: FeedHead,
): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: name,
    description: m.feed_description({ village: SITE.village }, { locale }),
    home_page_url: `${origin}${listPath}`,
    feed_url: `${origin}${path}`,
    language: locale === 'pt' ? 'pt-PT' : 'en',
    items: events.map((event) => ({
      id: event.id,
      url: addressOf(event, origin),
      title: titleOf(event, locale),
      content_text: [...(event.note ? [event.note] : []), event.description].join('\n\n'),
      ...(event.photo !== undefined && { image: event.photo }),
      date_published: dateOf(event.published_at).toISOString(),
      date_modified: dateOf(event.updated_at).toISOString(),
      tags: event.tags.map((tag) => tag.name),
      _events: {
        start: dateOf(event.start_time).toISOString(),
        end: dateOf(event.end_time).toISOString(),
        all_day: event.is_all_day,
        state: event.state,
        note: event.note,
        place: event.location_name,
        price: event.price,
        audience: event.audience,
        access: event.access,
        languages: event.languages,
      },
    })),
  })
}

function addressOf({ id, start_time }: NewestEvent, origin: string): string {
  return `${origin}/events/${id}?date=${villageDay(start_time)}`
}

/** 'Sat 5 Dec, 18:00 · Fado': when it is stands first, since readers show the day on which it was published. */
function titleOf({ title, state, ...event }: NewestEvent, locale: Locale): string {
  const label = state === undefined || state === 'on' ? '' : `${stateLabels(locale)[state].toUpperCase()}: `
  return `${whenOf(event, locale)} · ${label}${title}`
}

function whenOf(
  { start_time, is_all_day }: Pick<NewestEvent, 'start_time' | 'is_all_day'>,
  locale: Locale,
): string {
  const format = new Intl.DateTimeFormat(locale === 'pt' ? 'pt-PT' : 'en-GB', {
    timeZone: SITE.timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const parts = format.formatToParts(start_time * 1000)
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? ''
  const day = `${part('weekday')} ${part('day')} ${part('month')}`
  return is_all_day ? day : `${day}, ${part('hour')}:${part('minute')}`
}

function paragraphs(event: NewestEvent, locale: Locale): string {
  const place = splitLocationName(event.location_name).displayName
  const texts = [
    ...(event.note === undefined ? [] : [event.note]),
    [whenOf(event, locale), place].filter((one) => one !== '').join(' · '),
    ...event.description.split(/\n{2,}/),
  ]
  return texts.map((text) => `<p>${escapeUTF8(printed(text)).replaceAll('\n', '<br>')}</p>`).join('')
}

/** XML has no other control characters than tab and line break, and no half of a surrogate pair. */
function printed(text: string): string {
  return text.replaceAll(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, '').toWellFormed()
}

function dateOf(epochSeconds: number): Date {
  return new Date(epochSeconds * 1000)
}
