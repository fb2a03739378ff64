import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** AuthenticationOk and ReadyForQuery of PostgreSQL's protocol. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

/**
 * A PostgreSQL that accepts every connection and never responds to a query: from outside the same as
 * waiting for another server's lock, for as long as a test likes.
 */
export async function silentDatabase() {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(WELCOME)
      socket.once('data', () => server.emit('query'))
    })
    // A waiting client may close the connection without a message.
    socket.on('error', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const query = once(server, 'query')
  return {
    url: `postgres://guide@127.0.0.1:${(server.address() as AddressInfo).port}/guide`,
    /** Settles when the first client waits. */
    queried: async () => void (await query),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
