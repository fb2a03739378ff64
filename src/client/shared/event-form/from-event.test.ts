import { knownFacts } from '@/domain/events/event-fields'
import { beforeAll, expect, test } from 'vitest'
import {
  fromSubmission,
  contentOf,
  hasBegun,
  payloadOf,
  payloadOfProposal,
  toUpdate,
  valuesOfCopy,
  toSubmission,
} from './form-values'
import { payloadProblems } from '@/client/shared/event-form/problems/form-problems'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { ensureTemporal } from '@/domain/time/village-time'

beforeAll(ensureTemporal)

const event: BackOfficeEvent = {
  id: 'e1',
  title: 'Sunset session',
  description: 'Longboards only, bring a jacket.',
  status: 'PUBLISHED',
  email: 'ana@example.com',
  start_time: 6_754_000_000,
  end_time: 6_754_003_600,
  is_all_day: false,
  location_name: 'Coxos - Santo Isidoro',
  latitude: 38.9997,
  longitude: -9.4249,
  tags: [{ id: 't1', key: 'surf', name: 'Surf' }],
  info_links: [{ type: 'telegram', data: 'https://t.me/surf' }],
  info_url: 'https://example.com/old',
  timetable: {
    list: [{ start_time: '2184-01-10 19:00:00', end_time: '2184-01-10 21:00:00', is_all_day: false }],
  },
  schedules: [{ id: 's1', start_time: 6_754_000_000, end_time: 6_754_003_600, is_all_day: false }],
  duplicates: [],
  created_at: 0,
  updated_at: 0,
  revision: 4,
}

test('an event that is opened in the form and saved at once is what it was', () => {
  const written = toSubmission(fromSubmission(payloadOf(event)), { website: '', filledInMs: 5000 })
  expect(toUpdate(written, event, { removesPhoto: false })).toEqual({
    title: event.title,
    description: event.description,
    location_name: event.location_name,
    latitude: event.latitude,
    longitude: event.longitude,
    tag_keys: ['surf'],
    timetable: event.timetable,
    info_links: event.info_links,
    info_url: 'https://example.com/old',
    // An edit that does not name them would leave them alone.
    audience: null,
    access: [],
    languages: [],
    revision: 4,
  })
})

test('a link of a type that this version does not know stays, also when the others are changed', () => {
  const newer = { type: 'mastodon', data: 'https://surf.example/@ericeira' }
  const opened = fromSubmission(payloadOf({ ...event, info_links: [newer, ...event.info_links] }))
  const links = opened.links.map((link) => (link.type === 'telegram' ? { ...link, data: '' } : link))
  const written = toSubmission({ ...opened, links }, { website: '', filledInMs: 5000 })
  expect(toUpdate(written, event, { removesPhoto: false }).info_links).toEqual([newer])
  const problems = payloadProblems({ ...written, email: 'ana@example.com' }, 0)
  expect(problems).toEqual([])
})

test('facts stay what they were when nobody touches them', () => {
  const facts = { audience: 'families', access: ['step_free', 'seating'], languages: ['pt'] }
  const opened = fromSubmission(payloadOf({ ...event, ...facts }))
  const written = toSubmission(opened, { website: '', filledInMs: 5000 })
  expect(toUpdate(written, event, { removesPhoto: false })).toMatchObject(facts)
})

test.each([{}, { price: 0 }, { price: 0, is_donation: true }, { price: 7.5 }])(
  'the price %j stays what it was when nobody touches it',
  (price) => {
    const opened = fromSubmission(payloadOf({ ...event, ...price }))
    const { price: euros, is_donation } = toUpdate(
      toSubmission(opened, { website: '', filledInMs: 5000 }),
      event,
      { removesPhoto: false },
    )
    expect({ price: euros, is_donation }).toEqual({ price: undefined, is_donation: undefined, ...price })
  },
)

test('a photo is removed or left alone', () => {
  expect(toUpdate(payloadOf(event), event, { removesPhoto: true }).photo).toBeNull()
  expect(toUpdate(payloadOf(event), event, { removesPhoto: false })).not.toHaveProperty('photo')
})

test('links are omitted when there are none', () => {
  expect(contentOf({ ...payloadOf(event), info_links: [] })).not.toHaveProperty('info_links')
})

test('facts, links and a price that were taken back are sent as unsaid', () => {
  const stated = payloadOf({ ...event, price: 5, audience: 'adults', access: ['seating'], languages: ['pt'] })
  const opened = fromSubmission(stated)
  const values = { ...opened, links: [], priceKind: 'unsaid' as const, facts: knownFacts({}) }
  const unsaid = { audience: null, access: [], languages: [] }
  const sent = contentOf(toSubmission(values, { website: '', filledInMs: 5000 }))
  expect(sent).toMatchObject(unsaid)
  expect(sent).not.toHaveProperty('price')
  expect(sent).not.toHaveProperty('info_links')
  expect(contentOf(payloadOf(event))).toMatchObject(unsaid)
})

test('a proposal takes back the facts that it names as unsaid, and leaves those that it does not name', () => {
  const { email: _, ...content } = payloadOf(event)
  const base = { ...event, audience: 'families', languages: ['pt'] }
  const proposal = { id: 'p1', content: { ...content, audience: null }, base, created_at: 0 }
  const opened = fromSubmission(payloadOfProposal(proposal))
  expect(opened.facts).toEqual({ audience: undefined, access: [], languages: ['pt'] })
})

test('a copy has everything but the dates', () => {
  expect(valuesOfCopy(event)).toMatchObject({
    title: 'Sunset session',
    tagKeys: ['surf'],
    eventType: 'one-time',
    blocks: [{ startDate: '', endDate: '', startTime: '19:00', endTime: '21:00' }],
    // Another event has no older field for it.
    links: expect.arrayContaining([{ type: 'web_url', data: 'https://example.com/old' }]),
  })
  const weekly: BackOfficeEvent = {
    ...event,
    timetable: {
      repeated: {
        days: [1, 3],
        start_hour: 9,
        start_minute: 0,
        end_hour: 10,
        end_minute: 30,
        period_start_date: '2184-01-01',
        period_end_date: '2184-06-01',
        is_all_day: false,
      },
    },
  }
  expect(valuesOfCopy(weekly)).toMatchObject({
    eventType: 'recurring',
    recurring: { days: [1, 3], startTime: '09:00', endTime: '10:30', periodStartDate: '', periodEndDate: '' },
  })
})

test('times may lie in the past once the event has begun', () => {
  expect(hasBegun(event, 6_700_000_000)).toBe(false)
  expect(hasBegun(event, 6_754_100_000)).toBe(true)
})
