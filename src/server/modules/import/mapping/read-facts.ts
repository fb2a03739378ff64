import { AUDIENCES } from '@/domain/events/facts/event-facts'
import { ACCESS_FEATURES, EVENT_LANGUAGES } from '@/domain/events/facts/facts-filter'
import type { Audience } from '@/domain/events/facts/event-facts'
import type { AccessFeature, EventLanguage } from '@/domain/events/facts/facts-filter'
import { foldText } from '@/domain/text/fold-text'

/** The facts of a source as it writes them: a value of ours, or words in English or Portuguese; several with commas between them. */
export interface SourceFacts {
  audience?: string | undefined
  access?: string | undefined
  languages?: string | undefined
}

interface ReadFacts {
  facts: { audience?: Audience; access?: AccessFeature[]; languages?: EventLanguage[] }
  /** Whether something that the source says was not understood, and is left out. */
  hasUnknown: boolean
}

/** 'PT/EN' are two, 'M/18' is one. */
const SEPARATORS = /[,;|]|\/(?!\d)/

const AUDIENCE_WORDS: Record<Audience, RegExp> = {
  all: /^(?:all|everyone|everybody|all ages|todos|todas as idades|para todos|publico geral|geral|m 3|m 6|tp)$/,
  families:
    /^(?:famil(?:y|ies|ia|ias)|kids|children|families with children|familias com criancas|criancas|infantil|publico infantil)$/,
  adults: /^(?:adults?|adults only|adultos?|(?:so )?para adultos|18|m 18|maiores de 18)$/,
}
const ACCESS_WORDS: Record<AccessFeature, RegExp> = {
  step_free:
    /^(?:step free(?: access)?|wheelchair(?: accessible| access)?|acesso sem degraus|sem degraus|cadeira de rodas|mobilidade reduzida)$/,
  accessible_toilet:
    /^(?:accessible (?:toilet|restroom)|(?:casa de banho|wc|sanitario) (?:acessivel|adaptad[ao]))$/,
  sign_language: /^(?:sign language|lingua gestual(?: portuguesa)?|lgp)$/,
  seating: /^(?:seating|seats|lugares sentados|sentados)$/,
}
/** Names of the languages in English and in both kinds of Portuguese ('neerlandês', 'holandês'), folded. */
const LANGUAGE_NAMES = new Map<string, EventLanguage>(
  EVENT_LANGUAGES.flatMap((tag) =>
    ['en', 'pt-PT', 'pt-BR'].map((locale) => {
      const name = new Intl.DisplayNames(locale, { type: 'language' }).of(tag)
      return [foldText(name ?? tag), tag] as const
    }),
  ),
)

/** Reads what a source says; what it does not say is absent, so that an update leaves it alone. */
export function readFacts({ audience = '', access = '', languages = '' }: SourceFacts): ReadFacts {
  const audiences = valuesOf(
    audience,
    AUDIENCES,
    (one, word) => one === word || AUDIENCE_WORDS[one].test(word),
  )
  const features = valuesOf(
    access,
    ACCESS_FEATURES,
    (one, word) => wordsOf(one) === word || ACCESS_WORDS[one].test(word),
  )
  // 'en-GB' and 'pt_PT' are English and Portuguese.
  const spoken = valuesOf(
    languages,
    EVENT_LANGUAGES,
    (tag, word) => tag === word.split(' ')[0] || LANGUAGE_NAMES.get(word) === tag,
  )
  // Two of them together are for more than one of them alone.
  const [first, second] = audiences.known
  return {
    facts: {
      ...(first !== undefined && { audience: second === undefined ? first : 'all' }),
      ...(features.known.length > 0 && { access: features.known }),
      ...(spoken.known.length > 0 && { languages: spoken.known }),
    },
    hasUnknown: [audiences, features, spoken].some((one) => one.hasUnknown),
  }
}

/** Words without signs: '18+' is '18', and 'M/18' is 'm 18'. */
function wordsOf(text: string): string {
  return foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The options that a text names, in their own order, so that the same facts are the same value. */
function valuesOf<T>(
  text: string,
  options: readonly T[],
  means: (option: T, words: string) => boolean,
): { known: T[]; hasUnknown: boolean } {
  const parts = text
    .split(SEPARATORS)
    .map(wordsOf)
    .filter((words) => words !== '')
  return {
    known: options.filter((option) => parts.some((words) => means(option, words))),
    hasUnknown: parts.some((words) => !options.some((option) => means(option, words))),
  }
}
