import { Link, linkOptions } from '@tanstack/react-router'
import { CalendarIcon, PhoneIcon, UserIcon } from '@/client/design-system/icons/icons'
import { BellIcon, ListIcon, MailIcon, TagIcon } from '@/client/design-system/icons/later-icons'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

interface NavigationProps {
  /** Icons only, their names for readers and on hover. */
  isCollapsed?: boolean
  onFollow?: () => void
}

/** The entries of rules 2.12, in its order. */
export const ENTRIES = [
  { link: linkOptions({ to: '/backoffice/dashboard' }), label: m.admin_nav_dashboard, Icon: ListIcon },
  {
    link: linkOptions({ to: '/backoffice/events', search: {} }),
    label: m.admin_nav_events,
    Icon: CalendarIcon,
  },
  { link: linkOptions({ to: '/backoffice/tags' }), label: m.admin_nav_tags, Icon: TagIcon },
  { link: linkOptions({ to: '/backoffice/users' }), label: m.admin_nav_users, Icon: UserIcon },
  {
    link: linkOptions({ to: '/backoffice/notifications' }),
    label: m.admin_nav_notifications,
    Icon: BellIcon,
  },
  { link: linkOptions({ to: '/backoffice/devices' }), label: m.admin_nav_devices, Icon: PhoneIcon },
  {
    link: linkOptions({ to: '/backoffice/contact-forms' }),
    label: m.admin_nav_contact_forms,
    Icon: MailIcon,
  },
]

export function Navigation({ isCollapsed = false, onFollow }: NavigationProps) {
  return (
    <nav aria-label={m.admin_nav()}>
      <ul className={list}>
        {ENTRIES.map(({ link, label, Icon }) => (
          <li key={link.to}>
            <Link {...link} className={item} onClick={onFollow} title={label()}>
              <Icon size={20} />
              <span className={isCollapsed ? hidden : undefined}>{label()}</span>
            </Link>
          </li>
        ))}
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
  lineHeight: 'snug',
  '& svg': { flexShrink: '0' },
  _hover: { bg: 'sea.subtle' },
  '&[aria-current=page]': { bg: 'sea.subtle', color: 'sea.fg', fontWeight: 'bold' },
})
const hidden = css({ srOnly: true })
