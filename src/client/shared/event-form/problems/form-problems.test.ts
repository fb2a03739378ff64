import { beforeAll, describe, expect, test } from 'vitest'
import { NO_PLACE } from '@/domain/places/place'
import { ensureTemporal } from '@/domain/time/village-time'
import { emptyBlock, emptyValues } from '../form-values'
import type { EventFormValues } from '../form-values'
import { formFieldOf, remainingProblems, toFormProblems, payloadProblems } from './form-problems'
import { toSubmission } from '@/client/shared/event-form/form-values'

/** 20 November 2026, 12:00 in the village. */
const NOW = 1_795_176_000
const TRACE = { website: '', filledInMs: 60_000 }

const validate = (values: EventFormValues, trace = TRACE) =>
  toFormProblems(payloadProblems(toSubmission(values, trace), NOW), values)

beforeAll(ensureTemporal)

describe('what is wrong with the form', () => {
  test('names every field that an untouched form still needs, in the order of the page', () => {
    expect(validate(emptyValues())).toEqual([
      { field: 'email', code: 'email_invalid' },
      { field: 'title', code: 'title_too_short' },
      { field: 'description', code: 'description_too_short' },
      { field: 'place', code: 'location_required' },
      { field: 'tagKeys', code: 'tags_required' },
      { field: 'blocks[0].startDate', code: 'period_start_required' },
      { field: 'blocks[0].endDate', code: 'period_end_required' },
    ])
  })

  test('names the part of a start and an end that is missing, and both when both are', () => {
    const block = {
      isAllDay: false,
      isDaily: false,
      startDate: '',
      startTime: '',
      endDate: '2026-12-01',
      endTime: '',
    }
    expect(validate({ ...emptyValues(), blocks: [block] }).slice(-3)).toEqual([
      { field: 'blocks[0].startDate', code: 'period_start_required' },
      { field: 'blocks[0].startTime', code: 'start_time_required' },
      { field: 'blocks[0].endTime', code: 'end_time_required' },
    ])
  })

  test('is at the place when its name and address are too long, which are not cut', () => {
    const place = { ...NO_PLACE, displayName: 'Praia', formattedAddress: 'a'.repeat(300) }
    expect(validate({ ...emptyValues(), place })).toContainEqual({ field: 'place', code: 'text_too_long' })
  })

  test('is at the days when there are more than may be', () => {
    const block = { ...emptyBlock(), isDaily: true, startDate: '2026-12-01', endDate: '2027-02-01' }
    expect(validate({ ...emptyValues(), blocks: [block] })).toContainEqual({
      field: 'blocks',
      code: 'blocks_too_many',
    })
  })

  test('is at the time of day when an event ends before it begins on the same day', () => {
    const day = '2026-12-01'
    const block = {
      isAllDay: false,
      isDaily: false,
      startDate: day,
      startTime: '18:00',
      endDate: day,
      endTime: '17:00',
    }
    const before = { ...block, endDate: '2026-11-30' }
    expect(validate({ ...emptyValues(), blocks: [block, before] }).slice(-2)).toEqual([
      { field: 'blocks[0].endTime', code: 'end_time_before_start' },
      { field: 'blocks[1].endDate', code: 'end_time_before_start' },
    ])
  })

  test('is at the time of day when that is past today, or one that the clock does not show', () => {
    const day = '2026-11-20'
    const today = { ...emptyBlock(), startDate: day, endDate: day }
    const gone = { ...today, startDate: '2026-11-19' }
    const skipped = { ...emptyBlock(), startDate: '2027-03-28', startTime: '01:30', endDate: '2027-03-28' }
    const written = { ...emptyValues(), blocks: [today, gone, skipped] }
    const problems = payloadProblems(toSubmission(written, TRACE), NOW)
    expect(toFormProblems(problems, written, day).slice(-3)).toEqual([
      { field: 'blocks[0].startTime', code: 'start_time_past' },
      { field: 'blocks[1].startDate', code: 'start_time_past' },
      { field: 'blocks[2].startTime', code: 'time_nonexistent' },
    ])
  })

  test('is at the block of several days that an occurrence was made from', () => {
    const times = { isAllDay: false, isDaily: false, startTime: '10:00', endTime: '18:00' }
    const festival = { ...times, isDaily: true, startDate: '2026-12-01', endDate: '2026-12-04' }
    const gone = { ...times, startDate: '2026-11-19', endDate: '2026-11-19' }
    const backwards = { ...festival, endDate: '2026-11-30' }
    const noTime = { ...festival, endTime: '10:00' }
    const blocks = [festival, gone, backwards, noTime]
    expect(validate({ ...emptyValues(), blocks }).slice(-3)).toEqual([
      { field: 'blocks[1].startDate', code: 'start_time_past' },
      { field: 'blocks[2].endDate', code: 'end_time_before_start' },
      { field: 'blocks[3].endTime', code: 'end_time_before_start' },
    ])
  })

  test('follows the page also within a weekly event', () => {
    const recurring = { ...emptyValues().recurring, startTime: '', endTime: '' }
    const found = validate({ ...emptyValues(), eventType: 'recurring', recurring, priceKind: 'amount' })
    expect(found.map(({ field }) => field).slice(-6)).toEqual([
      'recurring.periodStartDate',
      'recurring.periodEndDate',
      'recurring.days',
      'recurring.startTime',
      'recurring.endTime',
      'price',
    ])
  })

  test('puts the problem of the second link at its own row, not at its place among those sent', () => {
    const links = emptyValues().links.map((link) =>
      link.type === 'facebook' ? { ...link, data: 'https://instagram.com/x' } : link,
    )
    const row = links.findIndex((link) => link.type === 'facebook')
    expect(validate({ ...emptyValues(), links })).toContainEqual({
      field: `links[${row}].data`,
      code: 'link_facebook_invalid',
    })
  })

  test('validates each block on its own', () => {
    const good = {
      isAllDay: true,
      isDaily: false,
      startDate: '2026-12-01',
      startTime: '',
      endDate: '2026-12-01',
      endTime: '',
    }
    const past = { ...good, startDate: '2026-11-01' }
    const backwards = { ...good, startDate: '2026-12-02' }
    const found = validate({ ...emptyValues(), blocks: [good, past, backwards] })
    expect(found.filter(({ field }) => field.startsWith('blocks'))).toEqual([
      { field: 'blocks[1].startDate', code: 'start_date_past' },
      { field: 'blocks[2].endDate', code: 'end_date_before_start' },
    ])
  })

  test('says first that no day is chosen, not that none occurs', () => {
    const recurring = {
      ...emptyValues().recurring,
      periodStartDate: '2026-12-01',
      periodEndDate: '2026-12-31',
    }
    const found = validate({ ...emptyValues(), eventType: 'recurring', recurring })
    expect(found).toContainEqual({ field: 'recurring.days', code: 'days_required' })
  })

  test('is how the form was filled only when there is nothing that a person could mend', () => {
    const asScript = { website: 'spam', filledInMs: 10 }
    expect(validate(emptyValues(), asScript).map(({ field }) => field)).not.toContain('form')
    const only = [{ path: 'website', code: 'submission_automated' as const }]
    expect(toFormProblems(only, emptyValues())).toEqual([{ field: 'form', code: 'submission_automated' }])
  })

  test.each([
    ['latitude', 'place'],
    ['tag_keys.2', 'tagKeys'],
    ['timetable', 'blocks'],
    ['timetable.list.3.end_time', 'blocks[3].endDate'],
    ['timetable.list.3.start_time', 'blocks[3].startDate'],
    ['timetable.repeated.end_minute', 'recurring.endTime'],
    ['timetable.repeated.period_end_date', 'recurring.periodEndDate'],
    ['photo', 'photo'],
    ['something_new', 'form'],
  ])('shows the server’s problem with %s at %s', (path, field) => {
    expect(formFieldOf(path, emptyValues())).toBe(field)
  })
})

describe('a refusal of the server', () => {
  const refused = { ...emptyValues(), title: 'Jazz', tagKeys: ['gone'] }
  const response = {
    payload: toSubmission(refused, TRACE),
    problems: [
      { path: 'tag_keys.0', code: 'tag_unknown' as const },
      { path: 'title', code: 'title_too_long' as const },
    ],
  }

  test('stands for as long as the value does', () => {
    const later = { website: '', filledInMs: 90_000 }
    expect(remainingProblems(response, toSubmission(refused, later))).toEqual(response.problems)
  })

  test('falls with the value it was about, and only that', () => {
    const corrected = toSubmission({ ...refused, tagKeys: ['surf'] }, TRACE)
    expect(remainingProblems(response, corrected)).toEqual([{ path: 'title', code: 'title_too_long' }])
  })
})
