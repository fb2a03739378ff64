import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { card } from 'styled-system/recipes'
import { liveEventCountsQuery, liveTagsQuery, liveUserCountsQuery } from './dashboard-queries'
import { Loaded } from './loaded'

/** Events by status, tags and people, each leading to its list (rules 2.12). */
export function Counts() {
  const events = useQuery(liveEventCountsQuery())
  const tags = useQuery(liveTagsQuery())
  const users = useQuery(liveUserCountsQuery())
  return (
    <>
      <Group title={m.admin_nav_events()}>
        <Loaded query={events} height="5.5rem">
          {(counts) => (
            <div className={tiles}>
              <Link to="/backoffice/events" search={{}} className={tile}>
                <Count label={m.admin_pending_review()} count={counts.on_review} />
              </Link>
              <Link to="/backoffice/events" search={{ status: 'PUBLISHED' }} className={tile}>
                <Count label={m.admin_published()} count={counts.published} />
              </Link>
              <Link to="/backoffice/events" search={{ status: 'REJECTED' }} className={tile}>
                <Count label={m.admin_rejected()} count={counts.rejected} />
              </Link>
              {counts.proposals ? (
                <Link to="/backoffice/events" search={{ traits: 'proposal' }} className={tile}>
                  <Count label={m.admin_dashboard_proposals()} count={counts.proposals} />
                </Link>
              ) : null}
            </div>
          )}
        </Loaded>
      </Group>
      <div className={pair}>
        <Group title={m.admin_nav_tags()}>
          <Loaded query={tags} height="5.5rem">
            {({ length }) => (
              <Link to="/backoffice/tags" className={tile}>
                <Count label={m.admin_dashboard_total_tags()} count={length} />
              </Link>
            )}
          </Loaded>
        </Group>
        <Group title={m.admin_nav_users()}>
          <Loaded query={users} height="5.5rem">
            {(counts) => (
              <Link to="/backoffice/users" className={cx(tile, roles)}>
                <Count label={m.admin_dashboard_role_users()} count={counts.users} />
                <Count label={m.admin_dashboard_role_admins()} count={counts.admins} />
              </Link>
            )}
          </Loaded>
        </Group>
      </div>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={group}>
      <h2 className={heading}>{title}</h2>
      {children}
    </section>
  )
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <span className={countBox}>
      <span className={number}>{count}</span>
      <span className={name}>{label}</span>
    </span>
  )
}

const group = css({ display: 'grid', gap: '3', minWidth: '0', alignContent: 'start' })
const heading = css({ textStyle: 'subheading' })
const tiles = css({
  display: 'grid',
  gap: '3',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 6.75rem), 1fr))]',
})
const roles = css({
  display: 'grid',
  gap: '3',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 8.5rem), 1fr))]',
})
// The pair is in line with the three tiles above.
const pair = css({
  display: 'grid',
  rowGap: '6',
  columnGap: '3',
  gridTemplateColumns: { sm: '[repeat(3, minmax(0, 1fr))]' },
  '& > :last-child': { gridColumn: { sm: '[span 2]' } },
})
const tile = card({ pad: true, interactive: true })
const countBox = css({ display: 'grid', gap: '1', minWidth: '0' })
const name = css({ textStyle: 'small' })
const number = css({ textStyle: 'title' })
