import { countCharacters, cutText, foldText, toOneLine } from '@/domain/text/plain-text'
import { searchedNames, type NamedTag } from '@/domain/tags/tag'

/** The full-text search of the programme (rules 4.10): the server's index and the device take the words from here. */

const WORD_MAX = 60

/** An emoji is a word of its own. */
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*|\p{Extended_Pictographic}/gu
const LETTER = /[\p{L}\p{N}]/u

/** The distinct words of a text, as `foldText` folds them: "Ribeira d’Ilhas" has ribeira, d and ilhas. */
export function wordsOf(text: string): string[] {
  const words = foldText(text).match(WORD) ?? []
  return [...new Set(words.map((word) => cutText(word, WORD_MAX)))]
}

/** The words that an event must have, all of them. An emoji beside words is decoration, which no other text need have. */
export function queryWords(text: string): string[] {
  const words = wordsOf(text)
  const spelled = words.filter((word) => LETTER.test(word))
  return spelled.length > 0 ? spelled : words
}

/** The text that is searched for what a person typed: nothing while it is too short, and cut to the longest that is searched. */
export function toQuery(typed: string): string {
  const text = cutText(toOneLine(typed), QUERY_MAX).trim()
  return isQuery(text) ? text : ''
}

export function isQuery(text: string): boolean {
  const cleaned = toOneLine(text)
  return cleaned.length >= QUERY_MIN && countCharacters(cleaned) <= QUERY_MAX && wordsOf(text).length > 0
}

interface SearchedTexts {
  title: string
  location_name: string
  description: string
}

export function searchedText({ title, location_name, description }: SearchedTexts): string {
  return `${title}\n${location_name}\n${description}`
}

interface SearchedEvent extends SearchedTexts {
  tags: readonly ({ key: string } & NamedTag)[]
}

/** Folding costs more than comparing, and a person types letter after letter. */
const known = new WeakMap<SearchedEvent, readonly string[]>()

function knownWordsOf(event: SearchedEvent): readonly string[] {
  const before = known.get(event)
  if (before !== undefined) return before
  const words = wordsOf([searchedText(event), ...event.tags.flatMap(searchedNames)].join('\n'))
  known.set(event, words)
  return words
}

export function hasWords(event: SearchedEvent, words: readonly string[]): boolean {
  return words.every((word) => knownWordsOf(event).some((one) => one.startsWith(word)))
}

export const QUERY_MIN = 2
export const QUERY_MAX = 200

export const SEARCH_MAX = 200
