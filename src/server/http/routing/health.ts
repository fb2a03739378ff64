import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Queryable } from '@/server/platform/database/client'
import { ApiError } from '@/server/http/errors/errors'

/** By then this process is gone, or another one in its place. */
const CLOSING_RETRY_SECONDS = 10
/** A balancer gives up after three seconds, and would learn nothing. */
const READY_WITHIN_MS = 1_500
const AWAY_RETRY_SECONDS = 5

/** `/healthz`: the process responds; `/readyz`: the database does, too, and the server does not close, else UNAVAILABLE. */
export function healthRoutes(app: FastifyInstance, db: Queryable, closing: AbortSignal): void {
  // Requested while the server sheds load, so never refused for that reason.
  const config = { pressureHandler: () => {} }
  app.get('/healthz', { config }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  let checking: Promise<unknown> | undefined
  app.get('/readyz', { config }, async (_request, reply) => {
    // A balancer that asks while the last requests are finished sends the next ones elsewhere.
    if (closing.aborted) throw new ApiError('UNAVAILABLE', { retryAfterSeconds: CLOSING_RETRY_SECONDS })
    // One question at a time, whoever asks: nothing sheds this load.
    checking ??= db.execute(sql`select 1`).finally(() => (checking = undefined))
    await Promise.race([checking, late()])
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
}

async function late(): Promise<never> {
  await pause(READY_WITHIN_MS, undefined, { ref: false })
  throw new ApiError('UNAVAILABLE', { retryAfterSeconds: AWAY_RETRY_SECONDS })
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
export function closeConnectionsOnClose(app: FastifyInstance, closing: AbortSignal): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
}
