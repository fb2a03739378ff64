import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Queryable } from '@/server/platform/database/client'
import { ApiError } from '@/server/http/errors/api-error'
import { closingState } from './closing'

/** By then this process is gone, or another one in its place. */
const CLOSING_RETRY_SECONDS = 10

/**
 * `/healthz`: the process responds. `/readyz`: the database does, too, and the server neither drains nor closes; it throws
 * UNAVAILABLE. `drain` begins that: everything else is served on.
 */
export function healthRoutes(app: FastifyInstance, db: Queryable): { drain: () => void } {
  // Requested while the server sheds load, so never refused for that reason.
  const config = { pressureHandler: () => {} }
  app.get('/healthz', { config }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  // A balancer that asks while the last requests are finished sends the next ones elsewhere.
  const isClosing = closingState(app)
  let isDraining = false
  let checking: Promise<unknown> | undefined
  app.get('/readyz', { config }, async (_request, reply) => {
    if (isDraining || isClosing())
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: CLOSING_RETRY_SECONDS })
    // One question at a time, whoever asks: nothing sheds this load.
    checking ??= db.execute(sql`select 1`).finally(() => (checking = undefined))
    await checking
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
  return { drain: () => void (isDraining = true) }
}
