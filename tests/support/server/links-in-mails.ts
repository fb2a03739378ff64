import type { TestApp } from './app'

const PATTERN = {
  confirm: /\/login\?confirm-email-token=([\w-]+)/,
  reset: /\/reset-password\?token=([\w-]+)/,
} as const

/** Runs the job queue, and returns the token of the last mail with such a link to an address. */
export async function mailedToken(
  { jobs, mails }: TestApp,
  to: string,
  purpose: keyof typeof PATTERN,
): Promise<string> {
  await jobs.runDue()
  const found = mails.sent
    .filter((mail) => mail.to === to)
    .map(({ text }) => PATTERN[purpose].exec(text)?.[1])
    .findLast((token) => token !== undefined)
  if (found === undefined) throw new Error(`no mail with a link to ${purpose} went to ${to}`)
  return found
}
