import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface MailServer {
  port: number
  /** The mails it has accepted, unparsed. */
  delivered: string[]
  close(): Promise<void>
}

/** A real SMTP server on a port of its own, that accepts everything but what `options` refuse. */
export async function startMailServer(options: SMTPServerOptions): Promise<MailServer> {
  const delivered: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? '' }),
    onData: async (stream, _session, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array))
      delivered.push(Buffer.concat(chunks).toString())
      done(null)
    },
    ...options,
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  return {
    port: address.port,
    delivered,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Makes the error that the library refuses with: it has the code of the response. */
export function smtpError(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}
