import type { ErrorCode } from '@/contract/errors'
import * as errors from '@/messages/compiled/errors.js'
import { baseLocale, toLocale, type Locale } from '@/messages/compiled/runtime.js'

type Sentence = (inputs: Record<string, never>, options?: { locale?: Locale }) => string

/** An error's code is the key of its message (tools/codegen): a code without a sentence does not compile. */
const SENTENCES: Record<ErrorCode, Sentence> = errors

export function errorText(code: ErrorCode, locale?: Locale): string {
  return SENTENCES[code]({}, locale && { locale })
}

export function localeOf(name: string): Locale {
  return toLocale(name) ?? baseLocale
}
