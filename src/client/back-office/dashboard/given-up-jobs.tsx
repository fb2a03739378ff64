import { useMutation, useQueryClient } from '@tanstack/react-query'
import { timeAgo } from '@/client/shared/time/time-ago'
import { Button } from '@/client/design-system/button'
import { jobLabel } from '@/client/back-office/layout/jobs/job-labels'
import { retryJob } from '@/contract/back-office/back-office-jobs'
import type { GivenUpJob } from '@/contract/back-office/back-office-jobs'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { CallFailed, unwrap } from '@/client/shared/offline/call-failed'
import { failureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { Panel } from './panel'

interface GivenUpJobsProps {
  jobs: readonly GivenUpJob[]
  /** When that was so, epoch milliseconds. */
  nowMs: number
  /** Called once a job is tried again, which takes its button away. */
  onRetried: () => void
}

/** Work that the server has given up, why, and another try. */
export function GivenUpJobs({ jobs, nowMs, onRetried }: GivenUpJobsProps) {
  const retry = useRetryJob({ onRetried })
  return (
    <Panel title={m.admin_dashboard_jobs()}>
      <p className={muted}>{m.admin_dashboard_jobs_text()}</p>
      <ul className={list}>
        {jobs.map(({ id, name, error, attempts, given_up_at: givenUpAt, can_retry: canRetry }) => (
          <li key={id} className={cluster({ gap: '3', justify: 'space-between' })}>
            <span className={item}>
              <span className={strong}>{jobLabel(name)}</span>
              <span className={muted}>{error}</span>
              <span className={muted}>
                {m.admin_dashboard_job_given_up({
                  ago: timeAgo(givenUpAt * 1000, nowMs, getLocale()),
                  n: attempts,
                })}
              </span>
            </span>
            {canRetry ? (
              <Button
                variant="secondary"
                size="sm"
                busy={retry.isPending && retry.variables === id}
                aria-label={m.admin_dashboard_job_retry({ name: jobLabel(name) })}
                onClick={() => retry.mutate(id)}
              >
                {m.admin_try_again()}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const list = css({ display: 'grid', gap: '4', listStyle: 'none', padding: '0' })
const item = css({ display: 'grid', gap: '1', minWidth: '0' })
const strong = css({ fontWeight: 'medium' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })

/** Tries a given-up job again; called with its id. */
function useRetryJob({ onRetried }: { onRetried: () => void }) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(retryJob, { params: { id } }))
    },
    networkMode: 'always',
    onSuccess: () => {
      toast.success(m.admin_dashboard_job_retried())
      onRetried()
    },
    onError: (error) =>
      toast.error(m.admin_dashboard_job_retry_failed(), {
        durationMs: 5000,
        ...(error instanceof CallFailed ? { description: failureText(error.outcome) } : {}),
      }),
    // The list is fetched also when somebody else was first: then the job is not there any more.
    onSettled: () => queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY }),
  })
}
