/** The address that was typed last on this page visit, for the other form. It is never in the URL or in storage. */
let typed = ''

export const emailDraft = {
  get: () => typed,
  set: (email: string) => void (typed = email),
}
