import { Link } from '@tanstack/react-router'
import { timeAgo } from '@/client/shared/time/time-ago'
import type { Overview } from '@/contract/back-office/back-office-overview'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { textLink } from 'styled-system/recipes'

interface WaitingLongestProps {
  events: Overview['waiting']
  /** When that was so, epoch milliseconds. */
  nowMs: number
}

/** Events that wait longest for a decision, with how long. A proposed change opens in the queue of its kind. */
export function WaitingLongest({ events, nowMs }: WaitingLongestProps) {
  if (events.length === 0) return <p className={muted}>{m.admin_dashboard_waiting_none()}</p>
  return (
    <ol className={list}>
      {events.map(({ id, title, created_at, is_proposal: isProposal = false }) => (
        <li key={`${id} ${isProposal}`} className={cluster({ gap: '2', justify: 'space-between' })}>
          <Link
            to="/backoffice/events/$id"
            params={{ id }}
            search={isProposal ? { traits: 'proposal' } : {}}
            className={textLink()}
          >
            {title}
          </Link>
          <span className={muted}>
            {isProposal ? `${m.admin_dashboard_waiting_proposal()} · ` : null}
            {timeAgo(created_at * 1000, nowMs, getLocale())}
          </span>
        </li>
      ))}
    </ol>
  )
}

const list = css({ display: 'grid', gap: '2', overflowWrap: 'anywhere' })
const muted = css({ color: 'fg.muted' })
