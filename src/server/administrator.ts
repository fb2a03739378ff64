import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { SITE } from '@/site'
import type { Database } from './database/client'
import { users } from './database/schema'
import { hashPassword } from './resources/auth/passwords'

export interface NewAdministrator {
  email: string
  /** Only when it was made here: whoever runs the server has to be told once. */
  madePassword: string | undefined
}

interface AdministratorOptions {
  email: string | undefined
  password: string | undefined
  /** Make one even if none is asked for and there is none. */
  isFirstStart: boolean
  now: Date
}

/**
 * Creates or updates the administrator of the environment (decisions, Running it), or the first one of a new database.
 * Answers who was created; undefined when nobody was.
 */
export async function ensureAdministrator(
  db: Database,
  { email, password, isFirstStart, now }: AdministratorOptions,
): Promise<NewAdministrator | undefined> {
  if (email === undefined && !isFirstStart) return undefined
  const address = email ?? `admin@${SITE.contactMailbox.split('@')[1] ?? 'localhost'}`
  const [known] = await db.select().from(users).where(eq(users.email, address))
  if (known !== undefined) {
    const passwordHash = password === undefined ? known.passwordHash : await hashPassword(password)
    await db
      .update(users)
      .set({ role: 'ADMIN', passwordHash, emailConfirmedAt: known.emailConfirmedAt ?? now, updatedAt: now })
      .where(eq(users.id, known.id))
    return undefined
  }
  const madePassword = password === undefined ? randomBytes(12).toString('base64url') : undefined
  await db.insert(users).values({
    id: randomUUID(),
    email: address,
    name: 'Administrator',
    role: 'ADMIN',
    passwordHash: await hashPassword(password ?? madePassword ?? ''),
    emailConfirmedAt: now,
    createdAt: now,
    updatedAt: now,
  })
  return { email: address, madePassword }
}
