import { hash, randomBytes, randomUUID, createHmac } from 'node:crypto'
import { desc, eq, inArray, and, gt, isNull } from 'drizzle-orm'
import type { Locale } from '@/messages/compiled/runtime.js'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { registrations, users, mailTokens } from '@/server/platform/database/schema'
import { ApiError } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import { useToken, usesOf } from '@/server/http/limits/sender-proof/proof-of-work'
import type { CountedToken } from '@/server/http/limits/sender-proof/proof-of-work'
import { LINK_LIFETIME_MS, newLinkToken, linkTokenHash } from '@/server/jobs/mails/account-mails'
import type { LinkOwner, LinkPurpose } from '@/server/jobs/mails/account-mails'

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

/**
 * Creates the account of a registration. Its password counts only with the secret of the client that chose it: a link
 * alone confirms an address, never what the anonymous client typed that registered it. A `passwordHash` that is given counts.
 * Undefined when the address has an account meanwhile. The other registrations of the address go with it.
 */
export async function openAccount(
  tx: Queryable,
  registrationId: string,
  { nowSeconds, ...chosen }: { passwordHash?: string; secret?: string | undefined; nowSeconds: number },
): Promise<{ userId: string; hasPassword: boolean } | undefined> {
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

interface Confirmed {
  /** Undefined where it was confirmed by an earlier try of the same client. */
  userId: string | undefined
  /** The token of a link to choose a password; undefined for an account that has one. */
  passwordToken: string | undefined
}

/**
 * Confirms the address of a registration. A link works once, but for the client that used it: a response that was lost comes again
 * under the same `retry_key`, for as long as the link would have worked. Nothing secret is stored for that: the token to choose a
 * password with is made from the link and the key.
 */
export function confirmEmailHandlers({ db, securityLog, deriveKey }: AppDeps) {
  const tokenKey = deriveKey('password tokens of confirmations')
  const tokenOf = (tried: string) => createHmac('sha256', tokenKey).update(tried).digest('base64url')

  return {
    confirmEmail: async ({ body, source, nowSeconds }) => {
      const { token, registration_secret: secret, retry_key: retryKey } = body
      const tried = retryKey === undefined ? undefined : `${token} ${retryKey}`
      const { userId, passwordToken } = await db.transaction(async (tx): Promise<Confirmed> => {
        const owner = await consumeLink(tx, { purpose: 'confirm', token, nowSeconds })
        const opened =
          owner !== undefined && 'registrationId' in owner
            ? await openAccount(tx, owner.registrationId, { secret, nowSeconds })
            : undefined
        if (opened === undefined) return repeat(tx, tried)
        const { userId: openedId, hasPassword } = opened
        const expiresAtMs = nowSeconds * 1000 + LINK_LIFETIME_MS.confirm
        if (tried !== undefined) await useToken(tx, { id: markOf(tried, hasPassword), expiresAtMs }, 1)
        if (hasPassword) return { userId: openedId, passwordToken: undefined }
        const owned = { owner: { userId: openedId }, purpose: 'reset', now: atSeconds(nowSeconds) } as const
        const own = tried === undefined ? {} : { token: tokenOf(tried) }
        return { userId: openedId, passwordToken: await newLinkToken(tx, { ...owned, ...own }) }
      })
      if (userId !== undefined) {
        const reason = passwordToken === undefined ? 'with its password' : 'without a password'
        securityLog.record('account.opened', source, { accountId: userId, reason })
      }
      return passwordToken === undefined ? {} : { password_token: passwordToken }
    },
  } satisfies Partial<Handlers>

  /** Throws NOT_FOUND for a link that is worth nothing, and that no try of this client has used. */
  async function repeat(tx: Queryable, tried: string | undefined): Promise<Confirmed> {
    const wasUsed = async (hasPassword: boolean) =>
      tried !== undefined && (await usesOf(tx, { id: markOf(tried, hasPassword) })) > 0
    if (await wasUsed(true)) return { userId: undefined, passwordToken: undefined }
    if (tried !== undefined && (await wasUsed(false)))
      return { userId: undefined, passwordToken: tokenOf(tried) }
    throw new ApiError('NOT_FOUND')
  }
}

/** The mark that is stored, as a hash, of a try that has confirmed an address. */
function markOf(tried: string, hasPassword: boolean): CountedToken['id'] {
  return `confirmed ${hasPassword ? 'with' : 'without'} a password ${tried}`
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
