import { once } from 'node:events'
import { createServer } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MailAddressError } from './mailer'
import type { Mail, Mailer } from './mailer'
import { createSmtpMailer, isNoSuchAddress } from './smtp-mailer'

const mail: Mail = {
  to: 'ana@example.com',
  subject: 'Confirmação do evento “Maré” 🌊',
  text: 'Olá Ana,\nhttps://guide.example/login?confirm-email-token=abc=\n.\nAté já',
  html: '<p>Olá Ana</p>',
  key: 'confirm-email:42',
}

interface Delivery {
  from: string
  to: string[]
  /** The user who signed in, as the server said to the sender. */
  user: string | undefined
  raw: string
}

let server: SMTPServer
let deliveries: Delivery[] = []
let connections = 0
/** The server's next responses that do not accept the mail, and at which step. */
let faults: { step: 'recipient' | 'content'; code: number }[] = []
let logged: string[] = []
let mailer: Mailer

beforeEach(async () => {
  deliveries = []
  connections = 0
  faults = []
  logged = []
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
    onAuth: ({ username, password }, _session, done) => {
      done(null, password === 'p@ss' ? { user: username } : {})
    },
    onRcptTo: (_address, _session, done) => done(errorAt('recipient')),
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array))
      const fault = errorAt('content')
      const { mailFrom, rcptTo } = session.envelope
      if (fault === null) {
        deliveries.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: session.user?.toString(),
          raw: Buffer.concat(chunks).toString('latin1'),
        })
      }
      done(fault)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  mailer = mailerTo(portOf(server.server))
})

afterEach(async () => {
  await mailer.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

describe('a mail over SMTP', () => {
  it('arrives with its subject, both bodies and who it is from and to', async () => {
    await mailer.send(mail)
    const [delivery] = deliveries
    expect(delivery).toMatchObject({ from: 'guide@example.com', to: ['ana@example.com'] })
    const read = await PostalMime.parse(delivery?.raw ?? '')
    expect(read.subject).toBe(mail.subject)
    expect(read.text?.trimEnd()).toBe(mail.text)
    expect(read.html?.trimEnd()).toBe(mail.html)
    expect(read.from).toEqual({ name: 'Guia de Eventos', address: 'guide@example.com' })
    expect(read.to).toEqual([{ name: '', address: 'ana@example.com' }])
    expect(read.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
  })

  it('has a Message-ID that is the same for the same occasion only, and holds nothing of the key', async () => {
    for (const key of ['confirm-email:42', 'confirm-email:42', 'confirm-email:43'])
      await mailer.send({ ...mail, key })
    const ids = await Promise.all(deliveries.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId))
    expect(ids[0]).toMatch(/^<[0-9a-f]{32}@example\.com>$/)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
  })

  it('cannot be given further headers or recipients by what somebody typed', async () => {
    await mailer.send({ ...mail, subject: 'Surf\r\nBcc: all@example.com' })
    expect(deliveries.map(({ to }) => to)).toEqual([['ana@example.com']])
    expect((await PostalMime.parse(deliveries[0]?.raw ?? '')).subject).toBe('Surf Bcc: all@example.com')
    for (const to of ['a@example.com, b@example.com', 'a@example.com\r\nRCPT TO:<b@example.com>']) {
      await expect(mailer.send({ ...mail, to })).rejects.toThrow(MailAddressError)
    }
    expect(deliveries).toHaveLength(1)
  })

  it('signs in with the user and password of the address', async () => {
    const known = mailerTo(portOf(server.server), 'guide%40example.com:p%40ss@')
    await known.send(mail)
    expect(deliveries[0]?.user).toBe('guide@example.com')
    await known.close()
    const unknown = mailerTo(portOf(server.server), 'guide:wrong@')
    await expect(unknown.send(mail)).rejects.toThrow('Invalid login')
    await unknown.close()
  })

  it('uses a connection for each of the workers that send, and no more for many mails', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => mailer.send({ ...mail, key: `mail:${index}` })),
    )
    expect(deliveries).toHaveLength(12)
    expect(connections).toBe(3)
  })

  it('is logged by its occasion, and nothing about the person', async () => {
    await mailer.send({ ...mail, subject: 'Message from Ana <ana@example.com>' })
    expect(logged).toEqual(['{"key":"confirm-email:42"} sent a mail'])
  })
})

describe('a mail that the server does not accept', () => {
  it('for now may be sent again, and then arrives', async () => {
    for (const fault of [
      { step: 'recipient', code: 450 },
      { step: 'content', code: 451 },
    ] as const) {
      faults = [fault]
      const error = await failureOf(mailer.send(mail))
      expect(error).toBeInstanceOf(Error)
      expect(isNoSuchAddress(error)).toBe(false)
    }
    expect(logged).toEqual([])
    await mailer.send(mail)
    expect(deliveries).toHaveLength(1)
  })

  it('because nobody listens may be sent again', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const unreachable = mailerTo(portOf(closed))
    closed.close()
    await once(closed, 'close')
    const error = await failureOf(unreachable.send(mail))
    expect(error).toMatchObject({ message: expect.stringContaining('ECONNREFUSED') })
    expect(isNoSuchAddress(error)).toBe(false)
    await unreachable.close()
  })

  it('because the connection drops half-way may be sent again', async () => {
    const rude = createServer((socket) => socket.resume().end('220 hello\r\n')).listen(0, '127.0.0.1')
    await once(rude, 'listening')
    const dropped = mailerTo(portOf(rude))
    const error = await failureOf(dropped.send(mail))
    expect(error).toBeInstanceOf(Error)
    expect(isNoSuchAddress(error)).toBe(false)
    await dropped.close()
    rude.close()
    await once(rude, 'close')
  })
})

/** The resolver takes 0x7f.1 for 127.0.0.1; who reads the URL does not know it for this machine. */
const remote = (options: string) =>
  createSmtpMailer({
    smtpUrl: `smtp://guide:p%40ss@0x7f.1:${portOf(server.server)}${options}`,
    from: 'guide@example.com',
    log: { info: () => {} },
  })

describe('a server that offers no encryption', () => {
  it('gets neither mail nor password, because somebody may have taken the offer out', async () => {
    const careful = remote('')
    const error = await failureOf(careful.send(mail))
    expect(error).toMatchObject({ code: 'ETLS' })
    expect(isNoSuchAddress(error)).toBe(false)
    expect(deliveries).toEqual([])
    await careful.close()
  })

  it('gets it when the settings say that encryption is optional', async () => {
    const trusting = remote('?tls=optional')
    await trusting.send(mail)
    expect(deliveries).toHaveLength(1)
    await trusting.close()
  })
})

function mailerTo(port: number, credentials = ''): Mailer {
  return createSmtpMailer({
    smtpUrl: `smtp://${credentials}127.0.0.1:${port}`,
    from: 'Guia de Eventos <guide@example.com>',
    log: { info: (fields, message) => logged.push(`${JSON.stringify(fields)} ${message}`) },
  })
}

function portOf(listener: { address(): unknown }): number {
  const address = listener.address()
  if (typeof address !== 'object' || address === null || !('port' in address)) throw new Error('no port')
  return Number(address.port)
}

/** The errors of SMTP itself: a response with this code. */
function errorAt(step: 'recipient' | 'content'): Error | null {
  if (faults[0]?.step !== step) return null
  const code = faults.shift()?.code
  return Object.assign(new Error('not this one'), { responseCode: code })
}

function failureOf(sending: Promise<void>): Promise<unknown> {
  return sending.then(
    () => undefined,
    (error: unknown) => error,
  )
}
