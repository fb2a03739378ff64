import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smtpError, startMailServer } from '@tests/support/services/mail-server'
import type { MailServer } from '@tests/support/services/mail-server'
import { serializeError } from '@/server/platform/process/logger'
import type { Mailer } from './mailer'
import { createSmtpMailer, isNoSuchAddress } from './smtp-mailer'

// The refused party decides what follows: a mail to an unknown recipient fails for good, a mail server that refuses us is tried
// again.

type Step = 'greeting' | 'sign-in' | 'sender' | 'recipient' | 'content'
interface SmtpFault {
  step: Step
  code: number
  text?: string
}

let server: MailServer
let mailer: Mailer
let fault: SmtpFault = { step: 'greeting', code: 0 }

beforeEach(async () => {
  server = await startMailServer({
    onConnect: (_session, done) => done(errorAt('greeting')),
    onAuth: ({ username }, _session, done) => done(errorAt('sign-in'), { user: username ?? '' }),
    onMailFrom: (_address, _session, done) => done(errorAt('sender')),
    onRcptTo: (_address, _session, done) => done(errorAt('recipient')),
    onData: (stream, _session, done) => {
      stream.resume().once('end', () => done(errorAt('content')))
    },
  })
  mailer = createSmtpMailer({
    smtpUrl: `smtp://guide:secret@127.0.0.1:${server.port}`,
    from: 'guide@example.com',
    log: { info: () => undefined },
  })
})

afterEach(async () => {
  await mailer.close()
  await server.close()
})

describe('a mail is hopeless', () => {
  it.each<SmtpFault>([
    { step: 'recipient', code: 550, text: '5.1.1 no such mailbox' },
    { step: 'recipient', code: 553, text: '5.1.3 no such address' },
    { step: 'recipient', code: 550, text: '5.1.10 takes no mail' },
  ])('when its $step is refused with $code $text', async (next) => {
    expect(isNoSuchAddress(await failureOf(next))).toBe(true)
  })
})

describe('a mail is worth another try', () => {
  it.each<SmtpFault>([
    { step: 'greeting', code: 554 },
    { step: 'sign-in', code: 535 },
    { step: 'sign-in', code: 534 },
    { step: 'sender', code: 550, text: 'over the quota of the day' },
    { step: 'sender', code: 530 },
    { step: 'sender', code: 550, text: '5.1.8 your domain is unknown' },
    { step: 'recipient', code: 450 },
    { step: 'recipient', code: 450, text: '4.1.1 unknown for now' },
    { step: 'recipient', code: 530, text: 'sign in first' },
    { step: 'recipient', code: 550, text: 'relaying is not allowed here' },
    { step: 'recipient', code: 554, text: '5.7.1 relay access denied' },
    { step: 'content', code: 451 },
    { step: 'content', code: 554, text: 'the sender is not verified' },
    { step: 'content', code: 550, text: '5.7.26 not authenticated' },
  ])('when the $step is refused with $code $text', async (next) => {
    const failure = await failureOf(next)
    expect(failure).toMatchObject({ responseCode: next.code })
    expect(isNoSuchAddress(failure)).toBe(false)
  })
})

describe('a refusal in the log', () => {
  it('says which step was refused and how, and not to whom the mail is', async () => {
    const text = '5.1.1 <ana@example.com> is unknown here'
    const logged = serializeError(await failureOf({ step: 'recipient', code: 550, text }))
    expect(logged).toMatchObject({ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' })
    expect(JSON.stringify(logged)).not.toContain('ana@')
  })
})

function failureOf(next: SmtpFault): Promise<unknown> {
  fault = next
  return mailer
    .send({ to: 'ana@example.com', subject: 'Olá', text: 'Olá', html: '<p>Olá</p>', key: 'k' })
    .then(
      () => undefined,
      (error: unknown) => error,
    )
}

function errorAt(step: Step): Error | null {
  const { code, text = 'not this one' } = fault
  return fault.step === step ? smtpError(code, text) : null
}
