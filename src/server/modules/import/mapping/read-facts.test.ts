import { beforeAll, describe, expect, it } from 'vitest'
import { ensureTemporal } from '@/domain/time/village-time'
import { mapText } from '@/server/modules/import/source/import.fixture'
import { readFacts } from '@/server/modules/import/source/source-event'

beforeAll(ensureTemporal)

/** The digest of a table of one event with this column. */
const digest = (heading: string, cell: string) =>
  mapText(`title;date;${heading}\nBaile;2026-07-01;${cell}\n`).get('Baile')?.digest

describe('the facts of a source', () => {
  it.each([
    [
      { audience: 'Famílias', languages: 'PT/EN' },
      { audience: 'families', languages: ['pt', 'en'] },
    ],
    [
      { audience: 'M/18', languages: 'inglês; Português' },
      { audience: 'adults', languages: ['pt', 'en'] },
    ],
    [{ audience: 'Adults, kids' }, { audience: 'all' }],
    [
      { access: 'Wheelchair accessible, LGP | Lugares sentados' },
      { access: ['step_free', 'sign_language', 'seating'] },
    ],
    [
      { access: 'step_free|accessible_toilet', languages: 'en-GB' },
      { access: ['step_free', 'accessible_toilet'], languages: ['en'] },
    ],
    [{}, {}],
  ])('are read from %j', (source, facts) => {
    expect(readFacts(source)).toEqual({ facts, hasUnknown: false })
  })

  it('are left out, with a note, where they are not understood', () => {
    const table = 'title;date;público;idiomas\nBaile;2026-07-01;reformados;Português, Mirandês\n'
    const mapped = mapText(table).get('Baile')
    expect(mapped?.event).toMatchObject({ languages: ['pt'] })
    expect(mapped?.event).not.toHaveProperty('audience')
    expect(mapped?.notes).toContain('fact_unknown')
  })

  it('change what a table says of an event, and a table without them says what it said before', () => {
    expect(digest('idiomas', '')).toBe(digest('sponsor', 'somebody'))
    expect(digest('idiomas', 'pt')).not.toBe(digest('idiomas', 'en'))
  })
})
