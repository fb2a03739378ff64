import { once } from 'node:events'
import { Socket, createServer } from 'node:net'
import type { Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deferred } from '@/offline/platform/deferred'
import type { Mail, Mailer } from './mailer'
import { SEND_WITHIN_MS, createSmtpMailer } from './smtp-mailer'

// A mail server by the book, up to the word at which it falls silent.

const mail: Mail = { to: 'ana@example.com', subject: 'Olá', text: 'Olá', html: '<p>Olá</p>', key: 'k' }
const MINUTE_MS = 60_000

const REPLIES: Record<string, string> = {
  EHLO: '250 guide',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
}

let server: Server
let sockets: Socket[] = []
let mailers: Mailer[] = []
/** The server's response to the content, if any. */
let verdict: string | undefined
let greeting: string | undefined
/** Lines of a response that never ends. */
let trickle: NodeJS.Timeout | undefined
/** Settles when the content has arrived. */
let contentArrived: Promise<void>

beforeEach(async () => {
  ;[sockets, mailers, verdict, greeting] = [[], [], undefined, '220 hello']
  const arrived = deferred<void>()
  contentArrived = arrived.promise
  server = createServer((socket) => {
    sockets.push(socket)
    converse(socket, arrived.resolve)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  clearInterval(trickle)
  for (const mailer of mailers) await mailer.close()
  for (const socket of sockets) socket.destroy()
  const closed = once(server, 'close')
  server.close()
  await closed
})

describe('a mail to a server that takes its time', () => {
  it('waits for the response to its content as long as RFC 5321 requires', async () => {
    const patience = vi.spyOn(Socket.prototype, 'setTimeout')
    verdict = '250 taken'
    await mailerWith({}).send(mail)
    const longest = Math.max(...patience.mock.calls.map(([ms]) => ms))
    expect(longest).toBe(10 * MINUTE_MS)
    expect(longest).toBeLessThan(SEND_WITHIN_MS)
  })

  it('is given up in good time, however the server trickles', async () => {
    trickle = setInterval(() => sockets.at(-1)?.write('250-still reading\r\n'), 2)
    const sending = mailerWith({ sendWithinMs: 20 }).send(mail)
    await expect(sending).rejects.toMatchObject({ code: 'EABORT' })
  })

  it('does not wait long for a greeting', async () => {
    greeting = undefined
    const sending = mailerWith({ connectWithinMs: 20 }).send(mail)
    await expect(sending).rejects.toMatchObject({ code: 'ETIMEDOUT' })
  })
})

describe('a mailer that is closed', () => {
  it('aborts the mail that waits for a response', async () => {
    const mailer = mailerWith({})
    const failure = expect(mailer.send(mail)).rejects.toMatchObject({ code: 'ECONNECTION' })
    await contentArrived
    await mailer.close()
    await failure
  })

  it('breaks off the mail that waits for a greeting', async () => {
    greeting = undefined
    const mailer = mailerWith({})
    const connected = once(server, 'connection')
    const failure = expect(mailer.send(mail)).rejects.toMatchObject({ code: 'ECONNECTION' })
    await connected
    await mailer.close()
    await failure
  })

  it('takes no other, and may be closed again', async () => {
    const mailer = mailerWith({})
    await mailer.close()
    await mailer.close()
    await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'ECONNECTION' })
    expect(sockets).toEqual([])
  })
})

function mailerWith(limits: { connectWithinMs?: number; sendWithinMs?: number }): Mailer {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  const smtpUrl = `smtp://127.0.0.1:${address.port}`
  const mailer = createSmtpMailer({
    smtpUrl,
    from: 'guide@example.com',
    log: { info: () => undefined },
    ...limits,
  })
  mailers.push(mailer)
  return mailer
}

function converse(socket: Socket, contentHasArrived: () => void): void {
  const reply = (line: string | undefined) => line !== undefined && socket.write(`${line}\r\n`)
  socket.on('error', () => undefined).setEncoding('utf8')
  reply(greeting)
  let received = ''
  let isContent = false
  socket.on('data', (chunk: string) => {
    received += chunk
    if (isContent && received.endsWith('\r\n.\r\n')) {
      isContent = false
      contentHasArrived()
      reply(verdict)
    } else if (!isContent && received.endsWith('\r\n')) {
      isContent = received.startsWith('DATA')
      reply(REPLIES[received.slice(0, 4)])
      received = ''
    }
  })
}
