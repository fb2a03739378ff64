// Accounts of administrators, for whoever runs the server and may not have one yet.

import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import {
  reinstateAccount,
  storeRole,
  suspendAccount,
  isAbleAdministrator,
} from '@/server/platform/database/accounts/account-access'
import { secondsOf, type Database, type Queryable } from '@/server/platform/database/client'
import {
  deleteAccount as deleteStoredAccount,
  lockAccount,
} from '@/server/platform/database/accounts/person-data'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { mailTokens, sessions, users } from '@/server/platform/database/schema'
import type { SecurityLog } from '@/server/http/security/security-log'
import { removeSecondFactor } from '@/server/platform/database/accounts/second-factors'
import { hashPassword, passwordFits } from '@/server/modules/auth/passwords'
import { SITE } from '@/site/site'

export class AdministrationError extends Error {
  override name = 'AdministrationError'
}

interface Change {
  email: string
  now: Date
  securityLog: SecurityLog
  password?: string | undefined
}

/** Makes an administrator who can sign in at once. Returns the password. Throws AdministrationError for a known address. */
export async function createAdministrator(
  db: Database,
  { email, now, securityLog, password = administratorsNewPassword() }: Change,
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
  securityLog.record('role.changed', undefined, { accountId: created.id, role: 'ADMIN', reason: 'created' })
  return password
}

/**
 * Gives an account a new password and ends every session and every link that was open. Returns the password. Throws AdministrationError for an unknown address.
 */
export async function resetPassword(
  db: Database,
  { email, now, securityLog, password = administratorsNewPassword() }: Change,
): Promise<string> {
  const passwordHash = await hashPassword(password)
  const accountId = await db.transaction(async (tx) => {
    const { id } = await findAccount(tx, email)
    await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, id))
    await endAllSessions(tx, id, now)
    await tx.delete(mailTokens).where(eq(mailTokens.userId, id))
    return id
  })
  securityLog.record('password.reset', undefined, { accountId, reason: 'by whoever runs the server' })
  return password
}

/** Ends every session, too, and the server mails it. Returns false when there were no factors. Throws AdministrationError. */
export async function resetSecondFactor(
  db: Database,
  { email, now, securityLog }: Omit<Change, 'password'>,
): Promise<boolean> {
  const reset = await db.transaction(async (tx) => {
    const { id } = await findAccount(tx, email)
    const had = await removeSecondFactor(tx, id)
    await endAllSessions(tx, id, now)
    const mail = { template: 'second-factor-changed', id, change: 'reset' } as const
    if (had) await enqueueMail(tx, mail, { now, dedupeSuffix: `:${randomUUID()}` })
    return { id, had }
  })
  const reason = 'by whoever runs the server'
  securityLog.record('second-factor.removed', undefined, { accountId: reset.id, reason })
  return reset.had
}

/** Ends its sessions. Returns whether it was none before, and whether it stays suspended. Throws AdministrationError. */
export async function promote(
  db: Database,
  { email, now, securityLog }: Change,
): Promise<{ isNew: boolean; isSuspended: boolean }> {
  const { id, role, suspendedAt } = await db.transaction(async (tx) => {
    const found = await findAccount(tx, email)
    if (found.role !== 'ADMIN') await storeRole(tx, found.id, 'ADMIN', now)
    return found
  })
  const isNew = role !== 'ADMIN'
  if (isNew)
    securityLog.record('role.changed', undefined, { accountId: id, role: 'ADMIN', reason: 'promoted' })
  return { isNew, isSuspended: suspendedAt !== null }
}

/** Throws AdministrationError, also for the last administrator who can sign in. Returns false when it was suspended already. */
export async function suspend(db: Database, change: Omit<Change, 'password'>): Promise<boolean> {
  return changeAccess(db, change, { isSuspended: true })
}

/** Lets an account sign in again; a mail says so. False when it was not suspended. Throws AdministrationError. */
export async function reinstate(db: Database, change: Omit<Change, 'password'>): Promise<boolean> {
  return changeAccess(db, change, { isSuspended: false })
}

async function changeAccess(
  db: Database,
  { email, now, securityLog }: Omit<Change, 'password'>,
  { isSuspended }: { isSuspended: boolean },
): Promise<boolean> {
  const changed = await db.transaction(async (tx) => {
    const { id, suspendedAt } = await findAccount(tx, email)
    if ((suspendedAt !== null) === isSuspended) return undefined
    if (isSuspended) await refuseLastAdministrator(tx, id)
    await (isSuspended ? suspendAccount : reinstateAccount)(tx, id, now)
    return id
  })
  if (changed === undefined) return false
  const facts = { accountId: changed, reason: 'by whoever runs the server' }
  securityLog.record(isSuspended ? 'account.suspended' : 'account.reinstated', undefined, facts)
  return true
}

/** Throws AdministrationError, also for the last administrator. Photos go with the server's next sweep. */
export async function deleteAccount(
  db: Database,
  { email, now, securityLog }: Omit<Change, 'password'>,
): Promise<void> {
  const accountId = await db.transaction(async (tx) => {
    const known = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    const account = known[0] && (await lockAccount(tx, known[0].id))
    if (account === undefined) throw unknownAccount(email)
    await refuseLastAdministrator(tx, account.id)
    await deleteStoredAccount(tx, account, secondsOf(now))
    return account.id
  })
  securityLog.record('account.deleted', undefined, { accountId, reason: 'by whoever runs the server' })
}

/** Throws AdministrationError when this is the one administrator who can sign in. Two such commands at once wait for each other. */
async function refuseLastAdministrator(tx: Queryable, id: string): Promise<void> {
  const administrators = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(isAbleAdministrator(tx))
    .orderBy(users.id)
    .for('update')
  const [only, ...others] = administrators
  if (only?.id === id && others.length === 0)
    throw new AdministrationError(
      `${only.email} is the last administrator who can sign in: create or promote another one first.`,
    )
}

async function endAllSessions(tx: Queryable, userId: string, now: Date): Promise<void> {
  const open = and(eq(sessions.userId, userId), isNull(sessions.revokedAt))
  await tx.update(sessions).set({ revokedAt: now }).where(open)
}

async function findAccount(tx: Queryable, email: string) {
  const [found] = await tx
    .select({ id: users.id, role: users.role, suspendedAt: users.suspendedAt })
    .from(users)
    .where(eq(users.email, email))
    .for('update')
  if (found === undefined) throw unknownAccount(email)
  return found
}

function unknownAccount(email: string): AdministrationError {
  return new AdministrationError(`Nobody has an account with ${email}.`)
}

function administratorsNewPassword(): string {
  return randomBytes(15).toString('base64url')
}

export interface NewAdministrator {
  email: string
  /** The password that was generated here: it is shown once to whoever runs the server. */
  generatedPassword: string | undefined
}

interface AdministratorOptions {
  email: string | undefined
  password: string | undefined
  isFirstStart: boolean
  now: Date
  securityLog: SecurityLog
}

/** The administrator of the environment, or the first one of a new database. Undefined when nobody was created. */
export async function ensureAdministrator(
  db: Database,
  { email, password, isFirstStart, now, securityLog }: AdministratorOptions,
): Promise<NewAdministrator | undefined> {
  if (email === undefined && !isFirstStart) return undefined
  const address = email ?? `admin@${SITE.contactMailbox.split('@')[1] ?? 'localhost'}`
  const hashOf = async () =>
    (await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.email, address)))[0]
  const change = { email: address, now, securityLog }
  if ((await hashOf()) === undefined) {
    try {
      const newPassword = await createAdministrator(db, { ...change, password })
      return { email: address, generatedPassword: password === undefined ? newPassword : undefined }
    } catch (error) {
      // Another server that starts on this database was first.
      if (!(error instanceof AdministrationError)) throw error
    }
  }
  await promote(db, change)
  // Only a password that is new ends sessions: an ordinary restart signs nobody out.
  if (password !== undefined && !(await passwordFits(password, (await hashOf())?.passwordHash)))
    await resetPassword(db, { ...change, password })
  return undefined
}
