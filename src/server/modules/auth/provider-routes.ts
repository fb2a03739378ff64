import type { SignInProvider } from '@/contract/accounts/accounts'
import type { Session } from '@/contract/accounts/auth'
import type { ErrorCode } from '@/contract/errors'
import type { ProviderName } from '@/server/platform/queue/job-queue'
import { ApiError } from '@/server/http/errors/api-error'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import type { RequestSource } from '@/server/http/routing/request/request-source'
import type { Locale } from '@/messages/compiled/runtime.js'
import type { ExchangeChecks, IdentityProvider, SignInProviders } from '@/server/identity/identity-provider'
import { signInByProvider } from './provider-account'
import { refreshTokenKeys } from './refresh-tokens'
import { secondFactorQuestions } from './second-factor/second-factor-question'
import { sessionReply } from './session-reply'
import { openSession } from './sessions'

const UNAVAILABLE_RETRY_SECONDS = 30

type ProviderHandlers = Pick<Handlers, 'listSignInProviders' | 'loginWithApple' | 'loginWithGoogle'>

interface ProviderLogin {
  code: string
  checks: ExchangeChecks
  /** The name as the browser got it from the provider; what the provider itself says goes first. */
  name?: string | undefined
  locale: Locale
  nowSeconds: number
  origin: string
  source: RequestSource
}

/** Sign-in by provider (rules 2.10). */
export function providerHandlers(deps: AppDeps, providers: SignInProviders): ProviderHandlers {
  const { db, tokens, securityLog, deriveKey, notifyWorkers } = deps
  const keys = refreshTokenKeys(deriveKey)
  const questions = secondFactorQuestions(deps)
  return {
    listSignInProviders: async () => {
      const [google, apple] = [beginsAt(providers.google), beginsAt(providers.apple)]
      return { ...(google && { google }), ...(apple && { apple }) }
    },

    loginWithApple: ({ body: { authorization_code: code, name, nonce }, ...call }) =>
      login('apple', { code, name, checks: { nonce }, ...call }),

    loginWithGoogle: ({ body: { code, code_verifier: codeVerifier, nonce }, ...call }) =>
      login('google', { code, checks: { codeVerifier, nonce }, ...call }),
  }

  async function login(
    provider: ProviderName,
    { code, checks, name, locale, nowSeconds, origin, source }: ProviderLogin,
  ): Promise<Session> {
    const refuse = (error: ErrorCode, reason: string) => {
      securityLog.record('sign-in.failed', source, { method: provider, reason })
      return new ApiError(error)
    }
    const identity = providers[provider]
    if (identity === undefined) throw new ApiError('NOT_FOUND')
    const person = await identity.exchange(code, checks)
    if (person.kind === 'unavailable')
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS })
    if (person.kind === 'refused') throw refuse('UNAUTHENTICATED', 'code refused')
    const { user, opened, secondFactor } = await db.transaction(async (tx) => {
      const called = person.name ?? (name === '' ? undefined : name)
      const result = await signInByProvider(tx, { provider, person, name: called, locale, nowSeconds })
      if (result.kind === 'unverified') throw refuse('EMAIL_NOT_CONFIRMED', 'address not verified')
      if (result.kind === 'administrator') throw refuse('FORBIDDEN', 'account of an administrator')
      if (result.kind === 'taken') throw refuse('CONFLICT', 'account of another person')
      if (result.user.suspendedAt !== null) throw refuse('ACCOUNT_SUSPENDED', 'account suspended')
      const now = { keys, nowSeconds, userAgent: source.userAgent, method: provider }
      const question = await questions.startFor(tx, result.user, {
        method: provider,
        origin,
        isKnownDevice: false,
      })
      if (question !== undefined) return { user: result.user, secondFactor: question }
      return { user: result.user, opened: await openSession(tx, result.user, now) }
    })
    if (opened === undefined) throw new ApiError('SECOND_FACTOR_REQUIRED', { secondFactor })
    // An account that was joined by its address is told so.
    notifyWorkers()
    const { sessionId } = opened
    securityLog.record('sign-in.succeeded', source, { method: provider, accountId: user.id, sessionId })
    return sessionReply(tokens, user, opened)
  }
}

/** The settings that a browser needs to begin; undefined when none may. */
function beginsAt(provider: IdentityProvider | undefined): SignInProvider | undefined {
  const browser = provider?.browser
  return (
    browser && {
      authorization_endpoint: browser.authorizationEndpoint,
      client_id: browser.clientId,
      redirect_uri: browser.redirectUri,
    }
  )
}
