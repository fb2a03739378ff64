import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { MAIL_PARTS } from '@tests/support/services/mail-parts'
import { smtpError, startMailServer } from '@tests/support/services/mail-server'
import type { MailServer } from '@tests/support/services/mail-server'
import { call } from '@tests/support/server/calls'
import { jobs } from '@/server/platform/database/schema'
import { createJobRunner } from '@/server/jobs/job-runner'
import type { JobRunner } from '@/server/jobs/job-runner'
import { mailJobs } from '@/server/jobs/mails/send-mail'
import type { Mailer } from '@/server/platform/mail/mailer'
import { createSmtpMailer } from '@/server/platform/mail/smtp-mailer'

const SILENT = { info: () => {}, warn: () => {}, error: () => {} }

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(async () => {
  await test.jobs.runDue()
  test.mails.sent.length = 0
})
afterAll(() => test.close())

const register = (email: string, language?: string) =>
  call(test, 'POST', '/auth/register', {
    body: { email, password: 'ribeira-dilhas-0712', name: 'Ana <b>Ondas</b>' },
    ...(language !== undefined && { headers: { 'accept-language': language } }),
  })
const requestReset = (email: string) => call(test, 'POST', '/user/password/reset', { body: { email } })
const newAddress = () => `${randomUUID()}@example.com`

async function confirmed(language?: string): Promise<string> {
  const email = newAddress()
  await register(email, language)
  await test.jobs.runDue()
  const token = /confirm-email-token=([\w-]+)/.exec(test.mails.sent.at(-1)?.text ?? '')?.[1]
  await call(test, 'POST', '/auth/confirm-email', { body: { token } })
  test.mails.sent.length = 0
  // Tomorrow the address may get another one.
  test.clock.advance({ days: 1 })
  return email
}

describe('mails about an account', () => {
  it('reset a password in the language of its owner, whoever requests it in whichever', async () => {
    const email = await confirmed('pt')
    await requestReset(email)
    await test.jobs.runDue()
    expect(test.mails.sent).toHaveLength(1)
    expect(test.mails.sent[0]).toMatchObject({ to: email, subject: 'Reponha a sua palavra-passe' })
    expect(test.mails.sent[0]?.text).toMatch(/http:\/\/mail\.test\/reset-password\?token=[\w-]{43}/)
    expect(test.mails.sent[0]?.text).toContain('Se não fez este pedido, ignore-o')
  })

  it('inform of an account that is known already, with the way in', async () => {
    const email = await confirmed()
    await register(email)
    await test.jobs.runDue()
    expect(test.mails.sent[0]).toMatchObject({ to: email, subject: 'You already have an account' })
    expect(test.mails.sent[0]?.text).toContain('http://mail.test/login')
  })

  it('put none of what others typed into the mail to the owner of an address', async () => {
    const email = await confirmed()
    await register(email)
    await requestReset(email)
    await test.jobs.runDue()
    expect(test.mails.sent).toHaveLength(2)
    for (const { text, html } of test.mails.sent) expect(text + html).not.toContain('Ondas')
  })
})

const open = async () => (await test.db.select().from(jobs)).filter(({ doneAt }) => doneAt === null)

describe('over SMTP', () => {
  let server: MailServer
  let mailer: Mailer
  let runner: JobRunner
  let tries = 0
  /** The SMTP error for the next recipients. */
  let smtpErrors: Error[] = []

  beforeEach(async () => {
    ;[tries, smtpErrors] = [0, []]
    server = await startMailServer({
      onRcptTo: (_address, _session, done) => {
        tries += 1
        done(smtpErrors.shift() ?? null)
      },
    })
    const smtpUrl = `smtp://127.0.0.1:${server.port}`
    mailer = createSmtpMailer({ smtpUrl, from: 'guide@example.com', log: SILENT })
    const { db, clock } = test
    runner = createJobRunner({
      db,
      clock,
      log: SILENT,
      kinds: { mail: mailJobs({ db, mailer, ...MAIL_PARTS }) },
    })
  })
  afterEach(async () => {
    await runner.stop()
    await mailer.close()
    await server.close()
  })

  it('a recipient that does not exist is not retried', async () => {
    smtpErrors = [smtpError(550, '5.1.1 nobody of that name')]
    await register(newAddress())
    await runner.runDue()
    test.clock.advance({ days: 1 })
    await runner.runDue()
    expect([tries, server.delivered.length, (await open()).length]).toEqual([1, 0, 0])
  })
})
