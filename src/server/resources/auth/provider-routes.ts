import { ApiError } from '@/server/http/api-error'
import type { AppParts, Handlers } from '@/server/http/handlers'
import type { Locale } from '@/messages/compiled/runtime.js'
import type { SignInProviders } from '@/server/identity/identity-provider'
import { signInByProvider } from './provider-account'
import type { ProviderName } from './provider-account'
import { openSession } from './refresh-tokens'
import { sessionReply } from './session-reply'

const UNAVAILABLE_RETRY_SECONDS = 30

type ProviderHandlers = Pick<Handlers, 'loginWithApple' | 'loginWithGoogle'>

interface ProviderLogin {
  code: string
  /** The name as the browser got it from the provider; what the provider itself says goes first. */
  name?: string | undefined
  locale: Locale
  nowSeconds: number
}

/** Sign-in by provider (spec 2.10, decisions 'Sign-in providers'). */
export function providerHandlers({ db, tokens }: AppParts, providers: SignInProviders): ProviderHandlers {
  return {
    loginWithApple: ({ body, locale, nowSeconds }) =>
      login('apple', { code: body.authorization_code, name: body.name, locale, nowSeconds }),

    loginWithGoogle: ({ body, locale, nowSeconds }) =>
      login('google', { code: body.code, locale, nowSeconds }),
  }

  async function login(provider: ProviderName, { code, name, locale, nowSeconds }: ProviderLogin) {
    const identity = providers[provider]
    if (identity === undefined) throw new ApiError('NOT_FOUND')
    const person = await identity.exchange(code)
    if (person.kind === 'unavailable')
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS })
    if (person.kind === 'refused') throw new ApiError('UNAUTHENTICATED')
    const { user, opened } = await db.transaction(async (tx) => {
      const called = person.name ?? (name === '' ? undefined : name)
      const result = await signInByProvider(tx, { provider, person, name: called, locale, nowSeconds })
      if (result.kind === 'unverified') throw new ApiError('UNAUTHENTICATED')
      if (result.kind === 'taken') throw new ApiError('CONFLICT')
      return { user: result.user, opened: await openSession(tx, result.user.id, nowSeconds) }
    })
    return sessionReply(tokens, user, opened)
  }
}
