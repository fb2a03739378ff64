/** They stand beside the schema, because the form shows them before its rules are loaded. */
export const TITLE_MIN = 3
export const TITLE_MAX = 100
export const DESCRIPTION_MIN = 10
export const DESCRIPTION_MAX = 1000
export const EMAIL_MAX = 254
export const PRICE_MAX_EUROS = 100_000
export const MAX_TIME_BLOCKS = 50
/** A person needs longer than this to fill the form; a script does not: open submission has no captcha. A server may be set to another (`MIN_FILL_MS`). */
export const MIN_FILL_MS = 3000

/** Mails and the page name a submission so: 'A1B2-C3D4'. It repeats nothing that a person wrote, and can be said on the phone. */
export function submissionReference(id: string): string {
  const [first = ''] = id.toUpperCase().split('-')
  return `${first.slice(0, 4)}-${first.slice(4)}`
}
