import { and, eq, gt, isNull } from 'drizzle-orm'
import { atSeconds } from '@/server/database/client'
import type { Queryable } from '@/server/database/client'
import { mailTokens, users } from '@/server/database/schema'
import { linkTokenHash } from '@/server/jobs/mail-links'
import type { LinkPurpose } from '@/server/jobs/mail-links'

interface Link {
  purpose: LinkPurpose
  token: string
  nowSeconds: number
}

/** Whose link it is; undefined when it was used, is too old, or never was one. */
export async function ownerOfLink(db: Queryable, link: Link): Promise<string | undefined> {
  const [found] = await db.select({ userId: mailTokens.userId }).from(mailTokens).where(isGood(link))
  return found?.userId
}

/**
 * Uses a link up, and with it all others of the same purpose. Returns whose it is, with the account locked; undefined
 * when it is no good. Of several requests with one link at the same time, one gets it.
 */
export async function spendLink(tx: Queryable, link: Link): Promise<string | undefined> {
  const owner = await ownerOfLink(tx, link)
  if (owner === undefined) return undefined
  // The account first, as everybody does who changes both: otherwise two could wait for each other.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, owner)).for('update')
  const [used] = await tx
    .update(mailTokens)
    .set({ usedAt: atSeconds(link.nowSeconds) })
    .where(isGood(link))
    .returning({ userId: mailTokens.userId })
  if (used !== undefined) await endLinks(tx, owner, link)
  return used?.userId
}

/** Makes the unused links of an account useless. */
export async function endLinks(
  tx: Queryable,
  userId: string,
  { purpose, nowSeconds }: Pick<Link, 'purpose' | 'nowSeconds'>,
): Promise<void> {
  await tx
    .update(mailTokens)
    .set({ usedAt: atSeconds(nowSeconds) })
    .where(and(eq(mailTokens.userId, userId), eq(mailTokens.purpose, purpose), isNull(mailTokens.usedAt)))
}

/** Makes one link useless; an unknown one is useless already. */
export async function endLink(db: Queryable, link: Link): Promise<void> {
  await db
    .update(mailTokens)
    .set({ usedAt: atSeconds(link.nowSeconds) })
    .where(isGood(link))
}

function isGood({ purpose, token, nowSeconds }: Link) {
  return and(
    eq(mailTokens.tokenHash, linkTokenHash(token)),
    eq(mailTokens.purpose, purpose),
    isNull(mailTokens.usedAt),
    gt(mailTokens.expiresAt, atSeconds(nowSeconds)),
  )
}
