import { Link, useMatchRoute } from '@tanstack/react-router'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'

/** The way from the dashboard to where one is; nothing on the dashboard itself. */
export function Breadcrumbs() {
  const matches = useMatchRoute()
  if (matches({ to: '/backoffice/dashboard' })) return null
  const isEvent = matches({ to: '/backoffice/events/$id' }) !== false
  return (
    <nav aria-label={m.admin_breadcrumbs()}>
      <ol className={list}>
        <li>
          <Link to="/backoffice/dashboard" className={textLink()}>
            {m.admin_nav_dashboard()}
          </Link>
        </li>
        <li aria-current={isEvent ? undefined : 'page'}>
          {isEvent ? (
            <Link to="/backoffice/events" search={{}} className={textLink()}>
              {m.admin_nav_events()}
            </Link>
          ) : (
            m.admin_nav_events()
          )}
        </li>
      </ol>
    </nav>
  )
}

const list = css({
  display: 'flex',
  flexWrap: 'wrap',
  textStyle: 'small',
  '& > li + li::before': { content: '"/"', marginInline: '2', color: 'fg.muted' },
})
