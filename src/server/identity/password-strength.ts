import { createRequire } from 'node:module'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { PASSWORD_MIN } from '@/domain/accounts/account'
import { foldText } from '@/domain/text/plain-text'
import { GAZETTEER } from '@/site/places'
import { SITE } from '@/site/site'

/** The owner of a password, as far as known: guesses begin with these words. */
export interface PasswordOwner {
  email?: string | undefined
  name?: string | undefined
}

/** Length alone makes guessing long from here on, unless it is one pattern over and over. */
const LONG = 10
/** zxcvbn's score of 0 to 4 that is asked for. A short one needs 2, which is what eight random characters get. */
const SCORE_OF_SHORT = 2
const SCORE_OF_LONG = 1
/** zxcvbn's work grows faster than what it reads; nobody guesses what comes after this. */
const ESTIMATED_CHARACTERS = 32
/** Ways to read signs as letters that are tried: 7 ms at worst. The usual 100 take 17, and find one in 700 more of such passwords. */
const MAX_READINGS = 40
const WORD_MIN = 4

/** It is common, zxcvbn finds it easy, or too little is left without the names of person, village and product. Takes some 10 ms. */
export function isGuessable(password: string, owner: PasswordOwner = {}): boolean {
  if (isCommonPassword(password)) return true
  const names = [...namesOf(owner), ...SITE_WORDS]
  if (names.reduce((left, name) => left.replaceAll(name, ''), foldText(password)).length < PASSWORD_MIN)
    return true
  const { score } = estimator().check(password.slice(0, ESTIMATED_CHARACTERS), names)
  return score < (password.length < LONG ? SCORE_OF_SHORT : SCORE_OF_LONG)
}

/** The whole left part of the address first, then its words and those of the name. */
function namesOf({ email = '', name = '' }: PasswordOwner): string[] {
  const local = foldText(email.split('@')[0] ?? '')
  return [...(local.length < WORD_MIN ? [] : [local]), ...wordsOf(`${local} ${name}`)]
}

function wordsOf(text: string): string[] {
  const words = foldText(text).split(/[^\p{L}\p{N}]+/u)
  return [...new Set(words.filter((word) => word.length >= WORD_MIN))]
}

const SITE_WORDS = wordsOf(`${SITE.name} ${SITE.village} ${SITE.region}`)

/** Two megabytes and some 150 ms that only this needs, and only once somebody chooses a password: hence no plain imports. */
const require = createRequire(import.meta.url)
const wordLists = () => require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
let made: ZxcvbnFactory | undefined
let common: ReadonlySet<string> | undefined

/**
 * The passwords that leaks contain most often, in whatever case, are the first that anybody tries.
 * The list (zxcvbn-ts, MIT) holds some 49,000, more than the 10,000 promised, because lists of 10,000 differ.
 */
function isCommonPassword(password: string): boolean {
  common ??= new Set(wordLists().dictionary['passwords-common'])
  return common.has(password.toLowerCase())
}

function estimator(): ZxcvbnFactory {
  if (made !== undefined) return made
  const { ZxcvbnFactory: Factory } = require('@zxcvbn-ts/core') as typeof import('@zxcvbn-ts/core')
  const { dictionary, adjacencyGraphs: graphs } = wordLists()
  const village = wordsOf(GAZETTEER.map(({ name, address }) => `${name} ${address}`).join(' '))
  made = new Factory({
    dictionary: { ...dictionary, village: [...SITE_WORDS, ...village] },
    graphs,
    l33tMaxSubstitutions: MAX_READINGS,
  })
  return made
}
