import { describe, expect, it } from 'vitest'
import { eventJsonLd } from './event-json-ld'
import { fado } from '../event.fixture'

const at = (iso: string) => Date.parse(iso) / 1000

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

  it('says what it costs only when that is known', () => {
    expect(eventJsonLd({ ...fado, price: 12.5 }, addresses)).toMatchObject({
      isAccessibleForFree: false,
      offers: { price: 12.5, priceCurrency: 'EUR' },
    })
    expect(eventJsonLd(fado, addresses)).not.toHaveProperty('offers')
  })
})
