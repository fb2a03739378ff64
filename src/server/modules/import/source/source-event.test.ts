import { expect, it, beforeAll, describe } from 'vitest'
import { ensureTemporal } from '@/domain/time/village-time'
import { plainDescription, readFacts, cutPeriodOf } from './source-event'
import { mapText, NOW } from './import.fixture'

beforeAll(ensureTemporal)

it.each([
  [
    'Bilhetes <a href="https://tickets.example/?a=1&amp;b=2">aqui</a>.',
    'Bilhetes aqui (https://tickets.example/?a=1&b=2).',
  ],
  ['<a href="https://example.com/fado">https://example.com/fado</a>', 'https://example.com/fado'],
  ['<a href="https://example.com/">www.example.com</a>', 'www.example.com'],
  ['<a href="https://example.com/fado">https://exam…</a>', 'https://exam… (https://example.com/fado)'],
  ['<a href="mailto:a@example.com">a@example.com</a>', 'a@example.com'],
  ['<a href="mailto:a@example.com">Escreva-nos</a>', 'Escreva-nos (a@example.com)'],
  ['<a href="#top">Topo</a> <a name="x">e</a> fim', 'Topo e fim'],
])('says where a link leads: %s', (html, text) => {
  expect(plainDescription(html)).toBe(text)
})

it.each([
  [
    '<table><tr><td>20h</td><td>Concerto</td></tr><tr><th>21h</th><td>Baile</td></tr></table>',
    '20h Concerto\n\n21h Baile',
  ],
  ['Antes<hr>Depois<blockquote>Disse</blockquote>Fim', 'Antes\nDepois\nDisse\nFim'],
  ['<section>Um</section><article>Dois</article>', 'Um\n\nDois'],
  ['<dl><dt>Preço</dt><dd>5 €</dd></dl>', 'Preço\n\n5 €'],
  ['Com foto <img src="a.jpg">', 'Com foto'],
  ['Um<br/>dois<BR />três', 'Um\ndois\ntrês'],
])('keeps apart what stands apart: %s', (html, text) => {
  expect(plainDescription(html)).toBe(text)
})

it.each([
  'Escreva a <geral@example.com>',
  'Escreva a\n<s.silva@example.com>',
  '<b.costa@example.com>',
  'Veja <https://example.com>',
  '2 < 3 > 1',
  'Olá, <nome>',
])('leaves alone what is no HTML: %s', (text) => {
  expect(plainDescription(text)).toBe(text)
})

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

/** The period of a list with this last day, on a Tuesday in June. */
const periodTo = (lastDay: string) => cutPeriodOf(`${lastDay} 10:00:00`, NOW + 86_400)

it('a list that was cut is the same for the longest time that is over before its last date', () => {
  expect(periodTo('2026-12-01')).toBe('2026-04-01')
  expect(periodTo('2026-08-01')).toBe('2026-06-01')
  expect(periodTo('2026-06-30')).toBe('2026-06-15')
  expect(periodTo('2026-06-18')).toBe('2026-06-16')
})
