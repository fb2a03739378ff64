import { hash } from 'node:crypto'
import type { SendMailOptions } from 'nodemailer'
import { checkedAddress } from './address'
import { subjectLine } from './mailer'
import type { Mail } from './mailer'

/**
 * A mail as nodemailer composes it. The Message-ID is made from the key, so that one that is sent twice is one mail in the
 * recipient's program. Throws MailAddressError.
 */
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
