import { beforeAll, describe, expect, it } from 'vitest'
import { ensureTemporal } from '@/domain/time/village-time'
import { DEFAULTS, NOW } from '@/server/modules/import/source/import.fixture'
import { previewRows, decodeText } from './preview-rows'
import type { ImportedBefore, PreviewedSource } from './preview-rows'

beforeAll(ensureTemporal)

const DAY = 86_400
const TAGS = [{ key: 'culture', name: 'Culture' }]

/** A calendar with one event, whose times are `lines`. */
const calendar = (lines: string, { title = 'Yoga', place = 'Praia do Sul' } = {}) =>
  `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nSUMMARY:${title}\nDESCRIPTION:Bring a mat and water.\nLOCATION:${place}\n${lines}\nEND:VEVENT\nEND:VCALENDAR\n`
const times = (day: string) => `DTSTART:${day}T170000Z\nDTEND:${day}T180000Z`

function previewOf(
  text: string,
  imported: readonly ImportedBefore[] = [],
  nowSeconds = NOW,
): PreviewedSource {
  const bytes = new TextEncoder().encode(text)
  const previewed = previewRows({
    bytes,
    imported,
    places: [],
    defaults: DEFAULTS,
    tags: TAGS,
    nowSeconds,
  })
  if ('trouble' in previewed) throw new Error(previewed.trouble)
  return previewed
}

/** The only event of a calendar, as it stands here after its import. */
function importedFrom(text: string, changed: Partial<ImportedBefore> = {}, nowSeconds = NOW): ImportedBefore {
  const [row] = previewOf(text, [], nowSeconds).items
  if (row?.event === undefined) throw new Error('nothing to import')
  return {
    id: 'known',
    uid: row.uid,
    status: 'PUBLISHED',
    state: null,
    digest: row.digest,
    revision: 1,
    event: row.event,
    sourceValues: row.event,
    isCalledOff: false,
    isComing: true,
    ...changed,
  }
}

describe('what is still to come here and over by its source', () => {
  const weekly = `${times('20260601')}\nRRULE:FREQ=WEEKLY;COUNT=6`
  const rest = ['0615', '0622', '0629', '0706'].map((day) => `2026${day}T170000Z`)

  it.each([
    ['its rule ends now', `${times('20260601')}\nRRULE:FREQ=WEEKLY;UNTIL=20260609T000000Z`],
    ['each date to come is excepted', `${weekly}\nEXDATE:${rest.join(',')}`],
    ['it is moved into the past', times('20260608')],
  ])('is named where %s', (_, ended) => {
    const { gone, items, past } = previewOf(calendar(ended), [importedFrom(calendar(weekly))])
    expect({ items, past }).toEqual({ items: [], past: 1 })
    expect(gone).toEqual([{ id: 'known', uid: '1', title: 'Yoga', status: 'PUBLISHED', reason: 'ended' }])
  })

  it('is not named where the team gave it a later date than its source ever said', () => {
    const once = calendar(times('20260616'))
    const { event } = importedFrom(calendar(times('20260701')))
    expect(previewOf(once, [importedFrom(once, { event })], NOW + 7 * DAY).gone).toEqual([])
  })

  it('is not named once it is cancelled here, or rejected', () => {
    const before = importedFrom(calendar(weekly))
    const gone = (changed: Partial<ImportedBefore>) =>
      previewOf(calendar(times('20260608')), [{ ...before, ...changed }]).gone
    expect([gone({ state: 'cancelled' }), gone({ status: 'REJECTED' })]).toEqual([[], []])
    expect(gone({ state: 'moved' })).toMatchObject([{ reason: 'ended', state: 'moved' }])
  })
})

const classAt = (place: string) => calendar(times('20260701'), { place })

describe('a place that is not on the map', () => {
  it('is where an update moves the event when its source names another', () => {
    const [row] = previewOf(classAt('The old mill'), [importedFrom(classAt('Largo do Coreto'))]).items
    expect(row).toMatchObject({ has_place: true, changes: [{ field: 'location_name', by_hand: false }] })
  })

  it('leaves the pin that the team gave it, unless a person chooses otherwise', () => {
    const before = importedFrom(classAt('Largo do Coreto'))
    const event = { ...before.event, latitude: 38.9638, longitude: -9.4163 }
    const renamed = calendar(times('20260701'), { title: 'Yoga at dawn', place: 'Largo do Coreto' })
    expect(previewOf(renamed, [{ ...before, event }]).items[0]?.changes).toEqual([
      { field: 'title', by_hand: false },
      { field: 'location_name', by_hand: true },
    ])
  })
})

describe('a series of more dates than fit', () => {
  /** Each day but one, so that it is no weekly rule: fifty of its dates last for seven weeks. */
  const daily = calendar(`${times('20260601')}\nRRULE:FREQ=DAILY\nEXDATE:20260720T170000Z`)
  const july = NOW + 20 * DAY

  it('is unchanged until more of them are needed, and changed before those that fitted are over', () => {
    const before = importedFrom(daily, {}, july)
    const state = (days: number) => previewOf(daily, [before], july + days * DAY).items[0]?.state
    expect([state(1), state(20), state(30)]).toEqual(['unchanged', 'unchanged', 'changed'])
  })
})

describe('an event that its source has changed into one that does not fit', () => {
  it('tells what the team has changed here, so that a correction keeps it', () => {
    const before = importedFrom(calendar(times('20260701')))
    const event = { ...before.event, price: 5, description: 'Mats are here.' }
    const untitled = calendar(times('20260702'), { title: 'Y' })
    const [row] = previewOf(untitled, [{ ...before, event }]).items
    expect(row).toMatchObject({ state: 'invalid', draft: { title: 'Y' }, current: { price: 5 } })
    expect(row?.changes).toEqual([
      { field: 'title', by_hand: false },
      { field: 'timetable', by_hand: false },
      { field: 'description', by_hand: true },
      { field: 'price', by_hand: true },
    ])
  })
})

it('an event that an import has cancelled is reinstated once its source has it again', () => {
  const text = calendar(times('20260701'))
  const before = importedFrom(text, { state: 'cancelled', digest: 'called-off', isCalledOff: true })
  const [row] = previewOf(text, [before]).items
  expect(row).toMatchObject({ state: 'changed', changes: [], is_reinstated: true })
})

const utf8 = (text: string) => [...Buffer.from(text)]
const decode = (...bytes: number[]) => decodeText(Uint8Array.from(bytes))
const [FIRST, SECOND] = utf8('à') as [number, number]

it.each([
  ['\r\n ', 'BEGIN:VCALENDAR\r\n'],
  ['\n\t', '\uFEFFbegin:VCALENDAR\n'],
])('a calendar that is folded within a letter keeps it and all others', (fold, begin) => {
  const bytes = [...utf8(`${begin}SUMMARY:Sábado `), FIRST, ...utf8(fold), SECOND, ...utf8(' noite')]
  expect(decode(...bytes)).toMatch(/^begin:VCALENDAR\s+SUMMARY:Sábado à noite$/i)
})

it('a letter that is cut off costs itself and none of the others', () => {
  expect(decode(...utf8('Title;Date\nSábado de músic'), FIRST)).toBe('Title;Date\nSábado de músic\uFFFD')
})

it('what is no UTF-8 is Windows-1252', () => {
  expect(decode(...Buffer.from('Sábado de música', 'latin1'), 0x96, 0x80)).toBe('Sábado de música–€')
})
