import { describe, expect, it } from 'vitest'
import {
  hasFacts,
  knownFacts,
  statedFacts,
  storedFacts,
  countFacts,
  factsPart,
  readFacts,
  type FactsFilter,
} from './event-fields'

const FILTERS: FactsFilter[] = [{ free: 1 }, { family: 1 }, { access: 'step_free' }, { in: 'pt' }]

describe('an event', () => {
  it.each(FILTERS)('that says nothing passes no filter: %j', (filter) => {
    expect(hasFacts({}, filter)).toBe(false)
    expect(hasFacts({ audience: null, access: [], languages: [] }, filter)).toBe(false)
    expect(hasFacts({}, {})).toBe(true)
  })

  it.each([
    [{ free: 1 }, { price: 0 }, { price: 0.5 }],
    [{ family: 1 }, { audience: 'families' }, { audience: 'adults' }],
    [{ family: 1 }, { audience: 'all' }, { audience: 'of a newer version' }],
    [{ access: 'step_free,seating' }, { access: ['seating', 'step_free'] }, { access: ['seating'] }],
    [{ in: 'pt,en' }, { languages: ['en'] }, { languages: ['de'] }],
    [{ free: 1, in: 'pt' }, { price: 0, languages: ['pt'] }, { price: 0 }],
  ] as const)('passes %j when it says %j, and not %j', (filter, passing, other) => {
    expect([hasFacts(passing, filter), hasFacts(other, filter)]).toEqual([true, false])
  })

  it('shows a form what this version knows of it, and sends what is said', () => {
    const facts = {
      audience: 'toddlers',
      access: ['seating', 'hovercraft', 'step_free'],
      languages: ['en', 'xx'],
    }
    expect(knownFacts(facts)).toEqual({
      audience: undefined,
      access: ['step_free', 'seating'],
      languages: ['en'],
    })
    expect(statedFacts(knownFacts({}))).toEqual({})
  })
})

describe('the address of a filter', () => {
  it('is the same text for the same filter, however it was written', () => {
    const read = { free: 1, access: 'step_free,seating', in: 'pt,en' }
    expect(readFacts({ free: 'true', access: ['seating', 'step_free'], in: 'en,pt,en' })).toEqual(read)
    expect(readFacts(read as FactsFilter)).toEqual(read)
    expect(countFacts(read as FactsFilter)).toBe(5)
  })

  it('leaves out what makes no sense', () => {
    expect(factsPart({ free: 0, family: 'no', access: 'lift', in: { pt: true } })).toEqual({})
  })
})

it('stores each fact once, in one order, and what is absent not at all', () => {
  expect(storedFacts({ audience: null, access: ['seating', 'step_free', 'seating'] })).toEqual({
    audience: null,
    access: ['step_free', 'seating'],
  })
})
