import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** More than the largest photo: who sends one in vain reads the response when all of it is sent. */
const MAX_DRAINED_BYTES = 32 * 1024 * 1024
const DRAINED_FOR_MS = 30_000

/**
 * Lets a client read a response that was sent before its body had arrived, such as 413. A connection that is closed with
 * unread bytes is reset, and the reset may overtake the response (RFC 9112 9.6); so the rest is received and dropped, for
 * a while.
 */
export function drainUnreadBodies(app: FastifyInstance): void {
  const drained = new Set<Socket>()
  app.addHook('onSend', (request, reply, payload, done) => {
    const { socket } = request.raw
    // A call in process has no connection.
    if (!request.raw.complete && hasBody(request) && socket instanceof Socket) {
      drained.add(socket)
      drain(request, reply, () => drained.delete(socket))
    }
    done(null, payload)
  })
  // Their responses are sent: nothing is left that the end would have to wait for.
  app.addHook('preClose', (done) => {
    for (const socket of drained) socket.destroy()
    done()
  })
}

function drain({ raw }: FastifyRequest, reply: FastifyReply, onEnd: () => void): void {
  const { socket } = raw
  const closesAfter = !reply.raw.shouldKeepAlive
  // Otherwise Node closes it as soon as the response is written.
  reply.raw.shouldKeepAlive = true
  reply.header('connection', 'keep-alive')

  const timer = setTimeout(() => socket.destroy(), DRAINED_FOR_MS).unref()
  const bytesBefore = socket.bytesRead
  raw.on('data', () => {
    if (socket.bytesRead - bytesBefore > MAX_DRAINED_BYTES) socket.destroy()
  })
  const stop = () => {
    clearTimeout(timer)
    onEnd()
  }
  raw.once('close', stop).once('end', () => {
    stop()
    if (!closesAfter) return
    if (reply.raw.writableFinished) socket.end()
    else reply.raw.once('finish', () => socket.end())
  })
}

/** Whether a body comes with a request, read or not. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
