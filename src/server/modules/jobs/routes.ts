import { and, eq, sql } from 'drizzle-orm'
import { jobName } from '@/domain/staff/jobs'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { ApiError } from '@/server/http/errors/api-error'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { jobs } from '@/server/platform/database/schema'
import { isGivenUp } from '@/server/platform/queue/given-up'

/** Jobs that were given up, for administrators. */
export function jobHandlers({ db, notifyWorkers }: AppDeps): Pick<Handlers, 'retryJob'> {
  return {
    retryJob: async (request) => {
      const { id } = request.params
      await db.transaction(async (tx) => {
        const job = await retryGivenUp(tx, id, atSeconds(request.nowSeconds))
        if (job === undefined) throw new ApiError('NOT_FOUND')
        await recordActivity(tx, request, 'job.retried', [
          { id, label: jobName(job.kind, job.dedupeKey) ?? job.kind },
        ])
      })
      notifyWorkers()
      return {}
    },
  }
}

/** Enqueues a given-up job anew, with all its attempts. Undefined when there is none, or nothing left to do it with. */
async function retryGivenUp(
  tx: Queryable,
  id: string,
  now: Date,
): Promise<{ kind: string; dedupeKey: string } | undefined> {
  const [job] = await tx
    .update(jobs)
    .set({ doneAt: null, attempts: 0, runAt: now })
    .where(and(eq(jobs.id, id), isGivenUp, sql`${jobs.payload} <> '{}'::jsonb`))
    .returning({ kind: jobs.kind, dedupeKey: jobs.dedupeKey })
  return job
}
