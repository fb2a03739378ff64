import { randomUUID } from 'node:crypto'
import { desc, eq, inArray } from 'drizzle-orm'
import type { Locale } from '@/messages/compiled/runtime.js'
import { atSeconds } from '@/server/database/client'
import type { Queryable } from '@/server/database/client'
import { enqueueMail } from '@/server/database/job-queue'
import { registrations, users } from '@/server/database/schema'

type Registration = typeof registrations.$inferSelect

interface NewRegistration {
  /** Lower-cased. */
  email: string
  name: string
  passwordHash: string
  locale: Locale
  nowSeconds: number
}

/**
 * Stores a registration and enqueues its mail. Whether there is an account with the address already
 * is looked up when that mail is written: up to here nothing differs, so neither response nor time reveals it (decisions).
 */
export async function addRegistration(
  tx: Queryable,
  { nowSeconds, ...registration }: NewRegistration,
): Promise<void> {
  const id = randomUUID()
  const now = atSeconds(nowSeconds)
  await tx.insert(registrations).values({ id, ...registration, createdAt: now })
  await enqueueMail(tx, { template: 'confirm-email', id }, { now })
}

/** The last one of an address (lower-cased) that nobody has confirmed. */
export async function lastRegistration(db: Queryable, email: string): Promise<Registration | undefined> {
  const [found] = await db
    .select()
    .from(registrations)
    .where(eq(registrations.email, email))
    .orderBy(desc(registrations.createdAt), desc(registrations.id))
    .limit(1)
  return found
}

/**
 * Creates the account of a registration, with its own password or with the one given. False when the address
 * has an account meanwhile. The other registrations of the address go with it.
 */
export async function openAccount(
  tx: Queryable,
  registrationId: string,
  { passwordHash, nowSeconds }: { passwordHash?: string; nowSeconds: number },
): Promise<boolean> {
  const [registration] = await tx.select().from(registrations).where(eq(registrations.id, registrationId))
  if (registration === undefined) return false
  const now = atSeconds(nowSeconds)
  const { email, name, locale } = registration
  const opened = await tx
    .insert(users)
    .values({
      id: randomUUID(),
      email,
      name,
      passwordHash: passwordHash ?? registration.passwordHash,
      locale,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (opened.length === 0) return false
  // One that is being confirmed at this moment holds its row: waiting for it could be mutual, and it fails anyway.
  const free = tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(eq(registrations.email, email))
    .for('update', { skipLocked: true })
  await tx.delete(registrations).where(inArray(registrations.id, free))
  return true
}
