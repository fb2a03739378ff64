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
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.complete && hasBody(request)) drain(request, reply)
    done(null, payload)
  })
}

function drain({ raw }: FastifyRequest, reply: FastifyReply): void {
  const { socket } = raw
  // A call in process has no connection.
  if (!(socket instanceof Socket)) return
  const closesAfter = !reply.raw.shouldKeepAlive
  // Otherwise Node closes it as soon as the response is written.
  reply.raw.shouldKeepAlive = true
  reply.header('connection', 'keep-alive')

  const timer = setTimeout(() => socket.destroy(), DRAINED_FOR_MS).unref()
  const bytesBefore = socket.bytesRead
  raw.on('data', () => {
    if (socket.bytesRead - bytesBefore > MAX_DRAINED_BYTES) socket.destroy()
  })
  raw.once('close', () => clearTimeout(timer))
  raw.once('end', () => {
    clearTimeout(timer)
    if (!closesAfter) return
    if (reply.raw.writableFinished) socket.end()
    else reply.raw.once('finish', () => socket.end())
  })
}

/** Whether a body comes with a request, read or not. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
