import { beforeAll, describe, expect, test } from 'vitest'
import { ensureTemporal } from '@/domain/time/village-time'
import { emptyValues, linkRows, toPayload, type EventValues } from './event-values'
import { payloadProblems, shownProblems, type Rules } from './problems'
import { EMPTY_TIMETABLE, EMPTY_WEEKLY, rowsOf, toTimeBlock, type TimeRow } from './times'

/** 20 November 2026, 12:00 in the village. */
const NOW = 1_795_176_000
const RULES: Rules = { hasEmail: true, nowSeconds: NOW, allowPast: false, serverErrors: undefined }
const TRACE = { website: '', filledInMs: 60_000 }

const [empty = {} as TimeRow] = rowsOf([])

/** The form shows 'control: code' for each. */
function shownFor(values: EventValues, { rules = RULES, today = '', trace = TRACE } = {}): string[] {
  const problems = payloadProblems(toPayload(values, trace), rules)
  return shownProblems(problems, values, today).map(({ control, code }) => `${control}: ${code}`)
}

function shownForRows(rows: TimeRow[], today?: string): string[] {
  const values = { ...emptyValues(), timetable: { list: rows.map(toTimeBlock) } }
  return shownFor(values, { ...(today && { today }) }).filter((line) => line.startsWith('timetable'))
}

beforeAll(ensureTemporal)

test('an untouched form names every field that it still needs, in the order of the page', () => {
  expect(shownFor(emptyValues())).toEqual([
    'email: email_invalid',
    'title: title_too_short',
    'description: description_too_short',
    'location_name: location_required',
    'tag_keys: tags_required',
    'timetable.0.startDate: period_start_required',
    'timetable.0.endDate: period_end_required',
  ])
})

describe('a problem of a time', () => {
  test('is at the part of a start and an end that is missing, and at both when both are', () => {
    const row = { ...empty, startTime: '', endDate: '2026-12-01', endTime: '' }
    expect(shownForRows([row])).toEqual([
      'timetable.0.startDate: period_start_required',
      'timetable.0.startTime: start_time_required',
      'timetable.0.endTime: end_time_required',
    ])
  })

  test('is at the time of day when an event ends before it begins on the same day', () => {
    const row = { ...empty, startDate: '2026-12-01', startTime: '18:00', endDate: '2026-12-01' }
    expect(shownForRows([row, { ...row, endDate: '2026-11-30' }])).toEqual([
      'timetable.0.endTime: end_time_before_start',
      'timetable.1.endDate: end_time_before_start',
    ])
  })

  test('is at the time of day when that is past today, or one that the clock does not show', () => {
    const today = { ...empty, startDate: '2026-11-20', endDate: '2026-11-20' }
    const gone = { ...today, startDate: '2026-11-19' }
    const skipped = { ...empty, startDate: '2027-03-28', startTime: '01:30', endDate: '2027-03-28' }
    expect(shownForRows([today, gone, skipped], '2026-11-20')).toEqual([
      'timetable.0.startTime: start_time_past',
      'timetable.1.startDate: start_time_past',
      'timetable.2.startTime: time_nonexistent',
    ])
  })
})

test('the problem of a link is at its own row, not at its place among those sent', () => {
  const info_links = linkRows([{ type: 'facebook', data: 'https://instagram.com/x' }])
  expect(shownFor({ ...emptyValues(), info_links })).toContain('info_links.1: link_facebook_invalid')
  const unknown = [{ type: 'mastodon', data: 'https://surf.example/@x' }]
  expect(shownFor({ ...emptyValues(), info_links: unknown }).join()).not.toMatch(/info_links/)
})

test('how the form was filled in is said only when there is nothing that a person could mend', () => {
  expect(shownFor(emptyValues(), { trace: { ...TRACE, website: 'spam' } }).join()).not.toMatch(/form:/)
  const only = [{ path: 'website', code: 'submission_automated' as const }]
  expect(shownProblems(only, emptyValues())).toMatchObject([
    { control: 'form', code: 'submission_automated' },
  ])
})

test.each([
  ['latitude', 'location_name'],
  ['tag_keys.2', 'tag_keys'],
  ['timetable', 'timetable'],
  ['timetable.list.0.end_time', 'timetable.0.endTime'],
  ['timetable.list.0.start_time', 'timetable.0.startDate'],
  ['timetable.repeated.end_minute', 'timetable.weekly.endTime'],
  ['timetable.repeated.period_end_date', 'timetable.weekly.endDate'],
  ['is_donation', 'price'],
  ['access.1', 'access'],
  ['photo', 'photo'],
  ['something_new', 'form'],
])('the server’s problem with %s is shown at %s', (path, control) => {
  const timetable = path.includes('repeated') ? { repeated: EMPTY_WEEKLY } : EMPTY_TIMETABLE
  expect(shownProblems([{ path, code: 'invalid' }], { timetable })).toMatchObject([
    { control, code: 'invalid' },
  ])
})

test('what the server has refused stands for as long as the value does, and falls with that value alone', () => {
  const refused = { ...emptyValues(), title: 'Jazz', tag_keys: ['gone'] }
  const serverErrors = {
    payload: toPayload(refused, TRACE),
    problems: [
      { path: 'tag_keys.0', code: 'tag_unknown' as const },
      { path: 'title', code: 'title_too_long' as const },
    ],
  }
  const rules = { ...RULES, serverErrors }
  const later = { website: '', filledInMs: 90_000 }
  const stands = shownFor(refused, { rules, trace: later })
  expect(stands).toEqual(expect.arrayContaining(['tag_keys: tag_unknown', 'title: title_too_long']))
  const corrected = shownFor({ ...refused, tag_keys: ['surf'] }, { rules })
  expect(corrected).toContain('title: title_too_long')
  expect(corrected.join()).not.toMatch(/tag_keys/)
})
