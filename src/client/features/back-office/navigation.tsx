import { Link } from '@tanstack/react-router'
import { CalendarIcon, ListIcon } from '@/client/ui/icons'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

interface NavigationProps {
  /** Icons only, their names for readers and on hover. */
  isCollapsed?: boolean
  onFollow?: () => void
}

/** The screens that there are. */
export function Navigation({ isCollapsed = false, onFollow }: NavigationProps) {
  return (
    <nav aria-label={m.admin_nav()}>
      <ul className={list}>
        <li>
          <Link
            to="/backoffice/dashboard"
            className={item}
            onClick={onFollow}
            title={m.admin_nav_dashboard()}
          >
            <ListIcon size={20} />
            <span className={isCollapsed ? hidden : undefined}>{m.admin_nav_dashboard()}</span>
          </Link>
        </li>
        <li>
          <Link
            to="/backoffice/events"
            search={{}}
            className={item}
            onClick={onFollow}
            title={m.admin_nav_events()}
          >
            <CalendarIcon size={20} />
            <span className={isCollapsed ? hidden : undefined}>{m.admin_nav_events()}</span>
          </Link>
        </li>
      </ul>
    </nav>
  )
}

const list = css({ display: 'grid', gap: '1' })
const item = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: 'target',
  paddingInline: '3',
  borderRadius: 'md',
  fontWeight: 'medium',
  '& svg': { flexShrink: '0' },
  _hover: { bg: 'sea.subtle' },
  '&[aria-current=page]': { bg: 'sea.subtle', color: 'sea.fg', fontWeight: 'bold' },
})
const hidden = css({ srOnly: true })
