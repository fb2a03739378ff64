import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Queryable } from '@/server/database/client'

/** `/healthz`: the process responds. `/readyz`: the database does, too (decisions, Running it). */
export function healthRoutes(app: FastifyInstance, db: Queryable): void {
  // Requested while the server sheds load, so never refused for that reason.
  const config = { pressureHandler: () => {} }
  app.get('/healthz', { config }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  let asking: Promise<unknown> | undefined
  app.get('/readyz', { config }, async (_request, reply) => {
    // One question at a time, whoever asks: nothing sheds this load.
    asking ??= db.execute(sql`select 1`).finally(() => (asking = undefined))
    await asking
    return reply.header('cache-control', 'no-store').send({ status: 'ok' })
  })
}
