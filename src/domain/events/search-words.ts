import { foldText } from '@/domain/text/plain-text'
import { allNames } from '@/domain/tags/tag'
import type { NamedTag } from '@/domain/tags/tag'

/** The full-text search of the programme (rules 4.10): the server's index and the device take the words from here. */

const WORD_MAX = 60

const SEPARATORS = /[^\p{L}\p{N}\p{Extended_Pictographic}]+/u

/** The distinct words of a text, without case and accents: "Ribeira d’Ilhas" has ribeira, d and ilhas. */
export function wordsOf(text: string): string[] {
  const words = foldText(text)
    .split(SEPARATORS)
    .map((word) => (word.length <= WORD_MAX ? word : [...word].slice(0, WORD_MAX).join('')))
  return [...new Set(words)].filter((word) => word !== '')
}

export function isQuery(text: string): boolean {
  return text.length >= QUERY_MIN && text.length <= QUERY_MAX && wordsOf(text).length > 0
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
  tags: readonly NamedTag[]
}

/** Folding costs more than comparing, and a person types letter after letter. */
const known = new WeakMap<SearchedEvent, readonly string[]>()

function knownWordsOf(event: SearchedEvent): readonly string[] {
  const before = known.get(event)
  if (before !== undefined) return before
  const words = wordsOf([searchedText(event), ...event.tags.flatMap(allNames)].join('\n'))
  known.set(event, words)
  return words
}

export function hasWords(event: SearchedEvent, words: readonly string[]): boolean {
  return words.every((word) => knownWordsOf(event).some((one) => one.startsWith(word)))
}

export const QUERY_MIN = 2
export const QUERY_MAX = 200

export const SEARCH_MAX = 200
