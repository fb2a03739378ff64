import { toOneLine } from '@/domain/text/plain-text'

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
