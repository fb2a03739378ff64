import { hash } from 'node:crypto'
import type { SendMailOptions } from 'nodemailer'
import { toOneLine } from '@/domain/text/plain-text'
import { isEmail } from '@/domain/accounts/account'

/** A mail to one person, with the same content as text and as HTML. */
export interface Mail {
  /** One plain address. */
  to: string
  subject: string
  text: string
  html: string
  /** Names the occasion ("submission-arrived:<id>"): the same key again is the same mail. Holds no personal data. */
  key: string
  /** The list that a mail is one of, with the address by which its reader's mail program ends it (RFC 2919, RFC 8058). */
  list?: { id: string; unsubscribeUrl: string }
}

/** Sends mail out of the server. Called by the jobs, never by a request. */
export interface Mailer {
  /** Settles when the mail is in other hands. Throws MailAddressError before anything is sent, or what failed. */
  send(mail: Mail): Promise<void>
  /** Aborts what is in flight: those sends throw, and may be retried. Twice is no error. */
  close(): Promise<void>
}

/** A subject is one line of a header, whatever a title that was stored long ago contains. */
export function subjectLine(subject: string): string {
  return toOneLine(subject).replaceAll(/\s+/g, ' ')
}

/** The recipient is no address that a mailer may be given. Retrying does not help. */
export class MailAddressError extends Error {
  override name = 'MailAddressError'
}

/** A mailer would read more into it: a list, a display name, further header lines. Throws MailAddressError, which does not repeat it. */
export function checkedAddress(text: string): string {
  if (!isEmail(text)) throw new MailAddressError('the recipient is not one plain e-mail address')
  return text
}

/** The Message-ID is made from the key: one that is sent twice is one mail for its reader. Throws MailAddressError. */
export function messageOf({ to, subject, text, html, key, list }: Mail, from: string): SendMailOptions {
  return {
    from,
    // The address is an object, because a string would be parsed as a list.
    to: { name: '', address: checkedAddress(to) },
    subject: subjectLine(subject),
    text,
    html,
    messageId: `<${hash('sha256', key, 'hex').slice(0, 32)}@${domainOf(from)}>`,
    // RFC 3834: out-of-office programs do not reply to this.
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(list && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(list && { list: { id: list.id, unsubscribe: list.unsubscribeUrl } }),
  }
}

/** Mail texts may contain anonymous texts: nothing in them makes nodemailer open a file or an address. */
export const CLOSED = { disableFileAccess: true, disableUrlAccess: true } as const

function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}
