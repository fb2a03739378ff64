/** `?tls=optional` of an SMTP_URL: mails may go unencrypted. nodemailer does not know it. */
const TLS = 'tls'

/**
 * How nodemailer connects to an SMTP_URL. Over `smtp://` a server that offers no encryption gets no mail, and no password: who
 * listens on the way could take the offer out. Exempt are a server on this machine, and `?tls=optional`.
 */
export function connectionOf(smtpUrl: string): { url: string; requireTLS: boolean } {
  const url = new URL(smtpUrl)
  const isOptional = url.searchParams.get(TLS) === 'optional'
  url.searchParams.delete(TLS)
  return {
    url: url.href,
    requireTLS: url.protocol === 'smtp:' && !isOptional && !isLoopback(url.hostname),
  }
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
