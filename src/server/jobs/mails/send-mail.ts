import { eq } from 'drizzle-orm'
import { submissionReference } from '@/domain/submissions/submission-limits'
import { villageFormat } from '@/domain/time/village-time'
import { firstScheduleOf, schedulesOf } from '@/domain/timetables/schedule'
import * as m from '@/messages/compiled/messages.js'
import { baseLocale, type Locale } from '@/messages/compiled/runtime.js'
import { localeOf } from '@/messages/error-text'
import type { EventLinks, WeekLinks } from '@/server/http/security/event-links'
import type { JobKind } from '@/server/jobs/job-runner'
import { secondsOf, type Queryable } from '@/server/platform/database/client'
import { contactForms, events, registrations, users, weekRequests } from '@/server/platform/database/schema'
import { MailAddressError, type Mailer } from '@/server/platform/mail/mailer'
import { isNoSuchAddress } from '@/server/platform/mail/smtp-mailer'
import type { Log } from '@/server/platform/process/logger'
import { DECISIONS, type Addressee, type Decision, type MailJob } from '@/server/platform/queue/job-queue'
import { SITE } from '@/site/site'
import { newLinkToken, type LinkOwner } from './link-tokens'
import { layOut, type MailContent, type MailRow } from './mail-layout'
import { countMail, isOwnAddress, type MailPurpose } from './mail-limits'
import { fillTemplate, type Filling, type TemplateName } from './mail-templates'

interface MailParts {
  db: Queryable
  origin: string
  links: EventLinks
  weekLinks: WeekLinks
}

/** Jobs of the kind 'mail': written from the rows as they are when it is sent. */
export function mailJobs({
  mailer,
  countKey: key,
  log,
  ...parts
}: MailParts & { mailer: Mailer; countKey: Buffer; log: Log<'info'> }): JobKind<
  MailJob & { countedOn?: string }
> {
  return {
    async run({ id, payload, dedupeKey, now }) {
      const mail = await addressMail({ ...parts, now }, payload)
      if (mail === undefined || mail.to === '') return
      const { to, locale, purpose } = mail
      const { countedOn } = payload
      if (purpose && !(await countMail(parts.db, { dedupeKey, countedOn, to, purpose, now, key })))
        return log.info({ template: payload.template }, 'an address has had its mails of the day')
      // An event that is submitted again has another job of the same name, and another mail.
      await mailer.send({ to, key: `${dedupeKey}:${id}`, ...layOut(await mail.write(), locale) })
    },
    isPermanent: (error) => error instanceof MailAddressError || isNoSuchAddress(error),
    // The address of an account that is nowhere any more.
    leavesNothing: ({ template }) => template === 'account-deleted',
    abort: () => mailer.close(),
  }
}

interface AddressedMail {
  to: string
  locale: Locale
  /** Called when it is sent: one that is dropped makes no link. */
  write(): MailContent | Promise<MailContent>
  /** An anonymous client may have typed the address for it: it is limited. */
  purpose?: MailPurpose
}

interface Context extends MailParts {
  now: Date
}

/** Undefined when there is nothing to say any more. */
async function addressMail(context: Context, job: MailJob): Promise<AddressedMail | undefined> {
  const { template, id, addressee, change, provider } = job
  const { origin } = context
  switch (template) {
    case 'submission-received':
    case 'manage-link':
      return eventMail(context, template, id)
    case 'decisions':
      return addressee && decisionsMail(context, addressee, job.decisions ?? [])
    case 'confirm-email':
    case 'reset-password':
      return accountMail(context, template, id)
    // The team has decided otherwise while the mail waited: it is not sent.
    case 'account-suspended':
      return ownersMail(context, id, ({ suspendedAt }) => (suspendedAt ? [template] : undefined))
    case 'account-reinstated':
      return ownersMail(context, id, ({ suspendedAt }) =>
        suspendedAt ? undefined : [template, { urls: { page: `${origin}/login` } }],
      )
    case 'account-deleted':
      return addressee && templateMail(addressee, [template])
    // A change that the owner has not made, they must hear of.
    case 'second-factor-changed':
      return change && ownersMail(context, id, () => [change])
    case 'provider-connected':
      return provider && ownersMail(context, id, () => [provider])
    case 'support-message':
      return supportMail(context, id)
    case 'week-confirm':
      return weekConfirmMail(context, id)
  }
}

function templateMail(
  { email, locale: stored }: Addressee,
  [template, filling = {}]: readonly [TemplateName, Filling?],
): AddressedMail {
  const locale = localeOf(stored)
  return { to: email, locale, write: () => fillTemplate(template, filling, locale) }
}

/** A mail to the owner of an account, in their language. */
async function ownersMail(
  { db }: Context,
  userId: string,
  choose: (user: typeof users.$inferSelect) => readonly [TemplateName, Filling?] | undefined,
): Promise<AddressedMail | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  const chosen = user && choose(user)
  return chosen && templateMail(user, chosen)
}

/** A mail about an account (rules 11), in its owner's language. `id` is a registration's, or a user's. */
async function accountMail(
  { db, origin, now }: Context,
  template: 'confirm-email' | 'reset-password',
  id: string,
): Promise<AddressedMail | undefined> {
  const [registration] = await db.select().from(registrations).where(eq(registrations.id, id))
  const [known] = await db
    .select()
    .from(users)
    .where(registration === undefined ? eq(users.id, id) : eq(users.email, registration.email))
  const addressee = known ?? registration
  if (addressee === undefined) return undefined
  const owner: LinkOwner = known === undefined ? { registrationId: id } : { userId: known.id }
  const pageOf = async () => {
    if (template === 'reset-password')
      return `/reset-password?token=${await newLinkToken(db, { owner, purpose: 'reset', now })}`
    if (known !== undefined) return '/login'
    return `/login?confirm-email-token=${await newLinkToken(db, { owner, purpose: 'confirm', now })}`
  }
  const name = template === 'confirm-email' && known !== undefined ? 'known-email' : template
  const locale = localeOf(addressee.locale)
  return {
    to: addressee.email,
    locale,
    purpose: template === 'reset-password' && known !== undefined ? 'reset' : 'confirm',
    write: async () => fillTemplate(name, { urls: { page: origin + (await pageOf()) } }, locale),
  }
}

/** A support message to the team's mailbox (rules 11), in the team's language; undefined when it was deleted. */
async function supportMail({ db }: Context, id: string): Promise<AddressedMail | undefined> {
  const [form] = await db.select().from(contactForms).where(eq(contactForms.id, id))
  if (form === undefined) return undefined
  const { email, topic, message, locale: language } = form
  const words = { name: `${form.firstName} ${form.lastName}`, email, topic, message, language }
  return templateMail({ email: SITE.contactMailbox, locale: baseLocale }, ['support-message', { words }])
}

/** Nothing of what was chosen is in it: anybody may have typed the address. Undefined when the request is gone. */
async function weekConfirmMail(
  { db, origin, weekLinks }: Context,
  id: string,
): Promise<AddressedMail | undefined> {
  const [request] = await db.select().from(weekRequests).where(eq(weekRequests.id, id))
  if (request === undefined) return undefined
  // The token is in the fragment, which no server sees: neither a log nor another page gets it.
  const page = `${origin}/week-mail#confirm=${id}.${weekLinks.tokenOf('confirm', id)}`
  return { ...templateMail(request, ['week-confirm', { urls: { page } }]), purpose: 'week' }
}

type StoredEvent = typeof events.$inferSelect

async function findEvent(db: Queryable, id: string): Promise<StoredEvent | undefined> {
  const [event] = await db.select().from(events).where(eq(events.id, id))
  return event
}

/** A mail to the contact address of an event, in its submitter's language; undefined when the event or its address is gone. */
async function eventMail(
  context: Context,
  template: 'submission-received' | 'manage-link',
  id: string,
): Promise<AddressedMail | undefined> {
  const event = await findEvent(context.db, id)
  if (event === undefined) return undefined
  const locale = localeOf(event.locale)
  const isOwn = await isOwnAddress(context.db, event)
  const about = { eventId: id, email: event.email, hasManageLink: event.userId === null || isOwn }
  if (template === 'submission-received' && isOwn) {
    const words = { title: event.title, facts: factsOf(event, context.now, locale) }
    return templateMail(event, ['received', { words }])
  }
  const words = {
    which: submissionText(id, event.createdAt, locale),
    // No account owns it: retention deletes it when nobody decides on it in time.
    expires: about.hasManageLink ? 'yes' : '',
  }
  const filling = { words, urls: urlsOf(context, about) }
  // That a submission has arrived was counted when it did.
  if (template === 'submission-received') return templateMail(event, ['received-to-typed', filling])
  return { ...templateMail(event, [template, filling]), purpose: 'manage' }
}

type DecidedEvent = NonNullable<Awaited<ReturnType<typeof readDecision>>>

/** Decisions on events of one address: one in its own words, several as a list. */
async function decisionsMail(
  context: Context,
  addressee: Addressee,
  decisions: readonly Decision[],
): Promise<AddressedMail | undefined> {
  const locale = localeOf(addressee.locale)
  const read = decisions.map((decision) => readDecision(context, addressee.email, decision, locale))
  const decided = (await Promise.all(read)).filter((one) => one !== undefined)
  const [first, ...others] = decided
  if (first === undefined) return undefined
  if (others.length === 0) return templateMail(addressee, [first.template, first.filling])
  return { to: addressee.email, locale, write: () => decisionsContent(decided, locale) }
}

/** Undefined when it was published, and its event is gone since. */
async function readDecision(context: Context, email: string, decision: Decision, locale: Locale) {
  const { eventId, ownTitle: title, reason, submittedAt } = decision
  const event = await findEvent(context.db, eventId)
  const isOwn = title !== undefined
  if (decision.decision !== 'rejected' && (event === undefined || event.email === '')) return undefined
  const which = submissionText(eventId, new Date(submittedAt * 1000), locale)
  if (!isOwn) {
    const isProposal = decision.decision.startsWith('proposal-')
    const hasManageLink =
      event !== undefined &&
      (event.userId === null || (isProposal && (await isOwnAddress(context.db, event))))
    const template =
      decision.decision === 'approved' || decision.decision === 'rejected'
        ? (`${decision.decision}-to-typed` as const)
        : decision.decision
    const urls = urlsOf(context, { eventId, email, hasManageLink })
    const filling: Filling = { words: { which, reason }, urls }
    return { template, decision, filling }
  }
  const form = event
    ? { manage: `${context.origin}/manage/${eventId}` }
    : { page: `${context.origin}/add-event` }
  const urls = decision.decision === 'rejected' ? form : { event: `${context.origin}/events/${eventId}` }
  const facts = event ? factsOf(event, context.now, locale) : ''
  const filling: Filling = { words: { title, facts, reason }, urls }
  return { template: decision.decision, decision, filling }
}

const HEADINGS = {
  approved: m.mail_decisions_approved,
  rejected: m.mail_decisions_rejected,
  'proposal-approved': m.mail_decisions_proposal_approved,
  'proposal-rejected': m.mail_decisions_proposal_rejected,
}

function decisionsContent(decided: readonly DecidedEvent[], locale: Locale): MailContent {
  const n = decided.length
  const isOwn = decided.every(({ decision }) => decision.ownTitle !== undefined)
  return {
    subject: m.mail_decisions_subject({ n }, { locale }),
    paragraphs: [m.mail_decisions_body({ n, site: SITE.name }, { locale })],
    sections: DECISIONS.flatMap((kind) => {
      const rows = decided.filter(({ decision }) => decision.decision === kind)
      if (rows.length === 0) return []
      return [{ heading: HEADINGS[kind]({}, { locale }), rows: rows.map((row) => rowOf(row, locale)) }]
    }),
    links: [],
    footnote: isOwn
      ? m.mail_reason_for_mail({}, { locale })
      : m.mail_reason_for_mail_anonymous({}, { locale }),
  }
}

/** An event in the list of those that were decided: what a mail of its own would say of it. */
function rowOf({ decision, filling: { words = {}, urls = {} } }: DecidedEvent, locale: Locale): MailRow {
  const { ownTitle, reason } = decision
  const isRejected = decision.decision === 'rejected'
  const label = isRejected ? m.mail_rejected_edit({}, { locale }) : m.mail_manage_link({}, { locale })
  const facts = isRejected ? '' : (words.facts ?? '')
  return {
    title: ownTitle ?? words.which ?? '',
    url: isRejected ? urls.status : urls.event,
    facts: reason === '' ? facts : m.mail_rejected_reason({ reason }, { locale }),
    link: urls.manage === undefined ? undefined : { label, url: urls.manage },
  }
}

interface ManagedEvent {
  eventId: string
  email: string
  /** The link to change it goes to this address: no account owns it, or one with this very address. */
  hasManageLink: boolean
}

/** The links about an event to an address that somebody typed: whoever has the mail sees the event by them. */
function urlsOf(
  { origin, links, now }: Context,
  { eventId: id, email, hasManageLink }: ManagedEvent,
): Filling['urls'] {
  return {
    status: `${origin}/events/${id}?token=${links.tokenOf(id, secondsOf(now))}`,
    // Everybody may see it now: an address that may be passed on.
    event: `${origin}/events/${id}`,
    // The token is in the fragment, which no server sees: neither a log nor another page gets it.
    manage: hasManageLink ? `${origin}/manage/${id}#${links.manageTokenOf({ id, email })}` : undefined,
  }
}

/** Tells several submissions of an address apart: 'no. A1B2-C3D4, June 15, 2026'. */
function submissionText(id: string, submittedAt: Date, locale: Locale): string {
  const number = m.mail_submission_number({ number: submissionReference(id) }, { locale })
  return `${number}, ${villageFormat(locale, { dateStyle: 'long' }).format(submittedAt)}`
}

/** When (the date under way or the next; the last when all are over), where, and the reference. */
function factsOf({ id, timetable, locationName }: StoredEvent, now: Date, locale: Locale): string {
  const nowSeconds = secondsOf(now)
  const occurrence =
    firstScheduleOf(timetable, { from: nowSeconds }) ??
    schedulesOf(timetable, { from: 0, to: nowSeconds }).at(-1)
  const format = villageFormat(locale, {
    dateStyle: 'full',
    ...(occurrence?.is_all_day === false && { timeStyle: 'short' }),
  })
  return [
    ...(occurrence ? [m.mail_when({ when: format.format(occurrence.start_time * 1000) }, { locale })] : []),
    m.mail_where({ place: locationName }, { locale }),
    m.mail_number({ number: submissionReference(id) }, { locale }),
  ].join('\n')
}
