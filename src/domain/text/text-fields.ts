import * as z from 'zod/mini'
import { toOneLine, toLines } from './plain-text'
import type { ProblemCode } from '@/domain/validation/problem'

/** Comes first among the checks of a field of one line, so that the others see what is stored. */
export const oneLine = () => z.overwrite<string>(toOneLine)

export const lines = () => z.overwrite<string>(toLines)

/** A text that may not be empty, and has so many characters at most. */
export const requiredText = (max: number, tooLong: ProblemCode = 'invalid') =>
  z.string('required').check(z.minLength(1, 'required'), z.maxLength(max, tooLong))

export const requiredLine = (max: number, tooLong: ProblemCode) =>
  z.string('required').check(oneLine(), z.minLength(1, 'required'), z.maxLength(max, tooLong))
