// @module-tag full
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { submit } from '@tests/support/server/calls'
import { MAIL_PARTS } from '@tests/support/services/mail-parts'
import { smtpError, startMailServer } from '@tests/support/services/mail-server'
import type { MailServer } from '@tests/support/services/mail-server'
import { createJobRunner } from '@/server/jobs/job-runner'
import type { JobRunner } from '@/server/jobs/job-runner'
import { mailJobs } from '@/server/jobs/mails/send-mail'
import type { Mailer } from '@/server/platform/mail/mailer'
import { createSmtpMailer } from '@/server/platform/mail/smtp-mailer'

// The account at the mail provider is refused for days: the password was changed there, or it is over its quota.

const SILENT = { info: () => {}, warn: () => {}, error: () => {} }

let test: TestApp
let server: MailServer
let mailer: Mailer
let runner: JobRunner
let refused: 'sign-in' | 'sender' | 'nothing' = 'nothing'
const errorAt = (step: typeof refused, code: number) => (refused === step ? smtpError(code, 'not you') : null)

beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(async () => {
  server = await startMailServer({
    authOptional: false,
    onAuth: ({ username }, _session, done) => done(errorAt('sign-in', 535), { user: username ?? '' }),
    onMailFrom: (_address, _session, done) => done(errorAt('sender', 550)),
  })
  const smtpUrl = `smtp://guide:secret@127.0.0.1:${server.port}`
  mailer = createSmtpMailer({ smtpUrl, from: 'guide@example.com', log: SILENT })
  const { db, clock } = test
  const mail = mailJobs({ db, mailer, ...MAIL_PARTS })
  runner = createJobRunner({ db, clock, log: SILENT, kinds: { mail } })
})
afterEach(async () => {
  await runner.stop()
  await mailer.close()
  await server.close()
})
afterAll(() => test.close())

describe('mails wait four days for a mail server', () => {
  it.each(['sign-in', 'sender'] as const)('that refuses our %s, and then arrive', async (step) => {
    refused = step
    const { email, token } = await test.signIn()
    await submit(test, { title: 'Patience', email }, { token })
    for (let hour = 0; hour <= 96; hour += 1) {
      await runner.runDue()
      test.clock.advance({ hours: 1 })
    }
    expect(server.delivered).toEqual([])
    refused = 'nothing'
    test.clock.advance({ hours: 6 })
    await runner.runDue()
    const subjects = server.delivered.map(async (raw) => (await PostalMime.parse(raw)).subject)
    expect(await Promise.all(subjects)).toEqual(['We’ve received your event “Patience”'])
  })
})
