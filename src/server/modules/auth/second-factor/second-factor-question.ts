import { createHmac } from 'node:crypto'
import type { SecondFactorPrompt } from '@/contract/accounts/second-factor-prompt'
import type { Queryable } from '@/server/platform/database/client'
import type { users } from '@/server/platform/database/schema'
import type { AppDeps } from '@/server/http/routing/handlers'
import type { GuesserTrust } from '@/server/modules/auth/second-factor/guess-limits'
import { passkeyRequest } from '@/server/modules/auth/second-factor/passkeys'
import { createPendingTokens } from '@/server/modules/auth/second-factor/pending-tokens'
import { factorsOf, hasFactor, methodsOf } from '@/server/modules/auth/second-factor/stored-factors'
import type { SignInMethod } from '../sessions'

type User = typeof users.$inferSelect

export interface SecondFactorQuestions {
  /** The second step that a sign-in still needs; undefined where it needs nothing more. */
  startFor(
    db: Queryable,
    user: User,
    context: { method: SignInMethod; origin: string; isKnownDevice: boolean },
  ): Promise<SecondFactorPrompt | undefined>
  /** The sign-in that a token continues. Undefined when the token is no good. */
  read(token: string): ReturnType<typeof readSubject>
  /** Whether nothing has changed since the first step: the role, the password. */
  isStillFor(pending: { mark: string }, user: User): boolean
}

/** The second step of a sign-in, for administrators who have set up a factor. */
export function secondFactorQuestions({
  deriveKey,
  clock,
}: Pick<AppDeps, 'deriveKey' | 'clock'>): SecondFactorQuestions {
  const tokens = createPendingTokens(deriveKey, clock, 'second factor')
  const markKey = deriveKey('passwords of second factor tokens')
  // The token of a password that was replaced since then must open nothing.
  const markOf = ({ passwordHash }: User) =>
    createHmac('sha256', markKey)
      .update(passwordHash ?? '')
      .digest('base64url')
      .slice(0, 16)
  return {
    async startFor(db, user, { method, origin, isKnownDevice }) {
      if (user.role !== 'ADMIN') return undefined
      const factors = await factorsOf(db, user.id)
      if (!hasFactor(factors)) return undefined
      const { challenge, ...token } = await tokens.issue(
        `${user.id} ${method} ${markOf(user)} ${isKnownDevice ? 'known' : 'new'}`,
      )
      return {
        ...token,
        methods: methodsOf(factors),
        ...(factors.passkeys.length > 0 && {
          passkey_options: await passkeyRequest(factors.passkeys, { challenge, origin }),
        }),
      }
    },
    read: (token) => readSubject(tokens, token),
    isStillFor: ({ mark }, user) =>
      user.role === 'ADMIN' && user.suspendedAt === null && mark === markOf(user),
  }
}

async function readSubject(tokens: ReturnType<typeof createPendingTokens>, token: string) {
  const pending = await tokens.read(token)
  if (pending === undefined) return undefined
  const [userId = '', method = '', mark = '', device = ''] = pending.subject.split(' ')
  const trust: GuesserTrust = device === 'known' ? 'known devices' : 'new devices'
  return { ...pending, userId, method: method as SignInMethod, mark, trust }
}
