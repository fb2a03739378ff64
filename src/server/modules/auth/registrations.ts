import { randomUUID } from 'node:crypto'
import { desc, eq, inArray, and, gt } from 'drizzle-orm'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import { registrations, users, mailTokens } from '@/server/platform/database/schema'
import { ApiError, orNotFound, validationFailed } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { linkTokenHash, type LinkOwner, type LinkPurpose } from '@/server/jobs/mails/link-tokens'
import { passwordFits } from './passwords'

type Registration = typeof registrations.$inferSelect

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
 * Opens the account of a registration, with the password that was chosen then unless a `passwordHash` is given. Undefined when it is
 * gone, or its address has an account meanwhile. All registrations of the address end with their links.
 */
export async function openAccount(
  tx: Queryable,
  registrationId: string,
  { nowSeconds, ...chosen }: { passwordHash?: string; nowSeconds: number },
): Promise<string | undefined> {
  const pending = await lockRegistrations(tx, registrationId)
  const registration = pending.find(({ id }) => id === registrationId)
  if (registration === undefined) return undefined
  const now = atSeconds(nowSeconds)
  const { email, name, locale } = registration
  const passwordHash = chosen.passwordHash ?? registration.passwordHash
  const [opened] = await tx
    .insert(users)
    .values({ id: randomUUID(), email, name, passwordHash, locale, createdAt: now, updatedAt: now })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (opened === undefined) return undefined
  const ids = pending.map(({ id }) => id)
  await tx.delete(registrations).where(inArray(registrations.id, ids))
  return opened.id
}

/** All registrations of the address of one, locked in one order: of several that are confirmed at once the first ends the others. */
function lockRegistrations(tx: Queryable, registrationId: string): Promise<Registration[]> {
  const address = tx
    .select({ email: registrations.email })
    .from(registrations)
    .where(eq(registrations.id, registrationId))
  return tx
    .select()
    .from(registrations)
    .where(inArray(registrations.email, address))
    .orderBy(registrations.id)
    .for('update')
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

/**
 * Confirms the address of a registration. Our page sends the password that was chosen with it: nobody opens an account by mistake that
 * a stranger registered with their address (docs/decisions.md).
 */
export function confirmEmailHandlers({ db, securityLog }: AppDeps) {
  return {
    confirmEmail: async ({ body: { token, password }, source, nowSeconds }) => {
      const link = { purpose: 'confirm', token, nowSeconds } as const
      const owner = await ownerOfLink(db, link)
      if (owner === undefined || 'userId' in owner) throw new ApiError('NOT_FOUND')
      const { registrationId } = owner
      if (password !== undefined) {
        const [chosen] = await db.select().from(registrations).where(eq(registrations.id, registrationId))
        if (chosen !== undefined && !(await passwordFits(password, chosen.passwordHash)))
          throw validationFailed([{ path: 'password', code: 'registration_password_wrong' }])
      }
      const accountId = orNotFound(
        await db.transaction((tx) => openAccount(tx, registrationId, { nowSeconds })),
      )
      securityLog.record('account.opened', source, { accountId })
      return {}
    },
  } satisfies Partial<Handlers>
}

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
  else await lockRegistrations(tx, owner.registrationId)
  const [used] = await tx.delete(mailTokens).where(isValid(link)).returning(OWNER)
  if (used !== undefined) await endLinks(tx, owner, link.purpose)
  return asOwner(used)
}

export async function endLinks(tx: Queryable, owner: LinkOwner, purpose: LinkPurpose): Promise<void> {
  const isTheirs =
    'userId' in owner
      ? eq(mailTokens.userId, owner.userId)
      : eq(mailTokens.registrationId, owner.registrationId)
  await tx.delete(mailTokens).where(and(isTheirs, eq(mailTokens.purpose, purpose)))
}

/** The condition of a link that is good. */
export function isValid({ purpose, token, nowSeconds }: Link) {
  return and(
    eq(mailTokens.tokenHash, linkTokenHash(token)),
    eq(mailTokens.purpose, purpose),
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
