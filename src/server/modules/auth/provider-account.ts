import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Locale } from '@/messages/compiled/runtime.js'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import type { ProviderName } from '@/server/platform/queue/job-queue'
import { identities, users } from '@/server/platform/database/schema'
import type { Identified } from '@/server/identity/identity-provider'
import { dropRegistrations } from './registrations'

type User = typeof users.$inferSelect

interface ProviderSignIn {
  provider: ProviderName
  person: Identified
  /** The name for a new account. Apple gives it to the browser alone, at the first login. */
  name: string | undefined
  locale: Locale
  nowSeconds: number
}

export type ProviderSignInResult =
  | { kind: 'known'; user: User }
  /** The provider does not vouch for an address, so there is nothing to know the person by. */
  | { kind: 'unverified' }
  /** The address belongs to an account that is connected with another person of the same provider. */
  | { kind: 'taken' }
  /** The address is an administrator's: whoever controls a mailbox does not get the back office with it. */
  | { kind: 'administrator' }

/**
 * The account of somebody whom a provider vouches for: the connected one, else the one with the same address, which is
 * then connected and whose owner a mail tells so, else a new one. Run it in a transaction.
 */
export async function signInByProvider(tx: Queryable, signIn: ProviderSignIn): Promise<ProviderSignInResult> {
  const { provider, person } = signIn
  const connected = await connectedUser(tx, provider, person.subject)
  if (connected !== undefined) return { kind: 'known', user: connected }
  if (person.email === undefined || !person.emailVerified) return { kind: 'unverified' }
  const { user, isNew } = await userOfAddress(tx, person.email.toLowerCase(), signIn)
  if (user.role === 'ADMIN') return { kind: 'administrator' }
  const now = atSeconds(signIn.nowSeconds)
  const joined = await tx
    .insert(identities)
    .values({
      provider,
      subject: person.subject,
      userId: user.id,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ userId: identities.userId })
  // Another request may have been first, with this very person or with another one.
  const winner = await connectedUser(tx, provider, person.subject)
  if (winner?.id !== user.id) return { kind: 'taken' }
  // A registration of this address, which may be somebody else's, is never to be confirmed.
  await dropRegistrations(tx, user.email)
  if (!isNew && joined.length > 0)
    await enqueueMail(
      tx,
      { template: 'provider-connected', id: user.id, provider },
      { now, dedupeSuffix: `:${provider}` },
    )
  return { kind: 'known', user }
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
    .values({
      id: randomUUID(),
      email,
      name: called,
      locale,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  const [user] = await tx.select().from(users).where(eq(users.email, email)).for('update')
  if (user === undefined) throw new Error('an account vanished while it was being connected')
  return { user, isNew: opened.length > 0 }
}
