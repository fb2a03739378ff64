import { hash, randomBytes, randomUUID } from 'node:crypto'
import { desc, eq, inArray } from 'drizzle-orm'
import type { Locale } from '@/messages/compiled/runtime.js'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { registrations, users } from '@/server/platform/database/schema'

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
 * Stores a registration and enqueues its mail. Returns the secret that the registering client keeps; only its hash is
 * stored. Whether there is an account with the address already
 * is looked up when that mail is written: up to here nothing differs, so neither response nor time reveals it (rules 2.10).
 */
export async function addRegistration(
  tx: Queryable,
  { nowSeconds, ...registration }: NewRegistration,
): Promise<string> {
  const id = randomUUID()
  const secret = randomBytes(32).toString('base64url')
  const now = atSeconds(nowSeconds)
  const clientSecretHash = hashOf(secret)
  await tx.insert(registrations).values({ id, ...registration, clientSecretHash, createdAt: now })
  await enqueueMail(tx, { template: 'confirm-email', id }, { now })
  return secret
}

/** At most one fresh confirmation mail in this time, however often somebody tries to sign in or asks for it. */
const CONFIRM_MAIL_SECONDS = 10 * 60

/**
 * Enqueues the mail of a registration again. Where there is no registration it enqueues a mail without an addressee, which the job drops:
 * the same work, so that nobody learns what there is.
 */
export async function enqueueConfirmation(
  tx: Queryable,
  registrationId: string | undefined,
  nowSeconds: number,
): Promise<void> {
  await enqueueMail(
    tx,
    { template: 'confirm-email', id: registrationId ?? randomUUID() },
    { now: atSeconds(nowSeconds), dedupeSuffix: `:${Math.floor(nowSeconds / CONFIRM_MAIL_SECONDS)}` },
  )
}

/** The registration of the client that has this secret. */
export async function registrationOfSecret(
  db: Queryable,
  secret: string,
): Promise<Pick<Registration, 'id'> | undefined> {
  const [found] = await db
    .select({ id: registrations.id })
    .from(registrations)
    .where(eq(registrations.clientSecretHash, hashOf(secret)))
  return found
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

interface OpenedAccount {
  userId: string
  hasPassword: boolean
}

/**
 * Creates the account of a registration. Its password counts only with the secret of the client that chose it: a link
 * alone confirms an address, never what the anonymous client typed that registered it. A `passwordHash` that is given counts.
 * Undefined when the address has an account meanwhile. The other registrations of the address go with it.
 */
export async function openAccount(
  tx: Queryable,
  registrationId: string,
  { nowSeconds, ...chosen }: { passwordHash?: string; secret?: string | undefined; nowSeconds: number },
): Promise<OpenedAccount | undefined> {
  const [registration] = await tx.select().from(registrations).where(eq(registrations.id, registrationId))
  if (registration === undefined) return undefined
  const now = atSeconds(nowSeconds)
  const { email, name, locale } = registration
  const isTheirs = chosen.secret !== undefined && hashOf(chosen.secret) === registration.clientSecretHash
  const passwordHash = chosen.passwordHash ?? (isTheirs ? registration.passwordHash : null)
  const [opened] = await tx
    .insert(users)
    .values({ id: randomUUID(), email, name, passwordHash, locale, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (opened === undefined) return undefined
  await dropRegistrations(tx, email)
  return { userId: opened.id, hasPassword: passwordHash !== null }
}

/** Deletes what is waiting to be confirmed for an address (lower-cased) that has an account now, links included. */
export async function dropRegistrations(tx: Queryable, email: string): Promise<void> {
  // One that is being confirmed at this moment holds its row: waiting for it could be mutual, and it fails anyway.
  const free = tx
    .select({ id: registrations.id })
    .from(registrations)
    .where(eq(registrations.email, email))
    .for('update', { skipLocked: true })
  await tx.delete(registrations).where(inArray(registrations.id, free))
}

function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}
