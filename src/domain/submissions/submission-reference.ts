/**
 * The name of a submission in mails and on the page, made of its id: 'A1B2-C3D4'. It repeats nothing that a person wrote, and is
 * short enough for the phone.
 */
export function submissionReference(id: string): string {
  const [first = ''] = id.toUpperCase().split('-')
  return `${first.slice(0, 4)}-${first.slice(4)}`
}
