import { describe, expect, it } from 'vitest'
import type { ProgrammeEvent } from '@/contract/events'
import { eventHead, shortened } from './event-head'
import { eventJsonLd } from './event-json-ld'
import { webUrl } from './links'
import { laterDates } from './later-dates'
import { priceText } from './price-text'

const at = (iso: string) => Date.parse(iso) / 1000
const event: ProgrammeEvent = {
  id: '0b7e3b52-9a52-4d8e-9c38-0e7a4c1d2f10',
  title: 'Fado na Praça',
  description: 'A night of fado.\nBring a jacket.',
  start_time: at('2026-07-04T20:00:00Z'),
  end_time: at('2026-07-04T22:00:00Z'),
  is_all_day: false,
  location_name: 'Praça da República - Ericeira',
  latitude: 38.9632,
  longitude: -9.4165,
  tags: [{ id: '1', key: 'music', name: 'Music' }],
  info_links: [],
  photo: 'https://guide.test/photos/0123456789abcdef-full.jpg',
  schedules: [],
}
const here = { origin: 'https://guide.test', locale: 'en' } as const

describe('the head of an event page', () => {
  it('shows the photo as 1200x630 and the canonical address', () => {
    const { meta, links } = eventHead(event, here)
    expect(meta).toContainEqual({
      property: 'og:image',
      content: 'https://guide.test/photos/0123456789abcdef-1200x630.webp',
    })
    expect(links).toEqual([{ rel: 'canonical', href: `https://guide.test/events/${event.id}` }])
  })

  it('is hidden from search engines when there is no event', () => {
    expect(eventHead(undefined, here).meta).toContainEqual({ name: 'robots', content: 'noindex' })
  })

  it('describes the page with the first 150 characters of the description', () => {
    expect(shortened('a\n\nb')).toBe('a b')
    expect(shortened('🌊'.repeat(200))).toBe('🌊'.repeat(150))
  })
})

describe('the structured data', () => {
  const addresses = { url: 'https://guide.test/events/1', origin: 'https://guide.test', image: undefined }

  it('gives the times with the offset of the village', () => {
    expect(eventJsonLd(event, addresses)).toMatchObject({
      startDate: '2026-07-04T21:00:00+01:00',
      endDate: '2026-07-04T23:00:00+01:00',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { address: { addressLocality: 'Ericeira', addressRegion: 'Lisbon', addressCountry: 'PT' } },
    })
  })

  it('gives only days for an all-day event', () => {
    const fair = {
      ...event,
      is_all_day: true,
      start_time: at('2026-07-03T23:00:00Z'),
      end_time: at('2026-07-05T22:59:59Z'),
    }
    expect(eventJsonLd(fair, addresses)).toMatchObject({ startDate: '2026-07-04', endDate: '2026-07-05' })
  })

  it('says what it costs only when that is known', () => {
    expect(eventJsonLd({ ...event, price: 12.5 }, addresses)).toMatchObject({
      isAccessibleForFree: false,
      offers: { price: 12.5, priceCurrency: 'EUR' },
    })
    expect(eventJsonLd(event, addresses)).not.toHaveProperty('offers')
  })
})

describe('an address that a stranger wrote', () => {
  it('is shown by its host when it leads to the web', () => {
    expect(webUrl('https://www.example.org/a?b')).toEqual({
      href: 'https://www.example.org/a?b',
      host: 'example.org',
    })
  })

  it('is not shown otherwise', () => {
    expect(webUrl('javascript:alert(1)')).toBeUndefined()
    expect(webUrl('not an address')).toBeUndefined()
    expect(webUrl(undefined)).toBeUndefined()
  })
})

describe('a price', () => {
  it('has cents only where there are any, and the comma of its language', () => {
    expect(priceText(0, 'en')).toBe('0')
    expect(priceText(12.5, 'en')).toBe('12.50')
    expect(priceText(12.5, 'pt')).toBe('12,50')
  })
})

describe('other dates', () => {
  const day = 86_400
  const schedules = [-2, 0, 7, 14].map((days) => ({
    start_time: event.start_time + days * day,
    end_time: event.end_time + days * day,
    is_all_day: false,
  }))

  it('are those to come, without the one that the page shows', () => {
    const dates = laterDates({ ...event, schedules }, event.start_time - day)
    expect(dates.map(({ start_time }) => (start_time - event.start_time) / day)).toEqual([7, 14])
  })

  it('are none for an event that happens once', () => {
    expect(laterDates({ ...event, schedules: schedules.slice(1, 2) }, event.start_time - day)).toEqual([])
  })
})
