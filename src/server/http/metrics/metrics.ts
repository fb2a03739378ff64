import Fastify, { type FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { sql } from 'drizzle-orm'
import { API_PREFIX, WRITTEN_AGO_HEADER } from '@/contract/endpoint'
import type { Queryable } from '@/server/platform/database/client'
import { photosInWork } from '@/server/platform/photos/pipeline'
import { isGivenUp } from '@/server/platform/queue/job-queue'

/** Seconds: a cached response takes less than one millisecond, a photo some seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** Seconds, from one to the hundred days that a device may keep an entry. */
const AGE_BUCKETS = [1, 10, 60, 600, 3600, 21_600, 86_400, 604_800, 2_592_000, 8_640_000]
/** A client says this of itself: more digits are no age. */
const AGE = /^\d{1,8}$/
/** The label of an address that is no route of ours: a client could make up any number of them. */
const NOWHERE = 'none'

interface MeasuredDeps {
  db: Queryable
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>
  responses: { readonly counts: Readonly<Record<'hits' | 'misses', number>> }
}

export type Metrics = ReturnType<typeof createMetrics>

/** Metrics of `app` in Prometheus' format. No label has an address, an id or anything else of a person, and each has few values. */
export function createMetrics(app: FastifyInstance, deps: MeasuredDeps) {
  const registry = new Registry()
  const registers = [registry]
  const { db, pool, responses } = deps
  // The event loop's delay, memory, processor time.
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'guide_http_request_seconds',
    help: 'Requests by method, route and status, and how long they took.',
    labelNames: ['method', 'route', 'code'],
    buckets: BUCKETS,
    registers,
  })
  const entryAge = new Histogram({
    name: 'guide_outbox_entry_age_seconds',
    help: 'How long ago people had written what was stored, by method and route.',
    labelNames: ['method', 'route'],
    buckets: AGE_BUCKETS,
    registers,
  })
  const refusedRequests = new Counter({
    name: 'guide_limits_refused_total',
    help: 'Requests that a limit refused.',
    labelNames: ['route', 'code'],
    registers,
  })
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  gauge('guide_pool_used', 'Database connections in use.', () => pool.totalCount - pool.idleCount)
  gauge('guide_pool_waiting', 'Requests that wait for a database connection.', () => pool.waitingCount)
  gauge('guide_photos_in_work', 'Photos that are rendered or wait for it.', photosInWork)
  gauge('guide_cached_responses', 'Responses from the cache.', () => responses.counts.hits)
  gauge('guide_computed_responses', 'Responses that were computed.', () => responses.counts.misses)
  measureJobs(registry, db)

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? NOWHERE
    const { method } = request
    seconds.observe({ method, route, code: reply.statusCode }, reply.elapsedTime / 1000)
    const ago = request.headers[WRITTEN_AGO_HEADER]
    const isStored = method !== 'GET' && reply.statusCode < 300 && route.startsWith(API_PREFIX)
    if (isStored && typeof ago === 'string' && AGE.test(ago)) entryAge.observe({ method, route }, Number(ago))
    done()
  })
  return {
    refused: (route: string | undefined = NOWHERE, code: string) => refusedRequests.inc({ route, code }),
    text: () => registry.metrics(),
  }
}

function measureJobs(registry: Registry, db: Queryable): void {
  const labelNames = ['kind', 'state'] as const
  const age = new Gauge({
    name: 'guide_job_age_seconds',
    help: 'How long the oldest job of each kind and state is due.',
    labelNames,
    registers: [registry],
  })
  const stored = new Gauge({
    name: 'guide_jobs',
    help: 'Stored jobs by kind and state.',
    labelNames,
    registers: [],
    async collect() {
      this.reset()
      age.reset()
      // While the database is away the other metrics are what one wants to see.
      const { rows } = await db
        .execute<Record<string, unknown> & { kind: string; state: string; count: number; age: number }>(
          sql`
          select kind, count(*)::int as count,
            case when done_at is not null then 'given_up' when last_error is not null then 'retrying' else 'waiting' end as state,
            greatest(0, coalesce(extract(epoch from now() - min(run_at) filter (where done_at is null)), 0))::float8 as age
          from jobs where done_at is null or ${isGivenUp} group by 1, 3`,
        )
        .catch(() => ({ rows: [] }))
      for (const { kind, state, ...row } of rows) {
        this.set({ kind, state }, row.count)
        age.set({ kind, state }, row.age)
      }
    },
  })
  registry.registerMetric(stored)
}

/** Serves `/metrics` at a port of its own, which no visitor reaches. Returns the server, for its end. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text'>,
  address: { port: number; host: string },
): Promise<FastifyInstance> {
  const server = Fastify({ forceCloseConnections: true })
  server.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.text()),
  )
  await server.listen(address)
  return server
}
