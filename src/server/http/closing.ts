import type { FastifyInstance } from 'fastify'

/** Once the server closes, each response ends its connection: an idle keep-alive connection would hold up the end for seconds. */
export function closeConnectionsOnClose(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', (done) => {
    closing = true
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
}
