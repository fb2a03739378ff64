// Accounts of administrators, for whoever runs the server and may not have one yet, or is locked out of it.

import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { endSessions, reinstateAccount, storeRole } from '@/server/platform/database/accounts/account-access'
import { removeSecondFactor } from '@/server/platform/database/accounts/second-factors'
import { secondsOf, type Database, type Queryable } from '@/server/platform/database/client'
import { mailTokens, users } from '@/server/platform/database/schema'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import type { SecurityLog } from '@/server/http/security/security-log'
import { hashPassword, passwordFits } from '@/server/modules/auth/passwords'
import { SITE } from '@/site/site'

export class AdministrationError extends Error {
  override name = 'AdministrationError'
}

export interface Change {
  email: string
  now: Date
  securityLog: SecurityLog
}

const REASON = 'by whoever runs the server'
const newPassword = () => randomBytes(15).toString('base64url')

/** Makes an administrator who can sign in at once. Returns the password. Throws AdministrationError for a known address. */
export async function createAdministrator(
  db: Database,
  { email, now, securityLog }: Change,
  password = newPassword(),
): Promise<string> {
  const [created] = await db
    .insert(users)
    .values({
      id: randomUUID(),
      email,
      name: 'Administrator',
      role: 'ADMIN',
      passwordHash: await hashPassword(password),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (created === undefined)
    throw new AdministrationError(
      `${email} has an account already: use promote to make it an administrator's, or reset-password.`,
    )
  securityLog.record('role.changed', undefined, { accountId: created.id, role: 'ADMIN', reason: REASON })
  return password
}

/** Ends every session and every link that was open, too. Returns the password. Throws AdministrationError for an unknown address. */
export async function resetPassword(
  db: Database,
  { email, now, securityLog }: Change,
  password = newPassword(),
): Promise<string> {
  const passwordHash = await hashPassword(password)
  const accountId = await db.transaction(async (tx) => {
    const { id } = await findAccount(tx, email)
    await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, id))
    await endSessions(tx, id, { nowSeconds: secondsOf(now) })
    await tx.delete(mailTokens).where(eq(mailTokens.userId, id))
    return id
  })
  securityLog.record('password.reset', undefined, { accountId, reason: REASON })
  return password
}

/** Ends every session, too, and the server mails it. Throws AdministrationError for an unknown address. */
export async function resetSecondFactor(db: Database, { email, now, securityLog }: Change): Promise<void> {
  const accountId = await db.transaction(async (tx) => {
    const { id } = await findAccount(tx, email)
    await endSessions(tx, id, { nowSeconds: secondsOf(now) })
    const mail = { template: 'second-factor-changed', id, change: 'reset' } as const
    if (await removeSecondFactor(tx, id))
      await enqueueMail(tx, mail, { now, dedupeSuffix: `:${randomUUID()}` })
    return id
  })
  securityLog.record('second-factor.removed', undefined, { accountId, reason: REASON })
}

/**
 * Makes an account an administrator's that can sign in: its sessions end, and so does a suspension. Throws AdministrationError for an
 * unknown address.
 */
export async function promote(db: Database, { email, now, securityLog }: Change): Promise<void> {
  const { id, role } = await db.transaction(async (tx) => {
    const found = await findAccount(tx, email)
    if (found.role !== 'ADMIN') await storeRole(tx, found.id, 'ADMIN', now)
    if (found.suspendedAt !== null) await reinstateAccount(tx, found.id, now)
    return found
  })
  if (role !== 'ADMIN')
    securityLog.record('role.changed', undefined, { accountId: id, role: 'ADMIN', reason: REASON })
}

async function findAccount(tx: Queryable, email: string) {
  const [found] = await tx
    .select({ id: users.id, role: users.role, suspendedAt: users.suspendedAt })
    .from(users)
    .where(eq(users.email, email))
    .for('update')
  if (found === undefined) throw new AdministrationError(`Nobody has an account with ${email}.`)
  return found
}

export interface NewAdministrator {
  email: string
  /** It was generated here, and is shown once to whoever runs the server. */
  password: string
}

interface AdministratorOptions extends Pick<Change, 'now' | 'securityLog'> {
  email: string | undefined
  password: string | undefined
  isFirstStart: boolean
}

/** The administrator of the environment, or the first one of a new database. Gives one who got a password here. */
export async function ensureAdministrator(
  db: Database,
  { email: configured, password, isFirstStart, ...when }: AdministratorOptions,
): Promise<NewAdministrator | undefined> {
  if (configured === undefined && !isFirstStart) return undefined
  const email = configured ?? `admin@${SITE.contactMailbox.split('@')[1] ?? 'localhost'}`
  const change = { email, ...when }
  const find = async () => (await db.select().from(users).where(eq(users.email, email)))[0]
  if ((await find()) === undefined) {
    try {
      const made = await createAdministrator(db, change, password)
      return password === undefined ? { email, password: made } : undefined
    } catch (error) {
      // Another server that starts on this database was first.
      if (!(error instanceof AdministrationError)) throw error
    }
  }
  await promote(db, change)
  // Only a password that is new ends sessions: an ordinary restart signs nobody out.
  if (password !== undefined && !(await passwordFits(password, (await find())?.passwordHash)))
    await resetPassword(db, change, password)
  return undefined
}
