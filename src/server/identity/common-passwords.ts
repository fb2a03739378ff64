import { createRequire } from 'node:module'

/** A megabyte that only this needs, and only once somebody chooses a password: hence not a plain import. */
const require = createRequire(import.meta.url)
type WordLists = typeof import('@zxcvbn-ts/language-common')

let known: ReadonlySet<string> | undefined

/**
 * Whether the password is one of those that leaks contain most often, in whatever case: the first that anybody tries.
 * The list (zxcvbn-ts, MIT) holds some 49,000, more than the 10,000 promised, because lists of 10,000 differ.
 * The first call takes some 40 ms.
 */
export function isCommonPassword(password: string): boolean {
  known ??= new Set((require('@zxcvbn-ts/language-common') as WordLists).dictionary['passwords-common'])
  return known.has(password.toLowerCase())
}
