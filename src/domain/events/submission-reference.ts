/** What a submission is called in mails and on the page, from its id: 'A1B2-C3D4'. Nobody's words, and short enough for the phone. */
export function submissionReference(id: string): string {
  const [first = ''] = id.toUpperCase().split('-')
  return `${first.slice(0, 4)}-${first.slice(4)}`
}
