import { useQuery } from '@tanstack/react-query'
import { Link, linkOptions, useRouterState } from '@tanstack/react-router'
import { useId, useEffect } from 'react'
import {
  CalendarIcon,
  SmartphoneIcon,
  MapPinIcon,
  UserIcon,
  BellIcon,
  InfoIcon,
  ListIcon,
  MailIcon,
  TagIcon,
  InboxIcon,
} from 'lucide-react'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { countText, EmailText } from '@/client/back-office/shared/table'
import { contactFormCountsQuery, countsQuery } from '@/client/back-office/shared/back-office-queries'
import { SITE } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'

interface NavigationProps {
  /** Icons only, their names for readers and on hover. */
  isCollapsed?: boolean
  onFollow?: () => void
}

const IMPORT = '/backoffice/events/import'

/** The entries of rules 2.12, in its order, and those that it does not name. */
export const ENTRIES = [
  { link: linkOptions({ to: '/backoffice/dashboard' }), label: m.admin_nav_dashboard, Icon: ListIcon },
  {
    link: linkOptions({ to: '/backoffice/events', search: {} }),
    label: m.admin_nav_events,
    Icon: CalendarIcon,
  },
  { link: linkOptions({ to: '/backoffice/tags' }), label: m.admin_nav_tags, Icon: TagIcon },
  { link: linkOptions({ to: '/backoffice/places' }), label: m.admin_nav_places, Icon: MapPinIcon },
  { link: linkOptions({ to: '/backoffice/week-mail' }), label: m.admin_week_mail, Icon: MailIcon },
  { link: linkOptions({ to: '/backoffice/users' }), label: m.admin_nav_users, Icon: UserIcon },
  {
    link: linkOptions({ to: '/backoffice/notifications' }),
    label: m.admin_nav_notifications,
    Icon: BellIcon,
  },
  { link: linkOptions({ to: '/backoffice/devices' }), label: m.admin_nav_devices, Icon: SmartphoneIcon },
  {
    link: linkOptions({ to: '/backoffice/contact-forms' }),
    label: m.admin_nav_contact_forms,
    Icon: MailIcon,
  },
  { link: linkOptions({ to: IMPORT }), label: m.import_link, Icon: InboxIcon },
  { link: linkOptions({ to: '/backoffice/activity' }), label: m.admin_page_activity, Icon: InfoIcon },
]

const LIVE = { refetchInterval: 60_000 } as const

function useCounts(): Partial<Record<string, { n: number; label: string }>> {
  const { on_review: onReview = 0, proposals = 0 } = useQuery({ ...countsQuery(), ...LIVE }).data ?? {}
  const events = onReview + proposals
  const eventsLabel = [
    ...(onReview > 0 ? [m.admin_nav_on_review({ n: countText(onReview) })] : []),
    ...(proposals > 0 ? [m.admin_nav_proposals({ n: countText(proposals) })] : []),
  ].join(', ')
  const forms = useQuery({ ...contactFormCountsQuery(), ...LIVE }).data?.open ?? 0
  return {
    ...(events > 0 && { '/backoffice/events': { n: events, label: eventsLabel } }),
    ...(forms > 0 && {
      '/backoffice/contact-forms': { n: forms, label: m.admin_nav_open_forms({ n: countText(forms) }) },
    }),
  }
}

export function Navigation({ isCollapsed = false, onFollow }: NavigationProps) {
  const counts = useCounts()
  const isImport = useRouterState({ select: ({ location }) => location.pathname === IMPORT })
  const id = useId()
  return (
    <nav aria-label={m.admin_nav()}>
      <ul className={list}>
        {ENTRIES.map(({ link, label, Icon }) => {
          const count = counts[link.to]
          const countId = `${id}${link.to}`
          return (
            <li key={link.to} className={place}>
              <Link
                {...link}
                className={item}
                onClick={onFollow}
                title={label()}
                aria-describedby={count && countId}
                // The import stands below the events by its address, and beside them here.
                activeOptions={{ exact: isImport && link.to !== IMPORT }}
              >
                <Icon size="1.25rem" />
                <span className={isCollapsed ? hidden : undefined}>{label()}</span>
                {count === undefined ? null : (
                  <span className={cx(countBadge, isCollapsed && corner)} aria-hidden>
                    {countText(count.n)}
                  </span>
                )}
              </Link>
              {count === undefined ? null : <VisuallyHidden id={countId}>{count.label}</VisuallyHidden>}
            </li>
          )
        })}
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
const place = css({ position: 'relative' })
const countBadge = css({
  marginLeft: 'auto',
  flexShrink: '0',
  minWidth: '6',
  whiteSpace: 'nowrap',
  paddingInline: '1.5',
  borderRadius: 'full',
  bg: 'bg.sunken',
  color: 'fg.default',
  textStyle: 'small',
  fontWeight: 'bold',
  textAlign: 'center',
})
const corner = css({ position: 'absolute', top: '0', right: '0' })

/**
 * Sets the document's title on a page of the back office. The routes' `head` would be part of everybody's first load; each page has its
 * own, for the router writes the title only where it changes.
 */
export function usePageTitle(page: string | undefined): void {
  useEffect(() => {
    document.title = [page, m.admin_title(), SITE.name].filter(Boolean).join(' · ')
  }, [page])
}

export function CurrentUser({ email, onFollow }: { email: string; onFollow?: () => void }) {
  return (
    <div className={frame}>
      <span className={address}>
        <EmailText email={email} />
      </span>
      <span className={role}>{m.admin_role()}</span>
      <Link to="/backoffice/security" className={textLink()} onClick={onFollow}>
        {m.second_factor_title()}
      </Link>
    </div>
  )
}

const frame = css({ display: 'grid', minWidth: '0', maxWidth: 'full' })
const address = css({ textStyle: 'small', fontWeight: 'bold', overflowWrap: 'anywhere' })
const role = css({ textStyle: 'small', color: 'fg.muted' })
