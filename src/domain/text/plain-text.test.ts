import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countCharacters,
  cutAtWord,
  cutText,
  cutToFit,
  foldText,
  isSlug,
  slugOf,
  toLines,
  toOneLine,
} from './plain-text'

const SCOTLAND = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'

describe('text of one line', () => {
  it.each([
    // Nobody sees anything of these.
    ['\u3164', ''],
    ['\u2800\u2800', ''],
    ['\u034F\uFE0F\u115F\u1160\u17B4\u180E\uFFA0\uFFFC', ''],
    ['\u00A0\u2003\u3000', ''],
    ['\u{1D159}\u{1D173}\u{E0041}\uFFFE\u{1FFFF}', ''],
    ['\u0301\u0301 \u20E3Bar', 'Bar'],
    ['Bar\uFE0F', 'Bar'],
    ['a\u200Db\u200C', 'ab'],
    ['Bar\u2800Ø', 'Bar Ø'],
    // Composed, also where something invisible stood in between.
    ['e\u0301'.repeat(60), 'é'.repeat(60)],
    ['e\u034F\u0301', 'é'],
    [
      '1\uFE0F\u20E3 \u2764\uFE0F \u{1F3F3}\uFE0F\u200D\u{1F308} 葛\u{E0100}',
      '1\uFE0F\u20E3 \u2764\uFE0F \u{1F3F3}\uFE0F\u200D\u{1F308} 葛\u{E0100}',
    ],
    ['അവന്\u200D x', 'അവന്\u200D x'],
    ['  Sunset  ', 'Sunset'],
    ['Surf\r\nBcc: all@example.com', 'Surf Bcc: all@example.com'],
    ['a\u2028b\u2029c\u0085d\te', 'a b c d e'],
    ['\u202Egnp.exe\u202C', 'gnp.exe'],
    ['\u2066\u2067\u2068\u2069', ''],
    ['bell\u0007 and \u009B31m', 'bell and 31m'],
    ['Maré “alta” 🏄🏽‍♀️ שלום', 'Maré “alta” 🏄🏽‍♀️ שלום'],
    ['\u200B\u200B\u200B', ''],
    ['cut \uD83C\0 text \uDFC4', 'cut  text'],
    ['\u200D\u200C \u200D\u2060', ''],
    ['Sun\u200Bset\u00AD Ses\u2060sions\uFEFF\u200E', 'Sunset Sessions'],
    [
      'می\u200Cخواهم क्\u200Dष 👩\u200D👩\u200D👧 ❤️\u200D🔥',
      'می\u200Cخواهم क्\u200Dष 👩\u200D👩\u200D👧 ❤️\u200D🔥',
    ],
    [`Scotland ${SCOTLAND}`, `Scotland ${SCOTLAND}`],
    [`hidden\u{E0068}\u{E0069}\u{E007F}`, 'hidden'],
    [`\u{1F3F4}${'\u{E0061}'.repeat(7)}\u{E007F}`, '\u{1F3F4}'],
  ])('%j is %j', (typed, stored) => {
    expect(toOneLine(typed)).toBe(stored)
    expect(toOneLine(stored)).toBe(stored)
  })
})

describe('text of several lines', () => {
  it.each([
    ['one\r\ntwo\rthree\n\nfour', 'one\ntwo\nthree\n\nfour'],
    ['a\tb\u2028c', 'a\tb\nc'],
    ['\u202Eright to left\u202C\u0000\u001B[2J', 'right to left[2J'],
    ['wave 🏄 \uD83C', 'wave 🏄'],
    ['\u3164\n\u2800\n\u200D', ''],
    ['Sun\u200Bset\na\u0303', 'Sunset\nã'],
  ])('%j is %j', (typed, stored) => {
    expect(toLines(typed)).toBe(stored)
    expect(toLines(stored)).toBe(stored)
  })
})

it('is the same when it is cleaned, folded or made a slug again, whatever it is', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 20 })
  fc.assert(
    fc.property(anyText, (text) => {
      for (const change of [toOneLine, toLines, foldText, slugOf])
        expect(change(change(text))).toBe(change(text))
    }),
    { numRuns: 300, seed: 51 },
  )
})

it('has as many characters as Unicode counts', () => {
  expect(['🏄'.repeat(60), 'é', '', '\u{1F469}\u200D\u{1F467}'].map(countCharacters)).toEqual([60, 1, 0, 3])
})

describe('a folded text', () => {
  it.each([
    ['2ª Feira', '2a feira'],
    ['1º', '1o'],
    ['ﬁ ß ẞ Ł Ø Œ æ Đ ı İ', 'fi ss ss l o oe ae d i i'],
    ['Ｓｕｒｆ', 'surf'],
    ['RIBEIRA D´ILHAS', "ribeira d'ilhas"],
    ['ΟΔΟΣ', 'οδοσ'],
    ['مُحَمَّد', 'محمد'],
    ['학교 が', '학교 が'],
  ])('%s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
    expect(foldText(folded)).toBe(folded)
  })
})

describe('a text that is cut', () => {
  it.each(['🏄', '🏄🏽‍♀️', '👨‍👩‍👧', '🇵🇹', 'e\u0301\u0323', '☂️', '👍🏿', SCOTLAND, '1️⃣'])(
    'never ends within %s',
    (character) => {
      const text = `a${character}${character}b`
      for (let max = 0; max <= countCharacters(text); max += 1) {
        const whole = ['', 'a', `a${character}`, `a${character}${character}`, text].filter(
          (one) => countCharacters(one) <= max,
        )
        expect(cutText(text, max)).toBe(whole.at(-1))
      }
    },
  )
})

it('has an ellipsis where something is missing, and no blank before it', () => {
  expect(cutText('12345', 5, '…')).toBe('12345')
  expect(cutText('123456', 5, '…')).toBe('12345…')
  expect(cutText('João vai', 5, '…')).toBe('João…')
  expect(cutToFit('🌊ã'.repeat(9), (cut) => Buffer.byteLength(cut) <= 13)).toBe('🌊ã🌊…')
})

it('is cut between words', () => {
  expect(cutAtWord('Fado', 10)).toBe('Fado')
  expect(cutAtWord('Fado at the beach, with wine', 20)).toBe('Fado at the beach…')
  expect(cutAtWord('x'.repeat(30), 10)).toBe(`${'x'.repeat(9)}…`)
  expect(cutAtWord(`${'x'.repeat(8)}👨‍👩‍👧andmore`, 10)).toBe(`${'x'.repeat(8)}…`)
})

it.each([
  ['Bar Ø', 'bar-o'],
  ['Bar', 'bar'],
  ['Bar 学校', 'bar-学校'],
  ['Łódź Bar', 'lodz-bar'],
  ['Кафе', 'кафе'],
  ['किताब', 'किताब'],
  ['🏄 !', ''],
])('the slug of %s is %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
  expect(isSlug(slug)).toBe(slug !== '')
})
