const LINE_BREAKS = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g
/** They look like spaces, and no text function takes them for any. */
const BLANKS = /[\u2800\u3164\uFFA0]/g
/** Letters and marks of scripts in which the joiners U+200C and U+200D are spelling. */
const JOINING = String.raw`(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}]`
/** Joiners, variation selectors and tags: nobody sees them, unless they are spelled. */
const JOINED = String.raw`[\u200C\u200D\uFE00-\uFE0F\u{E0020}-\u{E007F}\u{E0100}-\u{E01EF}\u180B-\u180D\u180F]`
/** Where a character that nobody sees says something of the one before it, which is captured with it: Safari before 16.4 has no lookbehind. */
const SPELLED = [
  // A flag of a region.
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}`,
  // Emoji: as a picture or as text, and several in one.
  String.raw`[0-9#*]\uFE0F(?=\u20E3)`,
  String.raw`\p{Extended_Pictographic}[\uFE0E\uFE0F]?(?:\u200D(?=\p{Extended_Pictographic}))?`,
  String.raw`\p{Emoji_Modifier}\u200D(?=\p{Extended_Pictographic})`,
  String.raw`\p{sc=Han}[\uFE00-\uFE02\u{E0100}-\u{E01EF}]`,
  String.raw`\p{sc=Mong}[\u180B-\u180D\u180F]`,
  String.raw`(?=\p{M})${JOINING}[\u200C\u200D]`,
  String.raw`${JOINING}[\u200C\u200D](?=[\p{L}\p{M}])(?!${JOINED})`,
].join('|')
const UNSPELLED = new RegExp(String.raw`(${SPELLED})|${JOINED}`, 'gu')
/**
 * Nobody ever sees these: characters that Unicode says to ignore, controls, halves of characters, those that no text may have (XML
 * neither), the object that dictation leaves (U+FFFC), annotations and an empty note.
 */
const INVISIBLE = new RegExp(
  String.raw`(?!${JOINED})[\p{Default_Ignorable_Code_Point}\p{Cs}\p{Noncharacter_Code_Point}\uFFF9-\uFFFC\u{1D159}]|(?![\n\t])\p{Cc}`,
  'gu',
)

/** Marks without a letter to stand on: they would land on whatever comes before the text. */
const LONE_MARKS = /(^|\s)[\p{M}\u200C\u200D]+/gu

const UNSTORABLE = /[\0\p{Cs}]/u

/** JSON can say NUL and lone surrogates, a text column of PostgreSQL cannot. */
export function isStorableText(text: string): boolean {
  return !UNSTORABLE.test(text)
}

/**
 * A text of one line as it is stored, counted, compared and searched: what a person sees of it, in the normal form NFC. Whatever a
 * person types or another program brings goes through this function or `toLines` before anything else looks at it.
 */
export function toOneLine(text: string): string {
  return clean(text.replaceAll(LINE_BREAKS, ' ').replaceAll('\t', ' '))
}

/** The same of a text of several lines: each break becomes a line feed, and tabs stay. */
export function toLines(text: string): string {
  return clean(text.replaceAll(LINE_BREAKS, '\n'))
}

function clean(text: string): string {
  const seen = text.replaceAll(BLANKS, ' ').replaceAll(INVISIBLE, '').normalize('NFC')
  return seen.replaceAll(UNSPELLED, '$1').replaceAll(LONE_MARKS, '$1').normalize('NFC').trim()
}

/** A password in one form, however a keyboard composes it (NIST SP 800-63B, 3.1.1.2): nothing else of it changes. */
export function toPassword(text: string): string {
  return text.normalize('NFKC')
}

/** How many characters a text has: code points, as Unicode, JSON Schema and PostgreSQL count them. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Cuts a text to so many code points, as limits count them, and never within a character as people see it. The ellipsis comes on top. */
export function cutText(text: string, max: number, ellipsis = ''): string {
  if (text.length <= max || countCharacters(text) <= max) return text
  let end = 0
  for (let count = 0; count < max; count += 1) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  const cut = text.slice(0, characterStart(text, end))
  return ellipsis === '' ? cut : cut.trimEnd() + ellipsis
}

/** At most `max` code points with the ellipsis, cut between words; a word that is longer than half of them is cut itself. */
export function cutAtWord(text: string, max: number): string {
  if (countCharacters(text) <= max) return text
  const cut = cutText(text, max - 1)
  const atWord = cut.replace(/\s\S*$/, '')
  return `${(atWord.length > max / 2 ? atWord : cut).replace(/[\s,;:–-]+$/, '')}…`
}

/** The longest text of `cutText` with an ellipsis that fits: a limit may count bytes, or how a text is encoded. */
export function cutToFit(text: string, fits: (cut: string) => boolean): string {
  if (fits(text)) return text
  let [known, tooMany] = [1, text.length]
  while (tooMany - known > 1) {
    const middle = Math.floor((known + tooMany) / 2)
    if (fits(cutText(text, middle, '…'))) known = middle
    else tooMany = middle
  }
  return cutText(text, known, '…')
}

/** Where the character begins that has the code point at `index`. Firefox before 125 has no `Intl.Segmenter`: it may cut a flag in two. */
function characterStart(text: string, index: number): number {
  if (!('Segmenter' in Intl)) return index
  // Two units are a code point: what follows does not change where one begins.
  return new Intl.Segmenter().segment(text.slice(0, index + 2)).containing(index)?.index ?? index
}

/** Letters that no normal form takes apart. The database folds by the same table (`schema/columns`). */
export const FOLDED_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
  ς: 'σ',
}
/** Accents of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic ones. Marks of other scripts are half of a letter. */
export const FOLDED_MARKS = String.raw`[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]`
const MARKS = new RegExp(FOLDED_MARKS, 'g')
const FOLDED = new RegExp(`[${Object.keys(FOLDED_LETTERS).join('')}]`, 'g')

/** Forgives case, accents, ligatures, width and the curly apostrophe: "ribeira d'ilhas" finds "Ribeira d’Ilhas", "2a" finds "2ª". */
export function foldText(text: string): string {
  const letters = text.replaceAll('´', "'").normalize('NFKD').replaceAll(MARKS, '').toLowerCase()
  const plain = letters.replaceAll(FOLDED, (letter) => FOLDED_LETTERS[letter] ?? letter)
  return toOneLine(plain.replaceAll(/[’‘`]/g, "'"))
}

/** JSON with sorted keys: the order in which something was written is no part of what it says. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, sortKeys) ?? 'null'
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const SLUG_MAX = 80

/**
 * 'Ribeira d’Ilhas' is `ribeira-d-ilhas`, 'Łódź Bar' is `lodz-bar`; letters of other scripts stay. Empty for a name without a letter
 * or a digit.
 */
export function slugOf(name: string): string {
  const slug = (foldText(name).match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []).join('-')
  return [...slug].slice(0, SLUG_MAX).join('').replace(/-$/, '')
}

export function isSlug(text: string): boolean {
  return text !== '' && text === slugOf(text)
}
