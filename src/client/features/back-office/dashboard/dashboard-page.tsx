import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Skeleton } from '@/client/ui/skeleton'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { card } from 'styled-system/recipes'
import { countsQuery } from '../back-office-queries'
import { LoadFailed } from '../load-failed'

/** How many events are in each status, each leading to its list (spec 2.12). */
export function DashboardPage() {
  const counts = useQuery(countsQuery())
  return (
    <div className={frame}>
      <h1 className={title}>{m.admin_dashboard_title()}</h1>
      {counts.isError ? (
        <LoadFailed title={m.admin_dashboard_failed()} onRetry={() => void counts.refetch()} />
      ) : (
        <section className={section}>
          <h2 className={heading}>{m.admin_nav_events()}</h2>
          <div className={grid}>
            <Count label={m.admin_pending_review()} count={counts.data?.on_review} status={undefined} />
            <Count label={m.admin_published()} count={counts.data?.published} status="PUBLISHED" />
            <Count label={m.admin_rejected()} count={counts.data?.rejected} status="REJECTED" />
          </div>
        </section>
      )}
    </div>
  )
}

interface CountProps {
  label: string
  /** Undefined while it loads. */
  count: number | undefined
  /** Undefined: On Review, which the list shows by itself. */
  status: 'PUBLISHED' | 'REJECTED' | undefined
}

function Count({ label, count, status }: CountProps) {
  return (
    <Link
      to="/backoffice/events"
      search={status === undefined ? {} : { status }}
      className={cx(card({ pad: true, interactive: true }), tile)}
    >
      <span className={number}>{count ?? <Skeleton width="2ch" />}</span>
      <span>{label}</span>
    </Link>
  )
}

const frame = css({ display: 'grid', gap: '6' })
const title = css({ textStyle: 'title' })
const section = css({ display: 'grid', gap: '3' })
const heading = css({ textStyle: 'subheading' })
const grid = css({ display: 'grid', gap: '4', gridTemplateColumns: { sm: '[repeat(3, minmax(0, 1fr))]' } })
const tile = css({ display: 'grid', gap: '1' })
const number = css({ textStyle: 'title' })
