import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { checkedAddress } from './address'
import { subjectLine } from './mailer'
import type { MailLog, Mailer } from './mailer'

interface SmtpMailerOptions {
  /** `smtp://` or `smtps://`, with user and password if the server wants them (SMTP_URL). */
  smtpUrl: string
  /** MAIL_FROM: an address, or `Name <address>`. */
  from: string
  log: MailLog
}

const CONNECTION_TIMEOUT_MS = 10_000
const SILENCE_TIMEOUT_MS = 20_000

/**
 * Sends mails over SMTP, over at most two kept connections. The Message-ID is made from the key, so that if our process
 * dies between the server's yes and our note of it, the recipient's mail program sees one mail, not two.
 */
export function createSmtpMailer({ smtpUrl, from, log }: SmtpMailerOptions): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: 2,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // Mail texts contain what strangers typed: nothing in them may make the mailer open a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = domainOf(from)
  return {
    send: async ({ to, subject, text, html, key }) => {
      const address = checkedAddress(to)
      await transport.sendMail({
        from,
        // As an object, because a string would be parsed as a list.
        to: { name: '', address },
        subject: subjectLine(subject),
        text,
        html,
        messageId: `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${domain}>`,
        // RFC 3834: out-of-office programs do not answer to this.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      log.info({ subject: subjectLine(subject) }, 'sent a mail')
    },
    close: () => {
      transport.close()
      return Promise.resolve()
    },
  }
}

/** Whether the receiving server said no for good (SMTP 5xx), so that trying again is pointless. */
export function isPermanentRefusal(error: unknown): boolean {
  return (
    error instanceof Error &&
    'responseCode' in error &&
    typeof error.responseCode === 'number' &&
    error.responseCode >= 500 &&
    error.responseCode < 600
  )
}

function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}
