import type { ProviderName } from '@/client/shared/sign-in/provider-attempt'
import * as m from '@/messages/compiled/messages.js'
import type { Failure } from './exchange-code'

const TEXTS = {
  google: {
    denied: m.provider_google_failed,
    invalid: m.provider_google_invalid,
    refused: m.provider_google_refused,
    noEmail: m.provider_google_no_email,
    otherAccount: m.provider_google_other_account,
    administrator: m.provider_google_administrator,
    busy: m.provider_google_busy,
  },
  apple: {
    denied: m.provider_apple_failed,
    invalid: m.provider_apple_invalid,
    refused: m.provider_apple_refused,
    noEmail: m.provider_apple_no_email,
    otherAccount: m.provider_apple_other_account,
    administrator: m.provider_apple_administrator,
    busy: m.provider_apple_busy,
  },
}

interface FailureText {
  text: string
  /** A sentence on what the person can do about it. */
  hint?: string
}

/** The sentence for a provider's failure (rules 8). */
export function providerFailureText(
  provider: ProviderName,
  failure: Exclude<Failure, { kind: 'second-factor' }>,
): FailureText {
  const texts = TEXTS[provider]
  switch (failure.kind) {
    case 'denied':
      return { text: texts.denied() }
    case 'invalid':
      return { text: texts.invalid() }
    case 'refused':
      return { text: texts.refused() }
    case 'no-email':
      return { text: texts.refused(), hint: texts.noEmail() }
    case 'other-account':
      return { text: texts.refused(), hint: texts.otherAccount() }
    case 'administrator':
      return { text: texts.refused(), hint: texts.administrator() }
    case 'suspended':
      return { text: texts.refused(), hint: m.error_ACCOUNT_SUSPENDED() }
    case 'bad-reply':
      return { text: m.provider_invalid_response() }
    case 'unreachable':
      return { text: m.provider_unreachable() }
    case 'busy':
      return { text: failure.text ?? texts.busy() }
  }
}
