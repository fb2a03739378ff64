import { ACCESS_FEATURES, AUDIENCES, EVENT_LANGUAGES } from '@/domain/events/event-facts'
import type { AccessFeature, Audience, EventLanguage } from '@/domain/events/event-facts'
import { foldText } from '@/domain/text/fold-text'

/** The facts of a source as it writes them: a value of ours, or words in English or Portuguese; several with commas between them. */
export interface SourceFacts {
  audience?: string | undefined
  access?: string | undefined
  languages?: string | undefined
}

interface ReadFacts {
  facts: { audience?: Audience; access?: AccessFeature[]; languages?: EventLanguage[] }
  /** Something that is said was not understood, and is left out. */
  hasUnknown: boolean
}

const SEPARATORS = /[,;/|]/

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
/** Names of the languages in English and Portuguese, folded. */
const LANGUAGE_NAMES = new Map<string, EventLanguage>(
  EVENT_LANGUAGES.flatMap((tag) =>
    ['en', 'pt'].map((locale) => {
      const name = new Intl.DisplayNames(locale, { type: 'language' }).of(tag)
      return [foldText(name ?? tag), tag] as const
    }),
  ),
)

/** Reads what a source says; what it does not say is absent, so that an update leaves it alone. */
export function readFacts({ audience = '', access = '', languages = '' }: SourceFacts): ReadFacts {
  const audiences = valuesOf(audience, (word) =>
    AUDIENCES.find((one) => one === word || AUDIENCE_WORDS[one].test(word)),
  )
  const features = valuesOf(access, (word) =>
    ACCESS_FEATURES.find((one) => wordOf(one) === word || ACCESS_WORDS[one].test(word)),
  )
  // 'en-GB' and 'pt_PT' are English and Portuguese.
  const spoken = valuesOf(languages, (word) =>
    EVENT_LANGUAGES.find((tag) => tag === word.split(' ')[0] || LANGUAGE_NAMES.get(word) === tag),
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

/** Words without signs: '18+' is '18', 'M/18' would be two parts and is 'm 18' where a source writes 'M18' or 'M-18'. */
function wordOf(text: string): string {
  return foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function valuesOf<T>(
  text: string,
  find: (word: string) => T | undefined,
): { known: T[]; hasUnknown: boolean } {
  const words = text
    .split(SEPARATORS)
    .map(wordOf)
    .filter((word) => word !== '')
  const found = words.map(find)
  return {
    known: [...new Set(found.filter((one) => one !== undefined))],
    hasUnknown: found.includes(undefined),
  }
}
