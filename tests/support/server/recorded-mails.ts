import { checkedAddress, type Mail, type Mailer } from '@/server/platform/mail/mailer'

export interface RecordedMails extends Mailer {
  sent: Mail[]
  /** The next sends fail like a mail server that is away. */
  failNext(times: number): void
}

/** Mails as the product would send them, recorded instead. The same key again is the same mail, as with the real ones. */
export function recordMails(): RecordedMails {
  const sent: Mail[] = []
  let failures = 0
  return {
    sent,
    failNext(times) {
      failures = times
    },
    async send(mail) {
      checkedAddress(mail.to)
      if (failures > 0) {
        failures -= 1
        throw new Error('the mail server is away')
      }
      if (!sent.some(({ key }) => key === mail.key)) sent.push(mail)
    },
    async close() {},
  }
}
