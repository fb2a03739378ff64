import { isErrorCode } from '@/contract/errors'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { errorText } from '@/messages/error-text'
import type { Failure } from '@/offline/api/next-step'

/** Undefined for a response that is none of our API. A server with codes of its own is quoted: it knows what was wrong. */
export function serverErrorText(error: Failure | undefined): string | undefined {
  if (error?.kind !== 'refused' || !isErrorCode(error.code)) return undefined
  if (error.isCodeGuessed && error.message) return error.message
  if (error.code === 'TOO_MANY_REQUESTS' && error.retryAfterMs !== undefined)
    return m.error_TOO_MANY_REQUESTS_wait({ wait: waitText(error.retryAfterMs, getLocale()) })
  return errorText(error.code)
}

export function failureText(outcome: Failure): string {
  return responseText(outcome) ?? m.sign_in_offline()
}

export function formFailureText(outcome: Failure): string {
  return responseText(outcome) ?? m.sign_in_offline_form()
}

function responseText(outcome: Failure): string | undefined {
  return serverErrorText(outcome) ?? (navigator.onLine ? m.sign_in_unreachable() : undefined)
}

export function isUncertain(outcome: Failure): boolean {
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
