import { eq } from 'drizzle-orm'
import { createWeekLinks } from '@/server/http/security/event-links'
import { keysFrom } from '@/server/http/auth/signed-token'
import type { Mail } from '@/server/platform/mail/mailer'
import { weekSubscribers } from '@/server/platform/database/schema'
import { TEST_SECRET, type TestApp } from './app'
import { call } from './calls'

export const weekLinks = createWeekLinks(keysFrom(TEST_SECRET))

/** The Thursday of the tests' week at 18:00 village time, and the second before. */
export const THURSDAY_18 = '2026-06-18T17:00:00Z'
export const BEFORE_18 = '2026-06-18T16:59:59Z'

interface Choice {
  tags?: string[]
  locale?: string
}

export const askForWeek = (test: TestApp, email: string, { tags = [], locale = 'en' }: Choice = {}) =>
  call(test, 'POST', '/week-mail', {
    headers: { 'accept-language': locale },
    body: { email, tag_keys: tags },
  })

/** `<id>.<token>` out of the last mail to an address that has such a link. */
export async function weekLink(test: TestApp, to: string, purpose: 'confirm' | 'stop') {
  await test.jobs.runDue()
  const found = test.mails.sent
    .filter((mail) => mail.to === to)
    .map(({ text }) => new RegExp(`/week-mail#${purpose}=([\\w-]+)\\.([\\w-]+)`).exec(text))
    .findLast((link) => link !== null)
  const [, id = '', token = ''] = found ?? []
  return { id, token }
}

export const confirmWeek = (test: TestApp, body: object) => call(test, 'POST', '/week-mail/confirm', { body })

/** Subscribes a person to the week by mail, and confirms. */
export async function subscribe(test: TestApp, email: string, choice: Choice = {}) {
  await askForWeek(test, email, choice)
  const response = await confirmWeek(test, await weekLink(test, email, 'confirm'))
  if (response.status !== 200) throw new Error(`not confirmed: ${response.text}`)
  const [found] = await test.db.select().from(weekSubscribers).where(eq(weekSubscribers.email, email))
  if (found === undefined) throw new Error('nobody is subscribed')
  return found
}

/** The week's mails that were sent to an address, of all mails. */
export function weekMails(servers: readonly TestApp[], to: string): Mail[] {
  return servers
    .flatMap(({ mails }) => mails.sent)
    .filter((mail) => mail.to === to && mail.list !== undefined)
}
