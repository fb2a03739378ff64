import { useState } from 'react'
import { ERROR_CODES, type ErrorCode } from '@/contract/errors'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { errorText } from '@/messages/error-text'
import type { Refused, Unreachable } from '@/offline/api/next-step'
import type { OutboxError } from '@/offline/outbox/entry'
import type { Problem } from '@/domain/validation/problem'

function isErrorCode(code: string): code is ErrorCode {
  return (ERROR_CODES as readonly string[]).includes(code)
}

type ServerError = Pick<OutboxError, 'code' | 'isCodeGuessed' | 'message' | 'retryAfterMs'>

/** Undefined for a response that is none of our API. A server with codes of its own is quoted: it knows what was wrong. */
export function serverErrorText(error: ServerError | undefined): string | undefined {
  if (error === undefined || !isErrorCode(error.code)) return undefined
  if (error.isCodeGuessed && error.message) return error.message
  if (error.code === 'TOO_MANY_REQUESTS' && error.retryAfterMs !== undefined)
    return m.error_TOO_MANY_REQUESTS_wait({ wait: waitText(error.retryAfterMs, getLocale()) })
  return errorText(error.code)
}

export function failureText(outcome: Refused | Unreachable): string {
  return responseText(outcome) ?? m.sign_in_offline()
}

export function formFailureText(outcome: Refused | Unreachable): string {
  return responseText(outcome) ?? m.sign_in_offline_form()
}

function responseText(outcome: Refused | Unreachable): string | undefined {
  const refused = outcome.kind === 'refused' ? serverErrorText(outcome) : undefined
  return refused ?? (navigator.onLine ? m.sign_in_unreachable() : undefined)
}

export function isUncertain(outcome: Refused | Unreachable): boolean {
  return outcome.kind === 'unreachable' && outcome.reason !== 'not-ours' && outcome.reason !== 'unsent'
}

/** "45 seconds", "2 minutes", "1 hour": rounded up, so that the next try is not too early. */
export function waitText(ms: number, locale: string): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  const minutes = Math.ceil(seconds / 60)
  const [amount, unit] =
    seconds < 60
      ? [seconds, 'second']
      : minutes < 60
        ? [minutes, 'minute']
        : [Math.ceil(minutes / 60), 'hour']
  return new Intl.NumberFormat(locale === 'pt' ? 'pt-PT' : locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(amount)
}

export function useServerErrors<Values extends Record<string, string>>() {
  const [refused, set] = useState<{ values: Values; problems: readonly Problem[] }>()
  function setRefused(failure: Refused | Unreachable | undefined, values?: Values): boolean {
    const problems = failure?.kind === 'refused' && failure.code === 'VALIDATION_FAILED' ? failure.fields : []
    const isShown =
      values !== undefined && problems.length > 0 && problems.every(({ path }) => path in values)
    set(isShown ? { values, problems } : undefined)
    return isShown
  }
  return { refused, setRefused }
}
