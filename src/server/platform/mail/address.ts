import { isEmail } from '@/domain/accounts/account'

/** The recipient is no address that a mailer may be given. Retrying does not help. */
export class MailAddressError extends Error {
  override name = 'MailAddressError'
}

/**
 * The last gate before a mailer, which would read more into the text than one address: a list, a display name, a
 * comment, further header lines. Returns exactly what came, or throws MailAddressError (which does not repeat it).
 */
export function checkedAddress(text: string): string {
  if (!isEmail(text)) throw new MailAddressError('the recipient is not one plain e-mail address')
  return text
}
