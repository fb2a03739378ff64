import type { FastifyInstance } from 'fastify'

/** Whether the server closes: it finishes what is in flight, and wants nothing new. */
export function closingState(app: FastifyInstance): () => boolean {
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  return () => isClosing
}

/** Is aborted once the server closes, before what is in flight is waited for: what others hold up must not hold up a stop. */
export function closingSignal(app: FastifyInstance): AbortSignal {
  const closing = new AbortController()
  app.addHook('preClose', (done) => {
    closing.abort()
    done()
  })
  return closing.signal
}

/** Once the server closes, each response ends its connection: an idle keep-alive connection would hold up the end for seconds. */
export function closeConnectionsOnClose(app: FastifyInstance): void {
  const isClosing = closingState(app)
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing()) reply.header('connection', 'close')
    done(null, payload)
  })
}
