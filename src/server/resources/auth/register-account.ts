import { randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { Locale } from '@/messages/compiled/runtime.js'
import { atSeconds } from '@/server/database/client'
import type { Queryable } from '@/server/database/client'
import { enqueueMail } from '@/server/database/job-queue'
import { mailTokens, users } from '@/server/database/schema'

interface Registration {
  /** Lower-cased. */
  email: string
  name: string
  passwordHash: string
  locale: Locale
  nowSeconds: number
}

/**
 * Opens an account, or tells the owner of a confirmed one by mail that there is one already. The statements are the
 * same either way, so that time tells nobody who has an account (decisions).
 *
 * An account that nobody has confirmed belongs to nobody yet: the last registration counts, and earlier links die, so
 * that nobody confirms a password that somebody else chose before them.
 */
export async function registerAccount(tx: Queryable, registration: Registration): Promise<void> {
  const { email, name, passwordHash, locale, nowSeconds } = registration
  const now = atSeconds(nowSeconds)
  const [user] = await tx
    .insert(users)
    .values({ id: randomUUID(), email, name, passwordHash, locale, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: users.email,
      set: {
        name: unlessConfirmed('name'),
        passwordHash: unlessConfirmed('password_hash'),
        locale: unlessConfirmed('locale'),
        updatedAt: unlessConfirmed('updated_at'),
      },
    })
    .returning({ id: users.id, emailConfirmedAt: users.emailConfirmedAt })
  if (user === undefined) throw new Error('an upsert gave no row')
  await tx
    .delete(mailTokens)
    .where(and(eq(mailTokens.userId, user.id), eq(mailTokens.purpose, 'confirm'), isNull(mailTokens.usedAt)))
  const template = user.emailConfirmedAt === null ? 'confirm-email' : 'address-known'
  // Each registration has its own mail: that of an earlier one carries a link that is dead now.
  await enqueueMail(tx, { template, id: user.id }, { now, dedupeSuffix: `:${randomUUID()}` })
}

/** The new value, unless somebody has shown that the account is theirs. */
function unlessConfirmed(column: string): SQL {
  return sql.raw(
    `case when users.email_confirmed_at is null then excluded.${column} else users.${column} end`,
  )
}
