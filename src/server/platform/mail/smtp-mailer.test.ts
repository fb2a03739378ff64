import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { smtpError, startMailServer, type MailServer } from '@tests/support/services/mail-server'
import { deferred } from '@/offline/platform/deferred'
import { serializeError } from '@/server/platform/process/logger'
import { MailAddressError, type Mail, type Mailer } from './mailer'
import { connectionOf, createSmtpMailer, isNoSuchAddress } from './smtp-mailer'

const mail: Mail = {
  to: 'ana@example.com',
  subject: 'Confirmação do evento “Maré” 🌊',
  text: 'Olá Ana,\nhttps://guide.example/login?confirm-email-token=abc=\n.\nAté já',
  html: '<p>Olá Ana</p>',
  key: 'confirm-email:42',
}

type Step = 'greeting' | 'sign-in' | 'sender' | 'recipient' | 'content'

let server: MailServer
let mailer: Mailer
let logged: string[] = []
/** What the server refuses, and how. */
let fault: { step: Step; code: number; text?: string } | undefined

beforeEach(async () => {
  ;[logged, fault] = [[], undefined]
  const errorAt = (step: Step) =>
    fault?.step === step ? smtpError(fault.code, fault.text ?? 'not this one') : null
  server = await startMailServer({
    onConnect: (_session, done) => done(errorAt('greeting')),
    onAuth: ({ username }, _session, done) => done(errorAt('sign-in'), { user: username ?? '' }),
    onMailFrom: (_address, _session, done) => done(errorAt('sender')),
    onRcptTo: (_address, _session, done) => done(errorAt('recipient')),
    onData: async (stream, _session, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array))
      if (errorAt('content') === null) server.delivered.push(Buffer.concat(chunks).toString('latin1'))
      done(errorAt('content'))
    },
  })
  mailer = mailerTo(`guide%40example.com:p%40ss@127.0.0.1:${server.port}`)
})
afterEach(async () => {
  await mailer.close()
  await server.close()
})

function mailerTo(host: string, patience: { connectWithinMs?: number; sendWithinMs?: number } = {}): Mailer {
  return createSmtpMailer({
    smtpUrl: `smtp://${host}`,
    from: 'Guia de Eventos <guide@example.com>',
    log: { info: (fields, message) => logged.push(`${JSON.stringify(fields)} ${message}`) },
    ...patience,
  })
}
const delivered = () => Promise.all(server.delivered.map((raw) => PostalMime.parse(raw)))
const failureOf = (sending: Promise<void>): Promise<unknown> =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a mail over SMTP', () => {
  it('arrives with its subject, both bodies and who it is from and to, and is logged by its occasion', async () => {
    await mailer.send(mail)
    const [read] = await delivered()
    expect([read?.subject, read?.text?.trimEnd(), read?.html?.trimEnd()]).toEqual([
      mail.subject,
      mail.text,
      mail.html,
    ])
    expect(read?.from).toEqual({ name: 'Guia de Eventos', address: 'guide@example.com' })
    expect(read?.to).toEqual([{ name: '', address: 'ana@example.com' }])
    expect(read?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    expect(logged).toEqual(['{"key":"confirm-email:42"} sent a mail'])
  })

  it('cannot be given further headers or recipients by what somebody typed', async () => {
    await mailer.send({ ...mail, subject: 'Surf\r\nBcc: all@example.com' })
    expect(await delivered()).toMatchObject([
      { subject: 'Surf Bcc: all@example.com', to: [{ address: mail.to }] },
    ])
    for (const to of [
      'a@example.com, b@example.com',
      'a@example.com\r\nRCPT TO:<b@example.com>',
      'Ana <a@b.pt>',
    ]) {
      const error = await failureOf(mailer.send({ ...mail, to }))
      expect(error).toBeInstanceOf(MailAddressError)
      expect(String(error)).not.toContain('@')
    }
    expect(server.delivered).toHaveLength(1)
  })
})

describe('a mail that is refused', () => {
  it.each([
    ['recipient', 550, '5.1.1 no such mailbox'],
    ['recipient', 550, '5.1.10 takes no mail'],
  ] as const)('at the %s with %s %s is hopeless', async (step, code, text) => {
    fault = { step, code, text }
    expect(isNoSuchAddress(await failureOf(mailer.send(mail)))).toBe(true)
  })

  it.each([
    ['sign-in', 535, ''],
    ['sender', 550, '5.1.8 your domain is unknown'],
    ['recipient', 450, '4.1.1 unknown for now'],
    ['recipient', 554, '5.7.1 relay access denied'],
    ['content', 550, '5.7.26 not authenticated'],
  ] as const)('at the %s with %s %s is worth another try', async (step, code, text) => {
    fault = { step, code, text }
    const failure = await failureOf(mailer.send(mail))
    expect(failure).toMatchObject({ responseCode: code })
    expect(isNoSuchAddress(failure)).toBe(false)
    fault = undefined
    await mailer.send(mail)
    expect(server.delivered).toHaveLength(1)
  })

  it('is logged with the step and the code, and not to whom it is', async () => {
    fault = { step: 'recipient', code: 550, text: '5.1.1 <ana@example.com> is unknown here' }
    const error = serializeError(await failureOf(mailer.send(mail)))
    expect(error).toMatchObject({ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' })
    expect(JSON.stringify(error)).not.toContain('ana@')
  })
})

describe('a connection', () => {
  it.each([
    ['smtp://guide:p%40ss@mail.example.com', true],
    ['smtp://127.0.0.1.example.com', true],
    ['smtp://10.0.0.5:25', true],
    ['smtp://localhost', false],
    ['smtp://[::1]:25', false],
    ['smtp://mail.example.com?tls=optional', false],
    ['smtps://mail.example.com', false],
  ])('to %s has to be encrypted by STARTTLS: %s', (smtpUrl, requireTLS) => {
    expect(connectionOf(smtpUrl).requireTLS).toBe(requireTLS)
  })

  it('that cannot be encrypted gets neither mail nor password', async () => {
    // The resolver takes 0x7f.1 for 127.0.0.1; who reads the URL does not know it for this machine.
    const careful = mailerTo(`guide:p%40ss@0x7f.1:${server.port}`)
    expect(await failureOf(careful.send(mail))).toMatchObject({ code: 'ETLS' })
    expect(server.delivered).toEqual([])
    await careful.close()
  })
})

/** A mail server by the book, up to the content, to which it does not respond; `greeting`: whether it says a word at all. */
async function silentServer({ greets }: { greets: boolean }) {
  const replies: Record<string, string> = {
    EHLO: '250 guide',
    MAIL: '250 ok',
    RCPT: '250 ok',
    DATA: '354 go on',
  }
  const contentArrived = deferred<void>()
  const sockets: Socket[] = []
  const listener = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined).setEncoding('utf8')
    if (greets) socket.write('220 hello\r\n')
    socket.on('data', (line: string) => {
      const reply = replies[line.slice(0, 4)]
      if (reply !== undefined) socket.write(`${reply}\r\n`)
      else if (line.endsWith('\r\n.\r\n')) contentArrived.resolve()
    })
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  return {
    host: `127.0.0.1:${address.port}`,
    sockets,
    contentArrived: contentArrived.promise,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}

describe('a mail to a server that falls silent', () => {
  it('breaks off when it is closed', async () => {
    const silent = await silentServer({ greets: true })
    const waiting = mailerTo(silent.host)
    const failure = expect(waiting.send(mail)).rejects.toMatchObject({ code: 'ECONNECTION' })
    await silent.contentArrived
    await waiting.close()
    await failure
    await expect(waiting.send(mail)).rejects.toMatchObject({ code: 'ECONNECTION' })
    await silent.close()
  })

  it('is given up in good time, however the server trickles', async () => {
    const silent = await silentServer({ greets: true })
    const hasty = mailerTo(silent.host, { sendWithinMs: 20 })
    const trickle = setInterval(() => silent.sockets.at(-1)?.write('250-still reading\r\n'), 2)
    await expect(hasty.send(mail)).rejects.toMatchObject({ code: 'EABORT' })
    clearInterval(trickle)
    await hasty.close()
    await silent.close()
  })
})
