// Every mail of the product but the week's: its sentences, and where its links lead. What it is filled with comes from `send-mail`.

import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { VISITORS_EVENT_DAYS } from '@/domain/accounts/account'
import { SITE } from '@/site/site'
import type { MailContent } from './mail-layout'

/** The words that sentences take; a mail gives those of its own sentences, and the others are empty. */
const NO_WORDS = {
  /** The title of an event, in its submitter's words: only for an address that is known to be theirs. */
  title: '',
  /** Tells several submissions of an address apart: 'no. A1B2-C3D4, June 15, 2026'. */
  which: '',
  /** When and where an event takes place, and its reference, one a line. */
  facts: '',
  /** Why something was not published, in the team's words. */
  reason: '',
  /** An event is deleted when nobody decides on it in time; empty where it is not. */
  expires: '',
  name: '',
  email: '',
  topic: '',
  language: '',
  message: '',
}
type Words = typeof NO_WORDS

const OURS = {
  site: SITE.name,
  village: SITE.village,
  mailbox: SITE.contactMailbox,
  days: VISITORS_EVENT_DAYS,
}

type Sentence = (words: Words & typeof OURS, options: { locale: Locale }) => string
/** Where a link leads: to the event with its status, its public page, its form, or another page of the site. */
type LinkName = 'status' | 'event' | 'manage' | 'page'

interface Template {
  subject: Sentence
  /** One with the name of a word stands only in a mail that gives it. */
  paragraphs: readonly (Sentence | readonly [keyof Words, Sentence])[]
  /** Those that the mail has an address for: the first is a button. */
  links?: readonly (readonly [Sentence, LinkName])[]
  footnote: Sentence
}

const ownFacts = ({ facts }: Words) => facts
const reasonIfGiven = ['reason', m.mail_rejected_reason] as const
const toManage = [m.mail_manage_link, 'manage'] as const
const toStatus = [m.mail_anonymous_link, 'status'] as const
const toEvent = [m.mail_anonymous_approved_link, 'event'] as const
const typed = { footnote: m.mail_reason_for_mail_anonymous }
const own = { footnote: m.mail_reason_for_mail }
const account = { footnote: m.mail_reason_for_mail_account }
const access = { footnote: m.mail_reason_for_mail_access }

const secondFactor = (change: Sentence): Template => ({
  subject: m.second_factor_mail_subject,
  paragraphs: [change, m.second_factor_mail_not_you],
  footnote: m.second_factor_mail_reason,
})

const connected = (subject: Sentence, body: Sentence): Template => ({
  subject,
  paragraphs: [body, m.mail_connected_not_you],
  ...access,
})

/**
 * The mails about an event are in two forms: with its title and facts to an address that is known to be its submitter's, and in fixed
 * sentences (`to-typed`) to one that somebody typed, so that nobody sends their own text in our name to anybody.
 */
const TEMPLATES = {
  received: {
    subject: m.mail_received_subject,
    paragraphs: [m.mail_received_body, ownFacts],
    ...own,
  },
  'received-to-typed': {
    subject: m.mail_anonymous_received_subject,
    paragraphs: [
      m.mail_anonymous_received_body,
      m.mail_anonymous_progress,
      ['expires', m.mail_anonymous_expiry],
    ],
    links: [toStatus, toManage],
    ...typed,
  },
  approved: {
    subject: m.mail_approved_subject,
    paragraphs: [m.mail_approved_body, ownFacts],
    links: [[m.mail_approved_link, 'event']],
    ...own,
  },
  'approved-to-typed': {
    subject: m.mail_anonymous_approved_subject,
    paragraphs: [m.mail_anonymous_approved_body],
    links: [toEvent, toManage],
    ...typed,
  },
  rejected: {
    subject: m.mail_rejected_subject,
    paragraphs: [m.mail_rejected_body, reasonIfGiven, m.mail_rejected_again],
    // An event that was deleted has no form any more.
    links: [
      [m.mail_rejected_edit, 'manage'],
      [m.mail_rejected_link, 'page'],
    ],
    ...own,
  },
  'rejected-to-typed': {
    subject: m.mail_anonymous_rejected_subject,
    paragraphs: [m.mail_anonymous_rejected_body, reasonIfGiven, m.mail_rejected_again],
    links: [[m.mail_rejected_edit, 'manage'], toStatus],
    ...typed,
  },
  'proposal-approved': {
    subject: m.mail_proposal_approved_subject,
    paragraphs: [m.mail_proposal_approved_body],
    links: [toEvent, toManage],
    ...typed,
  },
  'proposal-rejected': {
    subject: m.mail_proposal_rejected_subject,
    paragraphs: [m.mail_proposal_rejected_body, reasonIfGiven],
    links: [toEvent, toManage],
    ...typed,
  },
  'manage-link': {
    subject: m.mail_manage_subject,
    paragraphs: [m.mail_manage_body, m.mail_manage_keep],
    links: [toManage],
    ...typed,
  },
  'support-message': {
    subject: m.mail_support_subject,
    paragraphs: [m.mail_support_from, m.mail_support_language, ({ message }) => message],
    footnote: m.mail_support_reason,
  },
  'confirm-email': {
    subject: m.mail_confirm_subject,
    paragraphs: [m.mail_confirm_body],
    links: [[m.mail_confirm_link, 'page']],
    ...account,
  },
  // Somebody with an account learns so, in a mail that confirms nothing.
  'known-email': {
    subject: m.mail_known_subject,
    paragraphs: [m.mail_known_body],
    links: [[m.mail_known_link, 'page']],
    ...account,
  },
  'reset-password': {
    subject: m.mail_reset_subject,
    paragraphs: [m.mail_reset_body],
    links: [[m.mail_reset_link, 'page']],
    footnote: m.mail_reason_for_mail_reset,
  },
  'account-suspended': {
    subject: m.mail_suspended_subject,
    paragraphs: [m.mail_suspended_body, m.mail_suspended_objection],
    ...access,
  },
  'account-reinstated': {
    subject: m.mail_reinstated_subject,
    paragraphs: [m.mail_reinstated_body],
    links: [[m.mail_reinstated_link, 'page']],
    ...access,
  },
  'account-deleted': {
    subject: m.mail_deleted_subject,
    paragraphs: [m.mail_deleted_body, m.mail_deleted_not_you],
    footnote: m.mail_reason_for_mail_deleted,
  },
  'week-confirm': {
    subject: m.mail_week_confirm_subject,
    paragraphs: [m.mail_week_confirm_body, m.mail_week_confirm_lasts],
    links: [[m.mail_week_confirm_link, 'page']],
    footnote: m.mail_week_confirm_reason,
  },
  'totp-added': secondFactor(m.second_factor_mail_totp_added),
  'totp-removed': secondFactor(m.second_factor_mail_totp_removed),
  'recovery-codes-made': secondFactor(m.second_factor_mail_codes_made),
  'recovery-code-used': secondFactor(m.second_factor_mail_code_used),
  reset: secondFactor(m.second_factor_mail_reset),
  google: connected(m.mail_google_connected_subject, m.mail_google_connected_body),
  apple: connected(m.mail_apple_connected_subject, m.mail_apple_connected_body),
} satisfies Record<string, Template>

export type TemplateName = keyof typeof TEMPLATES

export interface Filling {
  words?: Partial<Words>
  urls?: Partial<Record<LinkName, string | undefined>>
}

export function fillTemplate(
  name: TemplateName,
  { words: given = {}, urls = {} }: Filling,
  locale: Locale,
): MailContent {
  const template: Template = TEMPLATES[name]
  const words = { ...NO_WORDS, ...OURS, ...given }
  const say = (sentence: Sentence) => sentence(words, { locale })
  return {
    subject: say(template.subject),
    paragraphs: template.paragraphs.flatMap((paragraph) => {
      if (typeof paragraph === 'function') return [say(paragraph)]
      const [word, sentence] = paragraph
      return words[word] === '' ? [] : [say(sentence)]
    }),
    links: (template.links ?? []).flatMap(([label, to]) => {
      const url = urls[to]
      return url === undefined ? [] : [{ label: say(label), url }]
    }),
    footnote: say(template.footnote),
  }
}
