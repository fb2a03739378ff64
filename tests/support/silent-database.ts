import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** "Come in" and "ready for a question", as PostgreSQL's protocol says them. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

/**
 * A PostgreSQL that lets everybody in and never answers a question: from outside, what waiting for another server's lock
 * looks like, and for as long as one likes.
 */
export async function silentDatabase() {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(WELCOME)
      socket.once('data', () => server.emit('question'))
    })
    // Who is kept waiting may leave without a goodbye.
    socket.on('error', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const question = once(server, 'question')
  return {
    url: `postgres://guide@127.0.0.1:${(server.address() as AddressInfo).port}/guide`,
    /** Settles when somebody has begun to wait. */
    asked: async () => void (await question),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
