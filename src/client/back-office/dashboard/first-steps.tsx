import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { liveEventCountsQuery, liveTagsQuery } from './dashboard-queries'
import { Panel } from './panel'

/** The first steps without tags or without events; renders nothing once there are both. */
export function FirstSteps() {
  const counts = useQuery(liveEventCountsQuery()).data
  const tags = useQuery(liveTagsQuery()).data
  if (counts === undefined || tags === undefined) return null
  const hasEvents = counts.on_review + counts.published + counts.rejected > 0
  if (tags.length > 0 && hasEvents) return null
  return (
    <Panel title={m.admin_dashboard_first_title()}>
      <ol className={list}>
        {tags.length > 0 ? null : (
          <li>
            {m.admin_dashboard_first_tags_text()}{' '}
            <Link to="/backoffice/tags" className={textLink()}>
              {m.admin_dashboard_first_tags()}
            </Link>
          </li>
        )}
        <li>
          {m.admin_dashboard_first_events_text()}{' '}
          <Link to="/backoffice/events/new" className={textLink()}>
            {m.admin_dashboard_first_event()}
          </Link>
          {' · '}
          <Link to="/backoffice/events/import" className={textLink()}>
            {m.admin_dashboard_first_import()}
          </Link>
        </li>
        <li>{m.admin_dashboard_first_review_text()}</li>
      </ol>
    </Panel>
  )
}

const list = css({ display: 'grid', gap: '2', paddingLeft: '5', listStyle: 'decimal' })
