import { beforeAll, describe, expect, it } from 'vitest'
import { ensureTemporal } from '@/domain/time/village-time'
import { mapText } from '@/server/modules/import/source/import.fixture'
import { zoneOfWindows, zoneOfWindowsLabel } from './ics-times'

beforeAll(ensureTemporal)

const calendar = (...lines: string[]) =>
  `BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:1\nSUMMARY:Concert\n${lines.join('\n')}\nEND:VEVENT\nBEGIN:VEVENT\nUID:2\nSUMMARY:Reading\nDTSTART:20260702T200000\nEND:VEVENT\nEND:VCALENDAR\n`
const START = 'DTSTART:20260701T200000'

describe('a raw line break', () => {
  it('belongs to the text before it, and is said', () => {
    const text = calendar('DESCRIPTION:Dear Team,', 'Come all', '&nbsp; and bring', 'Note: a towel', START)
    const events = mapText(text)
    expect(events.get('Concert')?.event?.description).toBe('Dear Team,\nCome all\nand bring\nNote: a towel')
    expect(events.get('Concert')?.notes).toContain('lines_repaired')
    expect(events.get('Reading')?.notes).not.toContain('lines_repaired')
  })

  it('within a description may be followed by a word in capitals', () => {
    const lines = [
      'DESCRIPTION:Fado',
      'BILHETES: na praia',
      'LINK: a.example',
      'PRE-VENDA: 5€',
      'STATUS:CONFIRMED',
    ]
    const event = mapText(calendar(...lines, START)).get('Concert')
    expect(event?.event?.description).toBe('Fado\nBILHETES: na praia\nLINK: a.example\nPRE-VENDA: 5€')
    expect(event?.event?.timetable).toMatchObject({ list: [{ start_time: '2026-07-01 20:00:00' }] })
  })

  it('is none before what newer standards say of an event', () => {
    const newer = [
      'STRUCTURED-DATA;FMTTYPE=application/ld+json;VALUE=TEXT:{}',
      'LINK;VALUE=URI:https://a.example/',
    ]
    const event = mapText(calendar('DESCRIPTION:Fado na praia', ...newer, START)).get('Concert')
    expect(event?.event?.description).toBe('Fado na praia')
    expect(event?.notes).not.toContain('lines_repaired')
  })

  it('is none before the offsets of a time zone that has a comment', () => {
    const zone = [
      'BEGIN:VTIMEZONE\nTZID:Village\nBEGIN:STANDARD\nDTSTART:19700101T000000\nCOMMENT:all year',
      'TZOFFSETFROM:+0500\nTZOFFSETTO:+0500\nTZNAME:VT\nEND:STANDARD\nEND:VTIMEZONE\nBEGIN:VEVENT',
    ].join('\n')
    const text = calendar('DTSTART;TZID=Village:20260701T200000').replace('BEGIN:VEVENT', zone)
    const event = mapText(text).get('Concert')
    expect(event?.event?.timetable).toMatchObject({ list: [{ start_time: '2026-07-01 16:00:00' }] })
    expect(event?.notes).not.toContain('lines_repaired')
  })

  it('behind anything else than a text is left out', () => {
    const event = mapText(calendar(START, 'what is this')).get('Concert')
    expect(event?.event?.timetable).toMatchObject({ list: [{ start_time: '2026-07-01 20:00:00' }] })
    expect(event?.notes).toContain('lines_repaired')
  })

  it('is none where a long line is folded, nor where names are written small', () => {
    const folded = mapText(calendar('DESCRIPTION:Dear', '  Team of the village', START)).get('Concert')
    expect(folded?.event?.description).toBe('Dear Team of the village')
    const small = calendar(START).replaceAll(/^[A-Z]+(?=[:;])/gm, (name) => name.toLowerCase())
    for (const event of [folded, mapText(small).get('Concert')]) {
      expect(event?.event).toBeDefined()
      expect(event?.notes).not.toContain('lines_repaired')
    }
  })
})

it('loses of an event the line that cannot be read, and finds it again by its long UID', () => {
  const broken = 'DTEND;TZID="Europe/Lisbon'
  const event = mapText(calendar(START, broken)).get('Concert')
  expect(event?.event?.timetable).toMatchObject({ list: [{ start_time: '2026-07-01 20:00:00' }] })
  expect(event?.notes).toContain('lines_repaired')
  const cutOff = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:${'a'.repeat(60)}\n ${'b'.repeat(20)}\nSUMMARY:Cut off\n${START}`
  expect(mapText(cutOff).get('Cut off')).toMatchObject({
    uid: 'a'.repeat(60) + 'b'.repeat(20),
    obstacle: 'unreadable',
  })
})

it.each(['"Europe/Berlin:20260701T210000"', '"Europe/Berlin:20260701T210000'])(
  'reads a start that is quoted together with its zone: %s',
  (zoneAndStart) => {
    const event = mapText(calendar(`DTSTART;TZID=${zoneAndStart}`, 'DURATION:PT1H')).get('Concert')
    expect(event?.event?.timetable).toMatchObject({ list: [{ start_time: '2026-07-01 20:00:00' }] })
    expect(event?.notes).toContain('lines_repaired')
  },
)

describe('what Windows calls a time zone', () => {
  it.each([
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['Tokyo Standard Time', 'Asia/Tokyo'],
    ['Cape Verde Standard Time', 'Atlantic/Cape_Verde'],
    ['Village Standard Time', undefined],
  ])('%s is a zone of the table: %s', (name, zone) => {
    expect(zoneOfWindows(name)).toBe(zone)
  })

  it.each([
    ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
    ['(UTC-08:00) Pacific Time (US and Canada); Tijuana', 'America/Los_Angeles'],
    ['(UTC+00:00) Dublin, Edinburgh, Lisbon, London', 'Europe/Dublin'],
    ['(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna', 'Europe/Amsterdam'],
    ['(UTC+06:30) Yangon (Rangoon)', undefined],
    ['(UTC-01:00) Azores', 'Atlantic/Azores'],
    ['(UTC) Coordinated Universal Time', 'UTC'],
    ['(UTC+03:00) Lisbon', undefined],
    ['(UTC+01:00) The village', undefined],
    ['Lisbon', undefined],
  ])('%s is shown to people for %s', (label, zone) => {
    expect(zoneOfWindowsLabel(label)).toBe(zone)
  })

  it('is the time of an event', () => {
    const start = 'DTSTART;TZID="(UTC-05:00) Eastern Time (US & Canada)":20260701T150000'
    const event = mapText(calendar(start, 'DURATION:PT1H')).get('Concert')
    expect(event?.event?.timetable).toMatchObject({ list: [{ start_time: '2026-07-01 20:00:00' }] })
    expect(event?.notes).not.toContain('zone_unknown')
  })
})
