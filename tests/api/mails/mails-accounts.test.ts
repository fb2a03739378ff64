import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import { jobs } from '@/server/platform/database/schema'

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

it('a mail to a recipient that does not exist is not retried', async () => {
  const response = '550 5.1.1 nobody of that name'
  const refusal = Object.assign(new Error('refused'), { command: 'RCPT TO', response })
  const send = vi.spyOn(test.mails, 'send').mockRejectedValueOnce(refusal)
  await register(newAddress())
  await test.jobs.runDue()
  test.clock.advance({ days: 1 })
  await test.jobs.runDue()
  expect([send.mock.calls.length, test.mails.sent, await open()]).toEqual([1, [], []])
})
