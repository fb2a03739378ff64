import { timeAgo } from '@/client/shared/time/time-ago'
import { Button } from '@/client/design-system/button'
import { jobLabel } from '@/client/back-office/layout/jobs/job-labels'
import type { GivenUpJob } from '@/contract/back-office/back-office-jobs'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { Panel } from './panel'
import { useRetryJob } from './use-retry-job'

interface GivenUpJobsProps {
  jobs: readonly GivenUpJob[]
  /** When that was so, epoch milliseconds. */
  nowMs: number
  /** Once a job is tried again, which takes its button away. */
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
