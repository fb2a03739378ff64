import type { ProblemCode } from '@/domain/validation/problem'
import * as problems from '@/messages/compiled/problems.js'
import type { Locale } from '@/messages/compiled/runtime.js'

type Sentence = (inputs: Record<string, never>, options?: { locale?: Locale }) => string

const SENTENCES: Record<ProblemCode, Sentence> = problems

export function problemText(code: ProblemCode, locale?: Locale): string {
  return SENTENCES[code]({}, locale && { locale })
}
