import { eq } from 'drizzle-orm'
import { SITE } from '@/site/site'
import { AdministrationError, createAdministrator, promote, resetPassword } from './administrators'
import type { Database } from '@/server/platform/database/client'
import { users } from '@/server/platform/database/schema'
import type { SecurityLog } from '@/server/http/security/security-log'
import { passwordFits } from '@/server/modules/auth/passwords'

export interface NewAdministrator {
  email: string
  /** The password that was generated here: it is shown once to whoever runs the server. */
  generatedPassword: string | undefined
}

interface AdministratorOptions {
  email: string | undefined
  password: string | undefined
  /** Create one even if none is configured and there is none. */
  isFirstStart: boolean
  now: Date
  securityLog: SecurityLog
}

/**
 * Creates or updates the administrator of the environment, or the first one of a new database.
 * Returns who was created; undefined when nobody was.
 */
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
