import { placeUrl } from '@/client/shared/places/place-json-ld'
import { statedTitle } from '@/client/shared/programme/event-state'
import { dayText } from '@/client/shared/time/event-dates'
import { CARD_SIZE, eventCardPath } from '@/contract/events/cards'
import type { ProgrammeEvent } from '@/contract/events/events'
import { placeSlug } from '@/domain/places/place-slug'
import { photoVariant } from '@/domain/events/photo'
import { villageDay } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { withFestivalState } from '../festival-state'
import { eventJsonLd } from './event-json-ld'
import { shownEvent } from '@/offline/programme/shown-event'

/** A description of the page has at most this many characters (rules 9). */
const DESCRIPTION_CHARS = 150

/** An event older than this is not indexed: people with a link still find it, search engines look for what is to come. */
const INDEXED_AFTER_SECONDS = 30 * 86_400

interface Where {
  origin: string
  locale: 'en' | 'pt'
  nowSeconds: number
  /** The village day whose occurrence the page shows first. */
  date?: string | undefined
}

/** Keeps the page from search engines, and its address, which may hold the token of a mail's link, from other sites. */
const PRIVATE = [
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
]

/** The head of a page without an event. */
export function noEventHead(outcome: 'found' | 'unreachable' | undefined) {
  const title = outcome === 'unreachable' ? m.event_failed() : m.event_not_found()
  return { meta: [{ title: `${title} · ${SITE.name}` }, ...PRIVATE], links: [] }
}

/** An event that not everybody may see has no preview and no canonical address. */
export function privateEventHead({ title }: ProgrammeEvent) {
  return { meta: [{ title: `${title} · ${SITE.name}` }, ...PRIVATE], links: [] }
}

/** Page metadata (rules 2.6), of the occurrence that is shown; the canonical address is that of the event. */
export function eventHead(next: ProgrammeEvent, { origin, locale, nowSeconds, date }: Where) {
  const { event: shown, chosenDay } = shownEvent(next, { date, now: nowSeconds })
  const { event } = withFestivalState(shown, nowSeconds)
  const url = `${origin}/events/${event.id}`
  const description = shortened([event.note ?? [], event.description].flat().join('\n'))
  const title = statedTitle(event)
  const photo = event.photo === undefined ? undefined : photoVariant(event.photo, '1200x630')
  const image = photo ?? cardOf(event, { origin, locale })
  return {
    meta: [
      { title: [title, ...(chosenDay ? [dayText(chosenDay, locale)] : []), SITE.name].join(' · ') },
      ...(next.end_time + INDEXED_AFTER_SECONDS < nowSeconds ? [{ name: 'robots', content: 'noindex' }] : []),
      { name: 'description', content: description },
      { name: 'keywords', content: [...event.tags.map(({ name }) => name), SITE.village].join(', ') },
      { property: 'og:type', content: 'article' },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: url },
      { property: 'og:locale', content: locale === 'pt' ? 'pt_PT' : 'en_US' },
      { name: 'twitter:card', content: 'summary_large_image' },
      { name: 'twitter:title', content: title },
      { name: 'twitter:description', content: description },
      { property: 'og:image', content: image },
      { property: 'og:image:width', content: String(CARD_SIZE.width) },
      { property: 'og:image:height', content: String(CARD_SIZE.height) },
      { property: 'og:image:alt', content: event.title },
      { name: 'twitter:image', content: image },
      // The router writes it with `<`, `>` and `&` escaped.
      {
        'script:ld+json': eventJsonLd(event, {
          url,
          image: photo,
          placeUrl: placeUrl(origin, placeSlug(event.location_name)),
          organiserUrl: event.organiser && `${origin}/organisers/${event.organiser.slug}`,
        }),
      },
    ],
    links: [{ rel: 'canonical', href: url }],
  }
}

/** The address of the card of an event without a photo, with the date that the page shows. */
function cardOf(event: ProgrammeEvent, { origin, locale }: Pick<Where, 'origin' | 'locale'>): string {
  const day = villageDay(event.start_time)
  return origin + eventCardPath({ id: event.id, revision: event.revision ?? 0, day, locale })
}

/** The first 150 characters, counted as people count, line breaks as spaces. */
export function shortened(description: string): string {
  return [...description.replace(/\s+/g, ' ').trim()].slice(0, DESCRIPTION_CHARS).join('')
}
