import { and, eq, gt, isNull } from 'drizzle-orm'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { mailTokens, registrations, users } from '@/server/platform/database/schema'
import { linkTokenHash } from '@/server/jobs/mails/mail-links'
import type { LinkOwner, LinkPurpose } from '@/server/jobs/mails/mail-links'

interface Link {
  purpose: LinkPurpose
  token: string
  nowSeconds: number
}

/** The owner of a link; undefined when it was used, is too old, or never was one. */
export async function ownerOfLink(db: Queryable, link: Link): Promise<LinkOwner | undefined> {
  const [found] = await db.select(OWNER).from(mailTokens).where(isValid(link))
  return asOwner(found)
}

/**
 * Uses a link up, and with it all others of the same purpose. Returns whose it is, with the account or registration
 * locked; undefined when it is no good. Of several requests with one link at the same time, one gets it.
 */
export async function consumeLink(tx: Queryable, link: Link): Promise<LinkOwner | undefined> {
  const owner = await ownerOfLink(tx, link)
  if (owner === undefined) return undefined
  // The owner first, as everybody does who changes both: otherwise two could wait for each other.
  if ('userId' in owner)
    await tx.select({ id: users.id }).from(users).where(eq(users.id, owner.userId)).for('update')
  else
    await tx
      .select({ id: registrations.id })
      .from(registrations)
      .where(eq(registrations.id, owner.registrationId))
      .for('update')
  const [used] = await tx
    .update(mailTokens)
    .set({ usedAt: atSeconds(link.nowSeconds) })
    .where(isValid(link))
    .returning(OWNER)
  if (used !== undefined) await endLinks(tx, owner, link)
  return asOwner(used)
}

/** Makes the unused links of an owner useless. */
export async function endLinks(
  tx: Queryable,
  owner: LinkOwner,
  { purpose, nowSeconds }: Pick<Link, 'purpose' | 'nowSeconds'>,
): Promise<void> {
  const isTheirs =
    'userId' in owner
      ? eq(mailTokens.userId, owner.userId)
      : eq(mailTokens.registrationId, owner.registrationId)
  await tx
    .update(mailTokens)
    .set({ usedAt: atSeconds(nowSeconds) })
    .where(and(isTheirs, eq(mailTokens.purpose, purpose), isNull(mailTokens.usedAt)))
}

/** Makes one link useless; an unknown one is useless already. */
export async function endLink(db: Queryable, link: Link): Promise<void> {
  await db
    .update(mailTokens)
    .set({ usedAt: atSeconds(link.nowSeconds) })
    .where(isValid(link))
}

function isValid({ purpose, token, nowSeconds }: Link) {
  return and(
    eq(mailTokens.tokenHash, linkTokenHash(token)),
    eq(mailTokens.purpose, purpose),
    isNull(mailTokens.usedAt),
    gt(mailTokens.expiresAt, atSeconds(nowSeconds)),
  )
}

const OWNER = { userId: mailTokens.userId, registrationId: mailTokens.registrationId }

function asOwner(
  row: { userId: string | null; registrationId: string | null } | undefined,
): LinkOwner | undefined {
  if (row === undefined) return undefined
  if (row.userId !== null) return { userId: row.userId }
  return row.registrationId === null ? undefined : { registrationId: row.registrationId }
}
