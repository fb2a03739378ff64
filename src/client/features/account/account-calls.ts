import { callEndpoint as call, withOfflineClient } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import {
  confirmEmail,
  confirmPasswordReset,
  register,
  requestPasswordReset,
  resendConfirmation,
  validateResetToken,
} from '@/contract/accounts/accounts'
import type { Session } from '@/contract/accounts/auth'
import { getProfile } from '@/contract/accounts/profile'
import type {
  ChoosePassword,
  PasswordResetForm,
  RegistrationForm,
  SignIn,
} from '@/domain/accounts/account-forms'
import type { Outcome, Refused, Unreachable } from '@/offline/api/outcome'

/** A call that did not succeed. */
export type Failure = Refused | Unreachable

export const signIn = ({ email, password }: SignIn): Promise<Outcome<Session>> =>
  withOfflineClient(({ session }) => session.login(email, password))

/** Whether whoever is signed in stays so only until the page is closed: nothing can be stored. */
export async function sessionEndsWithPage(): Promise<boolean> {
  const client = await loadOfflineClient().catch(() => undefined)
  return client?.session.isInMemory() ?? false
}

export const sendRegistration = (body: RegistrationForm) => call(register, { body })

export const sendConfirmationAgain = (secret: string) =>
  call(resendConfirmation, { body: { registration_secret: secret } })

/** `retryKey` is the same for each try with a link: a response that was lost comes again. */
export const confirmAddress = (token: string, retryKey: string, secret: string | undefined) =>
  call(confirmEmail, {
    body: {
      token,
      retry_key: retryKey,
      ...(secret === undefined ? {} : { registration_secret: secret }),
    },
  })

export const sendResetInstructions = (body: PasswordResetForm) => call(requestPasswordReset, { body })

export const validateToken = (token: string) => call(validateResetToken, { body: { token } })

const SESSION_CHECK_TIMEOUT_MS = 5000

/** The reset has ended all sessions of its account: where this device's is one, it ends before another page says so. */
export const setPassword = (token: string, { new_password }: ChoosePassword) =>
  withOfflineClient(async ({ api, session }) => {
    const outcome = await api.call(confirmPasswordReset, { body: { token, new_password } })
    if (outcome.kind === 'ok' && session.current() !== undefined)
      await api.call(getProfile, {}, { timeoutMs: SESSION_CHECK_TIMEOUT_MS })
    return outcome
  })
