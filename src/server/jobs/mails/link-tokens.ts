import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { Queryable } from '@/server/platform/database/client'
import { mailTokens } from '@/server/platform/database/schema'

export type LinkOwner = { userId: string } | { registrationId: string }
export type LinkPurpose = (typeof mailTokens.$inferSelect)['purpose']

const HOUR_MS = 3_600_000
/** How long a link out of a mail works (rules 11). */
export const LINK_LIFETIME_MS: Record<LinkPurpose, number> = { confirm: 48 * HOUR_MS, reset: HOUR_MS }

/**
 * A token for a link in a mail, 256 random bits. It is made when the mail is written, so that it is nowhere but in the mail; the table
 * stores its hash.
 */
export async function newLinkToken(
  db: Queryable,
  { owner, purpose, now }: { owner: LinkOwner; purpose: LinkPurpose; now: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.insert(mailTokens).values({
    id: randomUUID(),
    ...owner,
    purpose,
    tokenHash: linkTokenHash(token),
    expiresAt: new Date(now.getTime() + LINK_LIFETIME_MS[purpose]),
    createdAt: now,
  })
  return token
}

/** The hash that a token is found by. The token is random enough for a plain hash. */
export function linkTokenHash(token: string): string {
  return hash('sha256', token, 'base64url')
}
