import ICAL from 'ical.js'
import { expect, it } from 'vitest'
import { isZoneUnderstood, understoodRule } from './ics-occurrences'

const understood = (text: string, start = { month: 1, day: 5 }) =>
  understoodRule(ICAL.Recur.fromString(text), start) !== undefined

it.each([
  'FREQ=DAILY;INTERVAL=2',
  'FREQ=WEEKLY;INTERVAL=1000;BYDAY=MO,TH',
  'FREQ=MONTHLY;BYDAY=5MO',
  'FREQ=MONTHLY;INTERVAL=48;BYDAY=4MO,-1FR',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  'FREQ=MONTHLY;BYMONTHDAY=31',
  'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31',
  'FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=28',
  'FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=25,26,27,28,29,30,31;BYDAY=SU',
  'FREQ=YEARLY;BYMONTH=4,12;BYMONTHDAY=31',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
  'FREQ=MONTHLY;BYDAY=1SA;BYMONTH=6,7,8',
  'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31',
  'FREQ=MONTHLY;INTERVAL=2;BYMONTH=3',
  'FREQ=WEEKLY;BYDAY=SA;BYMONTH=6,7,8',
  'FREQ=WEEKLY;INTERVAL=4;BYMONTH=2',
])('understands %s', (rule) => {
  expect(understood(rule)).toBe(true)
})

it.each([
  'FREQ=DAILY;BYDAY=5MO',
  'FREQ=WEEKLY;BYDAY=1MO',
  'FREQ=DAILY;INTERVAL=1001',
  'FREQ=MONTHLY;INTERVAL=2;BYDAY=-5MO',
  'FREQ=MONTHLY;INTERVAL=48;BYDAY=5MO',
  'FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=2',
  'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
  'FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYDAY=5MO',
  'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31',
  'FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29',
  'FREQ=YEARLY;BYMONTH=8;BYMONTHDAY=-28;BYDAY=MO',
  'FREQ=MONTHLY;INTERVAL=2;BYMONTH=4',
  'FREQ=MONTHLY;BYMONTH=4,6;BYMONTHDAY=31',
  'FREQ=MONTHLY;BYDAY=5SA;BYMONTH=2',
  'FREQ=WEEKLY;INTERVAL=5;BYMONTH=2',
  'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=15;BYDAY=1MO',
  'FREQ=YEARLY;BYDAY=5MO',
  'FREQ=SECONDLY',
])('does not understand %s', (rule) => {
  expect(understood(rule)).toBe(false)
})

it('takes the day that a rule does not say from its start', () => {
  expect(understood('FREQ=YEARLY;INTERVAL=2', { month: 2, day: 29 })).toBe(false)
  expect(understood('FREQ=YEARLY;INTERVAL=2', { month: 12, day: 31 })).toBe(true)
  expect(understood('FREQ=MONTHLY;BYMONTH=4,6', { month: 3, day: 31 })).toBe(false)
})

it.each([
  ['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', true],
  ['RDATE:20260329T010000', true],
  ['RRULE:FREQ=MONTHLY;BYDAY=1MO', false],
  ['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\nRRULE:FREQ=DAILY', false],
])('a time zone of %s is understood: %s', (line, expected) => {
  const text = `BEGIN:VTIMEZONE\r\nTZID:Village\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n${line}\r\nEND:STANDARD\r\nEND:VTIMEZONE`
  const parsed: unknown = ICAL.parse(text)
  expect(isZoneUnderstood(new ICAL.Component(parsed as string))).toBe(expected)
})
