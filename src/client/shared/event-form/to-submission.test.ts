import { describe, expect, test } from 'vitest'
import { emptyValues, fromSubmission, toEuros, toSubmission } from './form-values'
import type { EventFormValues } from './form-values'

const TRACE = { website: '', filledInMs: 41_000.4 }

function values(part: Partial<EventFormValues> = {}): EventFormValues {
  return {
    ...emptyValues(),
    email: ' ana@example.com ',
    title: ' Sunset session ',
    description: 'Longboards only, bring a jacket.',
    place: {
      name: 'Coxos',
      displayName: 'Coxos',
      formattedAddress: 'Santo Isidoro, Mafra',
      latitude: 38.9997,
      longitude: -9.4249,
    },
    tagKeys: ['surf'],
    blocks: [
      {
        isAllDay: false,
        isDaily: false,
        startDate: '2026-12-04',
        startTime: '18:30',
        endDate: '2026-12-05',
        endTime: '01:00',
      },
    ],
    ...part,
  }
}

describe('the payload of a submission', () => {
  test('joins name and address of the place, trims texts and rounds the time in the form', () => {
    expect(toSubmission(values(), TRACE)).toMatchObject({
      title: 'Sunset session',
      email: 'ana@example.com',
      location_name: 'Coxos - Santo Isidoro, Mafra',
      latitude: 38.9997,
      filled_in_ms: 41_000,
    })
  })

  test('sends timed blocks as village date-times', () => {
    expect(toSubmission(values(), TRACE).timetable).toEqual({
      list: [{ start_time: '2026-12-04 18:30:00', end_time: '2026-12-05 01:00:00', is_all_day: false }],
    })
  })

  test('sends several days as a block for each of them, past midnight too', () => {
    const festival = {
      isAllDay: false,
      isDaily: true,
      startDate: '2026-12-30',
      startTime: '20:00',
      endDate: '2027-01-01',
      endTime: '02:00',
    }
    const sent = toSubmission(values({ blocks: [festival] }), TRACE)
    expect(sent.timetable).toEqual({
      list: [
        { start_time: '2026-12-30 20:00:00', end_time: '2026-12-31 02:00:00', is_all_day: false },
        { start_time: '2026-12-31 20:00:00', end_time: '2027-01-01 02:00:00', is_all_day: false },
        { start_time: '2027-01-01 20:00:00', end_time: '2027-01-02 02:00:00', is_all_day: false },
      ],
    })
    expect(fromSubmission(sent).blocks).toEqual([festival])
  })

  test('sends no more days than the rule needs to refuse them', () => {
    const endless = {
      isAllDay: false,
      isDaily: true,
      startDate: '2026-12-30',
      startTime: '20:00',
      endDate: '2199-12-31',
      endTime: '22:00',
    }
    const { timetable } = toSubmission(values({ blocks: [endless] }), TRACE)
    expect('list' in timetable && timetable.list).toHaveLength(51)
  })

  test('sends the dates of an all-day block as times, whatever its clock says', () => {
    const [block] = values().blocks
    const allDay = values({ blocks: block ? [{ ...block, isAllDay: true }] : [] })
    expect(toSubmission(allDay, TRACE).timetable).toEqual({
      list: [{ start_time: '2026-12-04', end_time: '2026-12-05', is_all_day: true }],
    })
  })

  test('leaves a time empty when its date or its clock is missing', () => {
    const [block] = values().blocks
    const halfway = values({ blocks: block ? [{ ...block, startDate: '', endTime: '' }] : [] })
    expect(toSubmission(halfway, TRACE).timetable).toEqual({
      list: [{ start_time: '', end_time: '', is_all_day: false }],
    })
  })

  test('sends a weekly event with its days in order, and without clock when all-day', () => {
    const recurring = {
      isAllDay: false,
      periodStartDate: '2026-12-01',
      periodEndDate: '2026-12-31',
      days: [5, 0, 3],
      startTime: '09:05',
      endTime: '10:00',
    }
    const weekly = values({ eventType: 'recurring', recurring })
    expect(toSubmission(weekly, TRACE).timetable).toEqual({
      repeated: {
        days: [0, 3, 5],
        period_start_date: '2026-12-01',
        period_end_date: '2026-12-31',
        start_hour: 9,
        start_minute: 5,
        end_hour: 10,
        end_minute: 0,
        is_all_day: false,
      },
    })
    const allDay = values({ eventType: 'recurring', recurring: { ...recurring, isAllDay: true } })
    expect(toSubmission(allDay, TRACE).timetable).not.toHaveProperty('repeated.start_hour')
  })

  test('drops empty links and keeps the others in their order', () => {
    const links = values().links.map((link) =>
      link.type === 'telegram' ? { ...link, data: ' https://t.me/ericeira ' } : link,
    )
    expect(toSubmission(values({ links }), TRACE).info_links).toEqual([
      { type: 'telegram', data: 'https://t.me/ericeira' },
    ])
  })

  test('carries the honeypot only when something has filled it', () => {
    expect(toSubmission(values(), TRACE)).not.toHaveProperty('website')
    expect(toSubmission(values(), { ...TRACE, website: 'x' }).website).toBe('x')
  })

  test.each([
    ['', Number.NaN],
    ['free', Number.NaN],
    ['0', 0],
    ['7,50', 7.5],
    [' 12.34 ', 12.34],
    ['€ 1 000,5', 1000.5],
    ['-1', -1],
    ['1.000', Number.NaN],
    ['2.500', Number.NaN],
    ['1,000', Number.NaN],
    ['1e3', Number.NaN],
    ['0x10', Number.NaN],
  ])('reads the amount %o as %d euros', (text, euros) => {
    expect(toEuros(text)).toBe(euros)
  })
})

describe('what is said of the price', () => {
  test.each([
    ['nothing, unless somebody says it', {}, {}],
    ['free', { priceKind: 'free' as const, price: '12' }, { price: 0 }],
    ['a donation', { priceKind: 'donation' as const }, { price: 0, is_donation: true }],
    ['an amount', { priceKind: 'amount' as const, price: '7,50' }, { price: 7.5 }],
  ])('is %s', (_, written, sent) => {
    const { price, is_donation } = toSubmission(values(written), TRACE)
    expect({ price, is_donation }).toEqual({ price: undefined, is_donation: undefined, ...sent })
  })
})

describe('an entry of the outbox that is opened again', () => {
  test.each([
    ['timed', values()],
    [
      'all-day',
      values({
        blocks: [
          {
            ...emptyValues().blocks[0],
            isAllDay: true,
            isDaily: false,
            startDate: '2026-12-04',
            startTime: '09:00',
            endDate: '2026-12-06',
            endTime: '17:00',
          },
        ],
      }),
    ],
    [
      'weekly',
      values({
        eventType: 'recurring',
        blocks: emptyValues().blocks,
        recurring: {
          isAllDay: false,
          periodStartDate: '2026-12-01',
          periodEndDate: '2026-12-31',
          days: [1, 2],
          startTime: '09:00',
          endTime: '17:30',
        },
      }),
    ],
    ['free', values({ priceKind: 'free' })],
    [
      'with facts',
      values({ facts: { audience: 'families', access: ['step_free'], languages: ['pt', 'en'] } }),
    ],
    ['on donation', values({ priceKind: 'donation' })],
    ['with a price', values({ priceKind: 'amount', price: '12.5' })],
  ])('makes the same payload again (%s)', (_, written) => {
    const payload = toSubmission(written, TRACE)
    expect(toSubmission(fromSubmission(payload), TRACE)).toEqual(payload)
  })

  test('keeps a second link of the same type', () => {
    const links = [
      { type: 'web_url' as const, data: 'https://one.example' },
      { type: 'web_url' as const, data: 'https://two.example' },
    ]
    const payload = toSubmission(values({ links }), TRACE)
    expect(toSubmission(fromSubmission(payload), TRACE).info_links).toEqual(links)
  })
})
