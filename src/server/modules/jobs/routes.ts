import { jobName } from '@/domain/staff/jobs'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { atSeconds } from '@/server/platform/database/client'
import { ApiError } from '@/server/http/errors/api-error'
import type { AppParts, Handlers } from '@/server/http/routing/handlers'
import { retryGivenUp } from './store'

/** Jobs that were given up, for administrators. */
export function jobHandlers({ db, notifyWorkers }: AppParts): Pick<Handlers, 'retryJob'> {
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
