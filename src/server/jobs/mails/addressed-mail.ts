import type { Locale } from '@/messages/compiled/runtime.js'
import type { EventLinks } from '@/server/http/security/event-links'
import type { WeekLinks } from '@/server/http/security/week-links'
import type { MailShare } from './mail-limits'
import type { MailSection } from './mail-sections'

export interface MailLink {
  label: string
  url: string
}

/** The content of a mail before it is text and HTML. Everything is plain text; nothing here is markup. */
export interface MailContent {
  subject: string
  paragraphs: readonly string[]
  /** A list below the paragraphs, above the button. */
  sections?: readonly MailSection[]
  link?: MailLink
  /** Something else that the person may do, below the button. */
  secondLink?: MailLink | undefined
  /** The reason why the person gets the mail. */
  footnote: string
  /** Links below the footnote. */
  footLinks?: readonly MailLink[]
}

export interface AddressedMail {
  to: string
  locale: Locale
  /** Called when it is sent: one that is dropped makes no link. */
  write(): MailContent | Promise<MailContent>
  /**
   * The limit; absent: the addressee's account caused it. Any other is counted, because an anonymous client may have
   * typed the address.
   */
  limit?: {
    share: MailShare
    /** A mail beyond the limit is dropped, or put off to the next morning. */
    beyond: 'drop' | 'put-off'
  }
}

/** Every mail is written with this. */
export interface MailContext {
  /** The origin of our pages. */
  origin: string
  now: Date
  links: EventLinks
  weekLinks: WeekLinks
}
