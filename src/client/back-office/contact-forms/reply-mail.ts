import { dateTimeText } from '@/client/shared/time/event-dates'
import type { ContactForm } from '@/contract/contact-forms'
import { cutToFit } from '@/domain/text/plain-text'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'

/** Windows hands on about 2000 characters of a link; a longer one opens nothing. */
const MAX_LINK = 1900

type RepliedTo = Pick<ContactForm, 'email' | 'first_name' | 'last_name' | 'message' | 'created_at'>

/**
 * A `mailto` link (RFC 6068) that answers a support message: subject, and its text quoted, in the sender's language. A long
 * text is cut, so that mail clients take the link.
 */
export function replyMail(form: RepliedTo, topic: string, locale: Locale): string {
  const subject = m.admin_contact_reply_subject({ topic, site: SITE.name }, { locale })
  const when = dateTimeText(form.created_at, locale)
  const intro = m.admin_contact_reply_quote({ when, name: senderOf(form) }, { locale })
  // The last `@` is the one between mailbox and host.
  const at = form.email.lastIndexOf('@')
  const to = `${encode(form.email.slice(0, at))}@${encode(form.email.slice(at + 1))}`
  const link = (message: string) => {
    const quoted = message.replaceAll(/^/gm, '> ')
    return `mailto:${to}?subject=${encode(subject)}&body=${encode(`\n\n${intro}\n${quoted}\n`)}`
  }
  return link(cutToFit(form.message, (message) => link(message).length <= MAX_LINK))
}

/** RFC 6068: a line break is CR LF. A lone surrogate has no encoding: it is replaced. */
function encode(text: string): string {
  return encodeURIComponent(text.replaceAll('\n', '\r\n').replaceAll(/\p{Cs}/gu, '�'))
}

export function senderOf({ first_name, last_name }: Pick<ContactForm, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`
}
