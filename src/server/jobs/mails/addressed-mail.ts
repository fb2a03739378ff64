import type { Locale } from '@/messages/compiled/runtime.js'
import type { EventLinks } from '@/server/http/security/event-links'
import type { MailShare } from './mail-limits'

/** What a mail says, before it is text and HTML. Everything is plain text; nothing here is markup. */
export interface MailContent {
  subject: string
  paragraphs: readonly string[]
  link?: { label: string; url: string }
  /** Why the person gets it. */
  footnote: string
}

export interface AddressedMail {
  to: string
  locale: Locale
  /** Called when it is sent: one that is dropped makes no link. */
  write(): MailContent | Promise<MailContent>
  /** Absent: the addressee's account caused it. Any other is counted, because a stranger may have typed the address. */
  limit?: {
    share: MailShare
    /** What becomes of one beyond it. */
    beyond: 'drop' | 'put-off'
  }
}

/** What a mail is written with. */
export interface MailContext {
  /** Of our pages. */
  origin: string
  now: Date
  links: EventLinks
}
