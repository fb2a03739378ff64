import { describe, expect, test } from 'vitest'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'

import {
  contentOf,
  emptyValues,
  payloadOf,
  toEuros,
  toPayload,
  valuesLike,
  type EventValues,
} from './event-values'
import { proposedOver } from './conflict'
import { readDraft } from './event-draft'

const TRACE = { website: '', filledInMs: 41_000.4 }
const sent = (part: Partial<EventValues>) => toPayload({ ...emptyValues(), ...part }, TRACE)

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
/** An event is opened in the form, changed so, and saved. */
const saved = (opened: BackOfficeEvent, change: Partial<EventValues> = {}) =>
  contentOf(toPayload({ ...payloadOf(opened), ...change }, TRACE), opened)

describe('what is sent', () => {
  test('has its texts trimmed, its empty links left out, and the honeypot only when something has filled it', () => {
    const info_links = [
      { type: 'instagram', data: ' ' },
      { type: 'telegram', data: ' https://t.me/ericeira ' },
      { type: 'web_url', data: 'surf.example' },
    ]
    const payload = sent({ title: ' Sunset session ', email: ' ana@example.com ', info_links })
    expect(JSON.parse(JSON.stringify(payload))).toMatchObject({
      title: 'Sunset session',
      email: 'ana@example.com',
      info_links: [
        { type: 'telegram', data: 'https://t.me/ericeira' },
        { type: 'web_url', data: 'https://surf.example' },
      ],
      filled_in_ms: 41_000,
    })
    expect(payload.website).toBeUndefined()
    expect(toPayload(emptyValues(), { ...TRACE, website: 'x' }).website).toBe('x')
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
    ['1,000', Number.NaN],
    ['1e3', Number.NaN],
    ['0x10', Number.NaN],
  ])('reads the amount %o as %d euros', (text, euros) => {
    expect(toEuros(text)).toBe(euros)
    expect(sent({ price: text }).price).toBe(euros)
  })
})

describe('an update', () => {
  test('of an event that is opened and saved at once is what it was, and names no fact', () => {
    const { email: _, ...stored } = payloadOf(event)
    const content = { ...stored, info_url: event.info_url }
    for (const price of [{}, { price: 0 }, { price: 0, is_donation: true }, { price: 7.5 }])
      expect(saved({ ...event, ...price, audience: 'families' })).toEqual({ ...content, ...price })
  })

  test('leaves alone a link of a type that this version does not know', () => {
    const newer = { type: 'mastodon', data: 'https://surf.example/@ericeira' }
    expect(saved({ ...event, info_links: [newer] }).info_links).toEqual([newer])
  })

  test('says of facts, links and a price that were taken back that they are unsaid', () => {
    const stated = { ...event, price: 5, audience: 'adults', access: ['seating'], languages: ['pt'] }
    const content = saved(stated, { price: undefined, info_links: [], audience: null, access: [] })
    expect(content).toMatchObject({ audience: null, access: [] })
    expect(content.price).toBeUndefined()
    expect(content).not.toHaveProperty('info_links')
    expect(content).not.toHaveProperty('languages')
  })
})

test('a proposal takes back the facts that it names as unsaid, and leaves those that it does not name', () => {
  const { email: _, ...content } = payloadOf(event)
  const base = { ...event, audience: 'families', languages: ['pt'] }
  const proposal = { id: 'p1', content: { ...content, audience: null }, base, created_at: 0 }
  const proposed = contentOf(proposedOver(base, proposal), base)
  expect(proposed).toMatchObject({ audience: null })
  expect(proposed).not.toHaveProperty('languages')
})

test('the address of the older field is a link of another event, once', () => {
  const links = [...event.info_links, { type: 'web_url', data: 'https://example.com/old' }]
  expect(valuesLike(event).info_links).toEqual(links)
  expect(valuesLike({ ...event, info_links: links }).info_links).toEqual(links)
})

test('a draft is read with what lies beside it; fields that it lacks are empty, and another shape is none', () => {
  const { timetable } = event
  expect(readDraft({ values: { title: 'Fado', timetable }, edits: 2 })).toEqual({
    values: { ...emptyValues(), title: 'Fado', timetable },
    edits: 2,
  })
  for (const content of [undefined, 'text', {}, { values: { title: 'Fado' } }, { values: { timetable } }])
    expect(readDraft(content)).toBeUndefined()
})
