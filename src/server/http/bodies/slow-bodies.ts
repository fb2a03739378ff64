import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hasBody } from './unread-bodies'

/** The outbox waits for a network that brings 20 bytes a millisecond: a server that hung up first would never get its photo. */
const SLOWEST_BYTES_PER_MS = 10
/** A body may pause this long without a byte, as on a network that drops out between two masts. */
const PATIENCE_MS = 30_000
const CHECK_MS = 5_000

/** How long a body may take until this much of it is there, in milliseconds. */
export function longestBodyMs(bytes: number): number {
  return PATIENCE_MS + Math.ceil(bytes / SLOWEST_BYTES_PER_MS)
}

/**
 * Closes the connection of a body that falls behind the slowest network worth waiting for. One that keeps up may take long: what it may
 * take grows with what has arrived.
 */
export function dropSlowBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    if (hasBody(request)) watch(request)
    done()
  })
}

function watch({ raw }: FastifyRequest): void {
  const { socket } = raw
  // A call in process has its body whole, and never ends as a connection does.
  if (!(socket instanceof Socket)) return
  const begun = performance.now()
  const bytesBefore = socket.bytesRead
  const timer = setInterval(() => {
    if (performance.now() - begun > longestBodyMs(socket.bytesRead - bytesBefore)) raw.destroy()
  }, CHECK_MS).unref()
  const stop = () => clearInterval(timer)
  raw.once('end', stop).once('close', stop)
}
