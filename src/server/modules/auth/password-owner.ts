import { eq } from 'drizzle-orm'
import type { Queryable } from '@/server/platform/database/client'
import { registrations, users } from '@/server/platform/database/schema'
import type { PasswordOwner } from '@/server/identity/password-strength'
import type { LinkOwner } from '@/server/jobs/mails/mail-links'

/** The address and the name of whoever chooses a password with a link: neither belongs into it. */
export async function passwordOwner(db: Queryable, owner: LinkOwner): Promise<PasswordOwner> {
  const found =
    'userId' in owner
      ? await db
          .select({ email: users.email, name: users.name })
          .from(users)
          .where(eq(users.id, owner.userId))
      : await db
          .select({ email: registrations.email, name: registrations.name })
          .from(registrations)
          .where(eq(registrations.id, owner.registrationId))
  return found[0] ?? {}
}
