import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Session } from '@/contract/accounts/auth'
import type { ErrorCode } from '@/contract/errors'
import { enqueueMail, type ProviderName } from '@/server/platform/queue/job-queue'
import { ApiError, orNotFound } from '@/server/http/errors/errors'
import type { Endpoint } from '@/contract/endpoint'
import type { AppDeps, Call, Handlers } from '@/server/http/routing/routes-from-contract'
import type { Locale } from '@/messages/compiled/runtime.js'
import type { ExchangeChecks, SignInProviders, Identified } from '@/server/identity/sign-in-providers'
import { secondFactorQuestions } from '@/server/modules/auth/second-factor'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import { identities, users } from '@/server/platform/database/schema'
import { APPLE_RESPONSE_PATH } from '@/contract/plain-routes'
import { PROFILE_NAME_MAX } from '@/domain/accounts/account'
import { cutText, toOneLine } from '@/domain/text/plain-text'
import { refreshTokenKey, openSession, sessionReply } from './sessions'
import { dropRegistrations } from './registrations'

const UNAVAILABLE_RETRY_SECONDS = 30

interface ProviderLogin extends Pick<Call<Endpoint>, 'locale' | 'nowSeconds' | 'source'> {
  code: string
  checks: ExchangeChecks
  /** The name as the browser got it from the provider; what the provider itself says goes first. */
  name?: string | undefined
}

export function providerHandlers(deps: AppDeps, providers: SignInProviders) {
  const { db, tokens, securityLog, deriveKey } = deps
  const key = refreshTokenKey(deriveKey)
  const questions = secondFactorQuestions(deps)
  return {
    listSignInProviders: async () => ({
      google: providers.google?.browser,
      apple: providers.apple?.browser,
    }),

    loginWithApple: ({ body: { authorization_code: code, name, nonce }, ...call }) =>
      login('apple', { code, name, checks: { nonce }, ...call }),

    loginWithGoogle: ({ body: { code, code_verifier: codeVerifier, nonce }, ...call }) =>
      login('google', { code, checks: { codeVerifier, nonce }, ...call }),
  } satisfies Partial<Handlers>

  async function login(
    provider: ProviderName,
    { code, checks, name, locale, nowSeconds, source }: ProviderLogin,
  ): Promise<Session> {
    const refuse = (error: ErrorCode, reason: string) => {
      securityLog.record('sign-in.failed', source, { method: provider, reason })
      return new ApiError(error)
    }
    const person = await orNotFound(providers[provider]).exchange(code, checks)
    if (person.kind === 'unavailable')
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS })
    if (person.kind === 'refused') throw refuse('UNAUTHENTICATED', 'code refused')
    const { user, opened, secondFactor } = await db.transaction(async (tx) => {
      const called = person.name ?? (name === '' ? undefined : name)
      const signIn = { provider, person, name: called, locale, nowSeconds }
      const owner = await signInByProvider(tx, signIn, refuse)
      if (owner.suspendedAt !== null) throw refuse('ACCOUNT_SUSPENDED', 'account suspended')
      const now = { key, nowSeconds, source, method: provider }
      const question = await questions.startFor(tx, owner, { method: provider })
      if (question !== undefined) return { user: owner, secondFactor: question }
      return { user: owner, opened: await openSession(tx, owner, now) }
    })
    if (opened === undefined) throw new ApiError('SECOND_FACTOR_REQUIRED', { secondFactor })
    const { sessionId } = opened
    securityLog.record('sign-in.succeeded', source, { method: provider, accountId: user.id, sessionId })
    return sessionReply(tokens, user, opened)
  }
}

type User = typeof users.$inferSelect

interface ProviderSignIn {
  provider: ProviderName
  person: Identified
  /** The name for a new account. Apple gives it to the browser alone, at the first login. */
  name: string | undefined
  locale: Locale
  nowSeconds: number
}

/**
 * The account of somebody whom a provider vouches for: the connected one, else the one with the same address, which is
 * then connected and whose owner a mail tells so, else a new one. Run it in a transaction.
 */
async function signInByProvider(
  tx: Queryable,
  signIn: ProviderSignIn,
  refuse: (error: ErrorCode, reason: string) => ApiError,
): Promise<User> {
  const { provider, person } = signIn
  const connected = await connectedUser(tx, provider, person.subject)
  if (connected !== undefined) return connected
  // There is nothing to know the person by.
  if (person.email === undefined || !person.emailVerified)
    throw refuse('EMAIL_NOT_CONFIRMED', 'address not verified')
  const { user, isNew } = await userOfAddress(tx, person.email.toLowerCase(), signIn)
  // Whoever controls a mailbox does not get the back office with it.
  if (user.role === 'ADMIN') throw refuse('FORBIDDEN', 'account of an administrator')
  const now = atSeconds(signIn.nowSeconds)
  const joined = await tx
    .insert(identities)
    .values({ provider, subject: person.subject, userId: user.id, createdAt: now })
    .onConflictDoNothing()
    .returning()
  // Another request may have been first, with this very person or with another one of the same provider.
  const winner = await connectedUser(tx, provider, person.subject)
  if (winner?.id !== user.id) throw refuse('CONFLICT', 'account of another person')
  // A registration of this address, which may be somebody else's, is never to be confirmed.
  await dropRegistrations(tx, user.email)
  const mail = { template: 'provider-connected', id: user.id, provider } as const
  if (!isNew && joined.length > 0) await enqueueMail(tx, mail, { now, dedupeSuffix: `:${provider}` })
  return user
}

/** The account is locked: a factor that is being added to it must not leave a session behind that was not asked for it. */
async function connectedUser(
  tx: Queryable,
  provider: ProviderName,
  subject: string,
): Promise<User | undefined> {
  const [found] = await tx
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)))
    .for('share', { of: users })
  return found?.user
}

async function userOfAddress(
  tx: Queryable,
  email: string,
  signIn: ProviderSignIn,
): Promise<{ user: User; isNew: boolean }> {
  const { name, locale, nowSeconds } = signIn
  const now = atSeconds(nowSeconds)
  const called = name ?? email.slice(0, email.indexOf('@'))
  const opened = await tx
    .insert(users)
    .values({ id: randomUUID(), email, name: called, locale, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  const [user] = await tx.select().from(users).where(eq(users.email, email)).for('update')
  if (user === undefined) throw new Error('an account vanished while it was being connected')
  return { user, isNew: opened.length > 0 }
}

/** A code, a state, and a name with an address. */
const BODY_BYTES = 8 * 1024

/** Apple sends `user` at the very first sign-in alone, and the address in it proves nothing. */
const appleResponse = z.object({
  code: z.optional(z.string().check(z.maxLength(2048))),
  state: z.optional(z.string().check(z.maxLength(200))),
  error: z.optional(z.string().check(z.regex(/^\w{1,60}$/))),
})
const appleName = z.object({
  name: z.object({ firstName: z.optional(z.string()), lastName: z.optional(z.string()) }),
})

/**
 * Apple's page posts its response here (`response_mode=form_post`): this hands it on to our page of the same address. It goes into the
 * fragment, which no server ever sees: nothing is stored, logged or validated here but for its shape. The page compares the state. It is
 * the one route that reads a form's encoding.
 */
export function appleResponseRoute(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_BYTES },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )
    scope.post(APPLE_RESPONSE_PATH, { bodyLimit: BODY_BYTES }, async ({ body }, reply) => {
      const { data = {} } = appleResponse.safeParse(body)
      const name = nameIn(body)
      const fragment = new URLSearchParams({ ...data, ...(name !== '' && { name }) })
      return reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(`${APPLE_RESPONSE_PATH}#${fragment.toString()}`, 303)
    })
  })
}

function nameIn(body: unknown): string {
  try {
    const { name } = appleName.parse(JSON.parse((body as { user: string }).user))
    const parts = [name.firstName ?? '', name.lastName ?? '']
    return cutText(parts.map(toOneLine).join(' ').trim(), PROFILE_NAME_MAX).trim()
  } catch {
    return ''
  }
}
