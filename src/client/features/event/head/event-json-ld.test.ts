import { describe, expect, it } from 'vitest'
import { UNLOCATED } from '@/domain/places/place'
import { eventJsonLd } from './event-head'
import { fado } from '../event.fixture'

const at = (iso: string) => Date.parse(iso) / 1000

const block = (day: string, from: string, to: string) => ({
  start_time: at(`${day}T${from}Z`),
  end_time: at(`${day}T${to}Z`),
  is_all_day: false,
})

describe('the structured data', () => {
  const addresses = { url: 'https://guide.test/events/1', image: 'https://guide.test/card.png' }

  it('gives the times with the offset of the village', () => {
    expect(eventJsonLd(fado, addresses)).toMatchObject({
      startDate: '2026-07-04T21:00:00+01:00',
      endDate: '2026-07-04T23:00:00+01:00',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { address: { addressLocality: 'Ericeira', addressRegion: 'Lisbon', addressCountry: 'PT' } },
    })
  })

  it('names its organiser by the address of that page, and nobody where none is known', () => {
    const organiserUrl = 'https://guide.test/organisers/clube'
    const event = { ...fado, organiser: { slug: 'clube', name: 'Clube' } }
    expect(eventJsonLd(event, { ...addresses, organiserUrl }).organizer).toEqual({
      '@type': 'Organization',
      '@id': organiserUrl,
      url: organiserUrl,
      name: 'Clube',
    })
    expect(eventJsonLd(fado, addresses)).not.toHaveProperty('organizer')
  })

  it('gives only days for an all-day event', () => {
    const fair = {
      ...fado,
      is_all_day: true,
      start_time: at('2026-07-03T23:00:00Z'),
      end_time: at('2026-07-05T22:59:59Z'),
    }
    expect(eventJsonLd(fair, addresses)).toMatchObject({ startDate: '2026-07-04', endDate: '2026-07-05' })
  })

  it('covers a festival from its first day to its last, with each day as a part', () => {
    const schedules = [
      block('2026-12-18', '17:00', '23:30'),
      block('2026-12-19', '12:00', '23:30'),
      block('2026-12-20', '12:00', '20:00'),
      block('2027-01-09', '12:00', '20:00'),
    ]
    // The page shows the second day first.
    const festival = { ...fado, ...schedules[1], schedules }
    expect(eventJsonLd(festival, addresses)).toMatchObject({
      startDate: '2026-12-18T17:00:00+00:00',
      endDate: '2026-12-20T20:00:00+00:00',
      subEvent: [
        { startDate: '2026-12-18T17:00:00+00:00', endDate: '2026-12-18T23:30:00+00:00' },
        { startDate: '2026-12-19T12:00:00+00:00' },
        { startDate: '2026-12-20T12:00:00+00:00', location: { name: 'Praça da República' } },
      ],
    })
    expect(eventJsonLd(fado, addresses)).not.toHaveProperty('subEvent')
  })

  it('ends a festival with what ends last, not with what begins last', () => {
    const allDays = {
      start_time: at('2026-12-18T00:00:00Z'),
      end_time: at('2026-12-20T23:59:59Z'),
      is_all_day: true,
    }
    const schedules = [allDays, block('2026-12-19', '21:00', '23:00')]
    expect(eventJsonLd({ ...fado, ...allDays, schedules }, addresses)).toMatchObject({
      startDate: '2026-12-18',
      endDate: '2026-12-20',
    })
  })

  it('gives the place as an entity of its own where it has a page', () => {
    const placeUrl = 'https://guide.test/places/praca-da-republica'
    expect(eventJsonLd(fado, { ...addresses, placeUrl }).location).toMatchObject({
      '@id': placeUrl,
      url: placeUrl,
      name: 'Praça da República',
    })
    expect(eventJsonLd(fado, addresses).location).not.toHaveProperty('url')
  })

  it('gives the coordinates of a located place alone', () => {
    expect(eventJsonLd(fado, addresses).location).toHaveProperty('geo')
    const typed = { ...fado, location_name: 'Casa do Xico - Ericeira', ...UNLOCATED }
    const { location } = eventJsonLd(typed, addresses)
    expect(location).toMatchObject({ name: 'Casa do Xico' })
    expect(location).not.toHaveProperty('geo')
  })

  it('gives the street of a located place, and none of one that somebody typed', () => {
    const square = { ...fado, location_name: 'Praça da República - Rua Dr. Eduardo Burnay 2, Ericeira' }
    expect(eventJsonLd(square, addresses).location?.address).toMatchObject({
      streetAddress: 'Rua Dr. Eduardo Burnay 2, Ericeira',
    })
    expect(eventJsonLd({ ...square, ...UNLOCATED }, addresses).location?.address).not.toHaveProperty(
      'streetAddress',
    )
  })

  it('says what it costs only when that is known', () => {
    expect(eventJsonLd({ ...fado, price: 12.5 }, addresses)).toMatchObject({
      isAccessibleForFree: false,
      offers: { price: 12.5, priceCurrency: 'EUR' },
    })
    expect(eventJsonLd(fado, addresses)).not.toHaveProperty('offers')
  })

  it('says for whom it is, in which languages, and what the place has, only where the event says so', () => {
    const facts = { audience: 'adults', access: ['step_free', 'sign_language'], languages: ['pt', 'en'] }
    expect(eventJsonLd({ ...fado, ...facts }, addresses)).toMatchObject({
      audience: { '@type': 'PeopleAudience', suggestedMinAge: 18 },
      inLanguage: ['pt', 'en'],
      location: { amenityFeature: [{ name: 'Step-free access', value: true }] },
    })
    const withoutFacts = eventJsonLd(fado, addresses)
    expect(withoutFacts).not.toHaveProperty('audience')
    expect(withoutFacts).not.toHaveProperty('inLanguage')
    expect(withoutFacts.location).not.toHaveProperty('amenityFeature')
  })

  it.each([
    ['on', 'EventScheduled'],
    ['cancelled', 'EventCancelled'],
    ['postponed', 'EventPostponed'],
    ['moved', 'EventRescheduled'],
    ['sold_out', 'EventScheduled'],
  ] as const)('of an event that is %s says %s', (state, status) => {
    const jsonLd = eventJsonLd({ ...fado, state }, addresses)
    expect(jsonLd.eventStatus).toBe(`https://schema.org/${status}`)
    expect(jsonLd).not.toHaveProperty('organizer')
    expect('previousStartDate' in jsonLd).toBe(state === 'moved')
    expect(jsonLd.offers?.availability).toBe(state === 'sold_out' ? 'https://schema.org/SoldOut' : undefined)
  })

  it('of a date that was moved names the date that holds, and the one before', () => {
    const schedules = [
      { ...block('2026-07-04', '20:00', '22:00'), state: 'moved' as const },
      { ...block('2026-07-05', '20:00', '22:00'), state: 'cancelled' as const },
      block('2026-07-12', '20:00', '22:00'),
    ]
    expect(eventJsonLd({ ...fado, state: 'moved', schedules }, addresses)).toMatchObject({
      startDate: '2026-07-12T21:00:00+01:00',
      previousStartDate: '2026-07-04T21:00:00+01:00',
    })
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
    expect(eventJsonLd({ ...fado, rule }, addresses).eventSchedule).toMatchObject({
      repeatFrequency: 'P1W',
      byDay: ['https://schema.org/Monday', 'https://schema.org/Wednesday'],
      startTime: '09:05',
      scheduleTimezone: 'Europe/Lisbon',
    })
  })
})
