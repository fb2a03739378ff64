import * as z from 'zod/mini'
import { countCharacters, toLines, toOneLine, toPassword } from './plain-text'
import type { ProblemCode } from '@/domain/validation/problem'

/** Comes first among the checks of a field of one line, so that the others see what is stored. */
export const oneLine = () => z.overwrite<string>(toOneLine)

export const lines = () => z.overwrite<string>(toLines)

export const password = () => z.overwrite<string>(toPassword)

/** A person's text has so many characters at least or at most. Zod's own checks count UTF-16 units, of which an emoji has two and more. */
export function minCharacters(min: number, error: ProblemCode) {
  return counted(
    'minimum',
    min,
    z.refine<string>((text) => countCharacters(text) >= min, error),
  )
}

export function maxCharacters(max: number, error: ProblemCode) {
  return counted(
    'maximum',
    max,
    z.refine<string>((text) => countCharacters(text) <= max, error),
  )
}

/** The API's document says the bound, as JSON Schema counts it. */
function counted<T extends z.core.$ZodCheck<string>>(
  bound: 'minimum' | 'maximum',
  count: number,
  check: T,
): T {
  check['_zod'].onattach.push((schema) => {
    schema['_zod'].bag[bound] = count
  })
  return check
}

/** A text that may not be empty, and has so many characters at most. */
export const requiredText = (max: number, tooLong: ProblemCode = 'invalid') =>
  z.string('required').check(z.minLength(1, 'required'), z.maxLength(max, tooLong))

export const requiredLine = (max: number, tooLong: ProblemCode) => lineOf([1, 'required'], [max, tooLong])

type Bound = readonly [characters: number, error: ProblemCode]

/** A text of one line that has so many characters at least and at most. */
export const lineOf = ([min, tooShort]: Bound, [max, tooLong]: Bound) =>
  z.string(tooShort).check(oneLine(), minCharacters(min, tooShort), maxCharacters(max, tooLong))

export const linesOf = ([min, tooShort]: Bound, [max, tooLong]: Bound) =>
  z.string(tooShort).check(lines(), minCharacters(min, tooShort), maxCharacters(max, tooLong))

export const numberFrom = (min: number, max: number, error: ProblemCode) =>
  z.number(error).check(z.gte(min, error), z.lte(max, error))
