import { describe, expect, it } from 'vitest'
import { UNLOCATED } from '@/domain/places/place'
import { eventJsonLd } from './event-json-ld'
import { fado } from '../event.fixture'

const at = (iso: string) => Date.parse(iso) / 1000

const block = (day: string, from: string, to: string) => ({
  start_time: at(`${day}T${from}Z`),
  end_time: at(`${day}T${to}Z`),
  is_all_day: false,
})

describe('the structured data', () => {
  const addresses = { url: 'https://guide.test/events/1', origin: 'https://guide.test', image: undefined }

  it('gives the times with the offset of the village', () => {
    expect(eventJsonLd(fado, addresses)).toMatchObject({
      startDate: '2026-07-04T21:00:00+01:00',
      endDate: '2026-07-04T23:00:00+01:00',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { address: { addressLocality: 'Ericeira', addressRegion: 'Lisbon', addressCountry: 'PT' } },
    })
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

  it('gives the coordinates of a located place alone', () => {
    expect(eventJsonLd(fado, addresses).location).toHaveProperty('geo')
    const typed = { ...fado, location_name: 'Casa do Xico - Ericeira', ...UNLOCATED }
    const { location } = eventJsonLd(typed, addresses)
    expect(location).toMatchObject({ name: 'Casa do Xico' })
    expect(location).not.toHaveProperty('geo')
  })

  it('says what it costs only when that is known', () => {
    expect(eventJsonLd({ ...fado, price: 12.5 }, addresses)).toMatchObject({
      isAccessibleForFree: false,
      offers: { price: 12.5, priceCurrency: 'EUR' },
    })
    expect(eventJsonLd(fado, addresses)).not.toHaveProperty('offers')
  })
})
