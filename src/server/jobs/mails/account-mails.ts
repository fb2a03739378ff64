import { hash, randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/error-text'
import type { Queryable } from '@/server/platform/database/client'
import type { MailTemplate } from '@/domain/staff/jobs'
import type { Addressee as DeletedAddressee, MailJob } from '@/server/platform/queue/job-queue'
import { registrations, users, mailTokens } from '@/server/platform/database/schema'
import { SITE } from '@/site/site'
import type { AddressedMail, MailContent } from './mail-layout'

export type AccountMail = Extract<MailTemplate, 'confirm-email' | 'reset-password'>

interface Context {
  origin: string
  now: Date
}

interface Addressee {
  owner: LinkOwner
  email: string
  locale: string
}

/**
 * A mail about an account (rules 11), in its owner's language. `id` is a registration's, or a user's. Undefined
 * when there is nothing to say any more.
 */
export async function accountMail(
  db: Queryable,
  template: AccountMail,
  { id, isKnownDevice = false }: Pick<MailJob, 'id' | 'isKnownDevice'>,
  context: Context,
): Promise<AddressedMail | undefined> {
  const registration = await findRegistration(db, id)
  // Somebody with an account learns so, in a mail that confirms nothing.
  const known = await findUser(
    db,
    registration === undefined ? eq(users.id, id) : eq(users.email, registration.email),
  )
  const addressee = known ?? registration
  if (addressee === undefined) return undefined
  const write = () => {
    if (template === 'reset-password') return resetPassword(db, addressee, context)
    return known === undefined ? confirmEmail(db, addressee, context) : addressKnown(known, context)
  }
  return {
    to: addressee.email,
    locale: localeOf(addressee.locale),
    write,
    limit: limitOf(template, { isKnown: known !== undefined, isKnownDevice }),
  }
}

/** Anybody may register any address; an account's new password and somebody's confirmation are waited for. */
function limitOf(
  template: AccountMail,
  { isKnown, isKnownDevice }: { isKnown: boolean; isKnownDevice: boolean },
): AddressedMail['limit'] {
  if (!isKnown) return { share: 'account', beyond: 'put-off' }
  // The first of the day has said that there is an account.
  if (template === 'confirm-email') return { share: 'account', beyond: 'drop' }
  return { share: isKnownDevice ? 'reset on a known device' : 'reset', beyond: 'put-off' }
}

async function findRegistration(db: Queryable, id: string): Promise<Addressee | undefined> {
  const [found] = await db.select().from(registrations).where(eq(registrations.id, id))
  return found && { owner: { registrationId: id }, email: found.email, locale: found.locale }
}

async function findUser(db: Queryable, where: SQL): Promise<Addressee | undefined> {
  const [found] = await db.select().from(users).where(where)
  return found && { owner: { userId: found.id }, email: found.email, locale: found.locale }
}

async function confirmEmail(db: Queryable, { owner, ...addressee }: Addressee, context: Context) {
  const locale = localeOf(addressee.locale)
  const token = await newLinkToken(db, { owner, purpose: 'confirm', now: context.now })
  const url = `${context.origin}/login?confirm-email-token=${token}`
  return {
    subject: m.mail_confirm_subject({}, { locale }),
    paragraphs: [m.mail_confirm_body({}, { locale })],
    link: { label: m.mail_confirm_link({}, { locale }), url },
    footnote: m.mail_reason_for_mail_account({}, { locale }),
  }
}

function addressKnown(addressee: Addressee, { origin }: Context): MailContent {
  const locale = localeOf(addressee.locale)
  return {
    subject: m.mail_known_subject({}, { locale }),
    paragraphs: [m.mail_known_body({}, { locale })],
    link: { label: m.mail_known_link({}, { locale }), url: `${origin}/login` },
    footnote: m.mail_reason_for_mail_account({}, { locale }),
  }
}

async function resetPassword(db: Queryable, { owner, ...addressee }: Addressee, context: Context) {
  const locale = localeOf(addressee.locale)
  const token = await newLinkToken(db, { owner, purpose: 'reset', now: context.now })
  const url = `${context.origin}/reset-password?token=${token}`
  return {
    subject: m.mail_reset_subject({}, { locale }),
    paragraphs: [m.mail_reset_body({}, { locale })],
    link: { label: m.mail_reset_link({}, { locale }), url },
    footnote: m.mail_reason_for_mail_reset({}, { locale }),
  }
}

/** This mail goes to the address of an account that was deleted: its owner must hear of it if somebody else did it. */
export function accountDeletedMail({ email, locale: stored }: DeletedAddressee): AddressedMail {
  const locale = localeOf(stored)
  return {
    to: email,
    locale,
    write: () => ({
      subject: m.mail_deleted_subject({}, { locale }),
      paragraphs: [
        m.mail_deleted_body({ site: SITE.name }, { locale }),
        m.mail_deleted_not_you({ mailbox: SITE.contactMailbox }, { locale }),
      ],
      footnote: m.mail_reason_for_mail_deleted({}, { locale }),
    }),
  }
}

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
