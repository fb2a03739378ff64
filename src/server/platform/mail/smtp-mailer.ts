import { createTransport } from 'nodemailer'
import type { Log } from '@/server/platform/process/logger'
import { type Mailer, CLOSED, messageOf } from './mailer'

interface SmtpMailerOptions {
  /** `smtp://` or `smtps://`, with user and password if the server wants them (SMTP_URL). */
  smtpUrl: string
  /** MAIL_FROM: an address, or `Name <address>`. */
  from: string
  log: Log<'info'>
  /** Milliseconds; tests are less patient. */
  connectWithinMs?: number
  sendWithinMs?: number
}

/** The milliseconds until the server has greeted, and the connection is encrypted if it can be. */
const CONNECT_WITHIN_MS = 10_000
/** The most that one mail may take, which is less than the lease of its job: no other server sends it, too. */
const SEND_WITHIN_MS = 4 * 60_000
/** The mails of one moment share a connection; one that a router dropped later would be waited for in vain. */
const IDLE_CONNECTION_MS = 30_000
/** The workers that send: of the mails, and of the week's. */
const SENDERS = 2
/** RFC 3463 3.2: there is no such mailbox, no such place, or it has moved away. */
const NO_SUCH_ADDRESS = /^5\d\d[ -]5\.1\.(?:1|2|3|6|10)\b/

/** Keeps a connection for each worker. If the process dies after the server's yes, a mail is sent again under the same Message-ID. */
export function createSmtpMailer({
  smtpUrl,
  from,
  log,
  connectWithinMs = CONNECT_WITHIN_MS,
  sendWithinMs = SEND_WITHIN_MS,
}: SmtpMailerOptions): Mailer {
  const transport = createTransport({
    ...connectionOf(smtpUrl),
    pool: true,
    maxConnections: SENDERS,
    connectionTimeout: connectWithinMs,
    greetingTimeout: connectWithinMs,
    socketTimeout: sendWithinMs,
    idleTimeout: IDLE_CONNECTION_MS,
    ...CLOSED,
  })
  return {
    send: async (mail) => {
      await transport.sendMail({ ...messageOf(mail, from), signal: AbortSignal.timeout(sendWithinMs) })
      log.info({ key: mail.key }, 'sent a mail')
    },
    close: () => {
      transport.close({ force: true })
      return Promise.resolve()
    },
  }
}

/**
 * The server says that there is no such recipient, so that trying again is pointless. Whatever else it refuses may
 * be about us, even where it speaks of the recipient or the content: no relaying, an unverified sender, a blocked address.
 * Then all mails wait until somebody has repaired it.
 */
export function isNoSuchAddress(error: unknown): boolean {
  if (!(error instanceof Error) || !('response' in error) || !('command' in error)) return false
  return error.command === 'RCPT TO' && NO_SUCH_ADDRESS.test(String(error.response))
}

/** `?tls=optional` of an SMTP_URL: mails may go unencrypted. nodemailer does not know it. */
const TLS = 'tls'

/** No mail and no password go over `smtp://` without encryption, except to this machine or with `?tls=optional`. */
export function connectionOf(smtpUrl: string): { url: string; requireTLS: boolean } {
  const url = new URL(smtpUrl)
  const isOptional = url.searchParams.get(TLS) === 'optional'
  url.searchParams.delete(TLS)
  return { url: url.href, requireTLS: url.protocol === 'smtp:' && !isOptional && !isLoopback(url.hostname) }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
