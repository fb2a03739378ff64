import { describe, expect, it } from 'vitest'
import { problemsOf } from '@/domain/validation/problem'
import { fillTimeProblems, storedPrice, submissionSchema } from './submission'

const VALID = {
  title: 'Sunset concert',
  description: 'Fado and waves on the cliff.',
  email: 'ana@example.pt',
  location_name: 'Praia do Sul - Ericeira',
  latitude: 38.9583,
  longitude: -9.4166,
  tag_keys: ['music'],
  price: 7.5,
  info_links: [{ type: 'instagram', data: 'https://www.instagram.com/ericeira' }],
  timetable: {
    list: [{ start_time: '2026-07-02 10:00:00', end_time: '2026-07-02 11:00:00', is_all_day: false }],
  },
}

function problems(change: Record<string, unknown>): string[] {
  const parsed = submissionSchema.safeParse({ ...VALID, ...change })
  return problemsOf(parsed.error?.issues ?? []).map(({ path, code }) => `${path}: ${code}`)
}

describe('a submission', () => {
  it('is accepted as the form sends it', () => {
    expect(problems({})).toEqual([])
  })

  it.each([
    [{ title: 'ab' }, 'title: title_too_short'],
    [{ title: '  ab  ' }, 'title: title_too_short'],
    [{ location_name: '\u2028\u202A' }, 'location_name: location_required'],
    [{ title: 'x'.repeat(101) }, 'title: title_too_long'],
    [{ description: '\u200B'.repeat(20) }, 'description: description_too_short'],
    [{ description: 'too short' }, 'description: description_too_short'],
    [{ description: 'x'.repeat(1001) }, 'description: description_too_long'],
    [{ location_name: ' ' }, 'location_name: location_required'],
    [{ latitude: 91 }, 'latitude: coordinates_invalid'],
    [{ email: 'ana@example.pt\r\nBcc: all@example.pt' }, 'email: email_invalid'],
    [{ info_url: 'javascript:alert(1)' }, 'info_url: url_invalid'],
    [{ price: -1 }, 'price: price_negative'],
    [{ price: 1.005 }, 'price: price_invalid'],
    [{ tag_keys: [] }, 'tag_keys: tags_required'],
    [{ timetable: { list: [] } }, 'timetable.list: blocks_required'],
    [{ timetable: { list: Array(51).fill(VALID.timetable.list[0]) } }, 'timetable.list: blocks_too_many'],
    [{ timetable: { list: 'today' } }, 'timetable: invalid'],
    [{ website: 'https://spam.example' }, 'website: submission_automated'],
    [{ filled_in_ms: -1 }, 'filled_in_ms: invalid'],
    [
      { timetable: { list: [{ ...VALID.timetable.list[0], room: 1 }] } },
      'timetable.list.0.room: unknown_field',
    ],
    [{ photo: 'x'.repeat(14_000_000) }, 'photo: photo_too_big'],
  ])('is refused with its own problem (%#)', (change, expected) => {
    expect(problems(change)).toEqual([expected])
  })

  it('is too fast below what the server is set to, and says so only of a form', () => {
    const tooFast = [{ path: 'filled_in_ms', code: 'submission_too_fast' }]
    expect(fillTimeProblems({ filled_in_ms: 2999 }, 3000)).toEqual(tooFast)
    expect(fillTimeProblems({ filled_in_ms: 3000 }, 3000)).toEqual([])
    expect(fillTimeProblems({ filled_in_ms: 0 }, 0)).toEqual([])
    expect(fillTimeProblems({}, 3000)).toEqual([])
  })

  it('stores prices as whole cents', () => {
    expect([7.5, 19.99, 0, undefined].map((price) => storedPrice({ price }).priceCents)).toEqual([
      750,
      1999,
      0,
      null,
    ])
  })

  it.each([
    [0, true, 0, true],
    [undefined, true, 0, true],
    [0, false, 0, false],
    [5, true, 500, false],
  ])('is a donation only where no amount is asked: %s, %s', (price, is_donation, priceCents, isDonation) => {
    expect(storedPrice({ price, is_donation })).toEqual({ priceCents, isDonation })
  })
})
