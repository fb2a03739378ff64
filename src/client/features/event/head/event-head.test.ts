import { describe, expect, it } from 'vitest'
import type { ProgrammeEvent } from '@/contract/events/events'

import { eventHead, privateEventHead } from './event-head'
import { fado } from '../event.fixture'

const here = { origin: 'https://guide.test', locale: 'en', nowSeconds: fado.start_time - 86_400 } as const
const at = (iso: string) => Date.parse(iso) / 1000
const block = (day: string, from: string, to: string) => ({
  start_time: at(`${day}T${from}Z`),
  end_time: at(`${day}T${to}Z`),
  is_all_day: false,
})

describe('the head of an event page', () => {
  it('shows a card with its words, edit, day and language where there is no photo', () => {
    const { photo: _photo, ...bare } = fado
    const { meta } = eventHead({ ...bare, revision: 7 }, { ...here, locale: 'pt' })
    const content = `https://guide.test/cards/${fado.id}.png?v=7&date=2026-07-04&lang=pt`
    expect(meta).toContainEqual({ property: 'og:image', content })
    expect(meta).toContainEqual({ name: 'twitter:image', content })
  })

  it('says in title, preview and description what holds', () => {
    const { meta } = eventHead({ ...fado, state: 'moved', note: 'Ask at the bar' }, here)
    expect(meta).toContainEqual({ title: 'Moved: Fado na Praça · Ericeira Events' })
    expect(meta).toContainEqual({ property: 'og:title', content: 'Moved: Fado na Praça' })
    const content = 'Ask at the bar A night of fado. Bring a jacket.'
    expect(meta).toContainEqual({ name: 'description', content })
  })

  it('of what not everybody may see, or is not there, tells neither search engines, link previews nor other sites', () => {
    const { meta, links } = privateEventHead(fado.title)
    expect(links).toEqual([])
    expect(meta.slice(1)).toEqual([
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ])
  })

  it.each([
    [30, false],
    [31, true],
  ])('%i days after the event it is hidden from search engines: %s', (days, isHidden) => {
    const { meta } = eventHead(fado, { ...here, nowSeconds: fado.end_time + days * 86_400 })
    expect(meta.some((one) => 'name' in one && one.name === 'robots')).toBe(isHidden)
  })
})

/** The structured data of an event that takes place as the fixture, but for `fields`. */
function jsonLd(fields: Partial<ProgrammeEvent> = {}, date?: string) {
  const { meta } = eventHead({ ...fado, ...fields }, { ...here, date })
  const [found] = meta.flatMap((one) => ('script:ld+json' in one ? [one['script:ld+json']] : []))
  if (found === undefined) throw new Error('The head has no structured data.')
  return found
}

describe('the structured data', () => {
  it('gives times with the offset of the village, and its place as an entity', () => {
    expect(jsonLd()).toMatchObject({
      startDate: '2026-07-04T21:00:00+01:00',
      endDate: '2026-07-04T23:00:00+01:00',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: {
        '@id': 'https://guide.test/places/praca-da-republica',
        name: 'Praça da República',
        address: {
          streetAddress: 'Ericeira',
          addressLocality: 'Ericeira',
          addressRegion: 'Lisbon',
          addressCountry: 'PT',
        },
        geo: { latitude: fado.latitude },
      },
    })
  })

  it('covers a festival from its first day to its last, with each day as a part', () => {
    const schedules = [
      block('2026-12-18', '17:00', '23:30'),
      block('2026-12-19', '12:00', '23:30'),
      block('2026-12-20', '12:00', '20:00'),
      block('2027-01-09', '12:00', '20:00'),
    ]
    expect(jsonLd({ schedules }, '2026-12-19')).toMatchObject({
      startDate: '2026-12-18T17:00:00+00:00',
      endDate: '2026-12-20T20:00:00+00:00',
      subEvent: [
        { startDate: '2026-12-18T17:00:00+00:00', endDate: '2026-12-18T23:30:00+00:00' },
        { startDate: '2026-12-19T12:00:00+00:00' },
        { startDate: '2026-12-20T12:00:00+00:00', location: { name: 'Praça da República' } },
      ],
    })
    expect(jsonLd()).not.toHaveProperty('subEvent')
  })

  it('says what it costs, for whom it is, who organises it, and what the place has, only where that is known', () => {
    const facts = {
      price: 12.5,
      audience: 'adults',
      access: ['step_free', 'sign_language'],
      languages: ['pt', 'en'],
      organiser: { slug: 'clube', name: 'Clube' },
    }
    expect(jsonLd(facts)).toMatchObject({
      isAccessibleForFree: false,
      offers: { price: 12.5, priceCurrency: 'EUR' },
      audience: { '@type': 'PeopleAudience', suggestedMinAge: 18 },
      inLanguage: ['pt', 'en'],
      organizer: { '@id': 'https://guide.test/organisers/clube', name: 'Clube' },
      location: { amenityFeature: [{ name: 'Step-free access', value: true }] },
    })
    const bare = jsonLd()
    for (const field of ['offers', 'audience', 'inLanguage', 'organizer'])
      expect(bare).not.toHaveProperty(field)
    expect(bare.location).not.toHaveProperty('amenityFeature')
  })

  it('of a series has its rule', () => {
    const rule = {
      days: [1, 3],
      start_hour: 9,
      start_minute: 5,
      end_hour: 10,
      end_minute: 0,
      period_start_date: '2026-07-01',
      period_end_date: '2026-09-30',
      is_all_day: false,
    }
    expect(jsonLd({ rule }).eventSchedule).toMatchObject({
      repeatFrequency: 'P1W',
      byDay: ['https://schema.org/Monday', 'https://schema.org/Wednesday'],
      startTime: '09:05',
      scheduleTimezone: 'Europe/Lisbon',
    })
  })
})
